"""Games by correspondence continue while nobody looks: ends of days, bots to act, reminders."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from time import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from .clock import DAY, SLOW
from .errors import RefusedError
from .storage.moved import moved_games, strike_moved
from .storage.turns import (
    add_vacation,
    due_games,
    end_vacation,
    forget_vacations,
    games_without_turn,
    set_dues,
    vacations_of,
)

if TYPE_CHECKING:
    from .open_tables import OpenTables

log = logging.getLogger("anden.server")

YEAR = 365 * DAY

_ROUNDING = 0.01  # days: a vacation just ended counts as not taken
_MOST = 100  # games that are looked after in one go; the next look continues after them
_MOVED_SECONDS = 5.0  # after a move, until its process is thought to have died
_ALL_SECONDS = 600.0  # between two looks at games in which nobody is waited for


class Correspondence:
    def __init__(self, open_tables: "OpenTables") -> None:
        self._tables = open_tables
        self._looked_at = float("-inf")
        self._last_due = self._last_waiting = self._last_moved = ""  # where the next look continues

    async def run(self) -> None:
        while True:
            try:
                await self.look()
            except RefusedError as refusal:  # the store does not answer
                log.error("correspondence games wait: %s", refusal.code)
            await asyncio.sleep(self._tables.settings.correspondence_seconds)

    async def look(self) -> None:
        """Does what is due by now."""
        now, after = time(), self._last_due
        due = await self._tables.read(lambda c: due_games(c, now, after, _MOST))
        self._last_due = _last(due)
        for game_id in due:
            await self._look_at(game_id, self._expire)
        await self._catch_up(now - _MOVED_SECONDS)
        if self._last_waiting or now - self._looked_at > _ALL_SECONDS:
            await self._wake(now)

    async def _catch_up(self, before: float) -> None:
        """Notes the turns of games whose process died after a move."""
        after = self._last_moved
        left = await self._tables.read(lambda c: moved_games(c, before, after, _MOST))
        self._last_moved = _last(left)
        for game_id in left:
            await self._look_at(game_id, self._note_turns)

    async def _note_turns(self, game_id: str) -> None:
        table = await self._tables.find(game_id)
        if table is not None and table.is_readable:
            await table.note_days()
        else:
            await self._tables.write(lambda c: strike_moved(c, game_id))

    async def _wake(self, now: float) -> None:
        """Lets bots play on in games that nobody has opened."""
        after = self._last_waiting
        waiting = await self._tables.read(lambda c: games_without_turn(c, [*SLOW], after, _MOST))
        self._looked_at, self._last_waiting = now, _last(waiting)
        for game_id in waiting:
            await self._look_at(game_id, self._tables.find)

    async def _look_at(self, game_id: str, look: Callable[[str], Awaitable[object]]) -> None:
        """One game that fails keeps no other one waiting."""
        try:
            await look(game_id)
        except RefusedError as refusal:
            log.error("game %s could not be looked after: %s", game_id, refusal.code)
        except Exception:
            log.exception("game %s could not be looked after", game_id)

    async def _expire(self, game_id: str) -> None:
        table = await self._tables.find(game_id)
        if table is not None and table.is_readable:
            await table.expire()

    async def go_away(self, person: str, days: float) -> None:
        """A vacation begins, or its length changes: all turns of the person last longer by it."""
        now = time()

        def begin(connection: Connection) -> list[str]:
            end_vacation(connection, person, now)
            forget_vacations(connection, person, now - YEAR)
            if days > self._left(connection, person, now):
                raise RefusedError("vacation/too-long", n=self._left(connection, person, now))
            add_vacation(connection, person, now, now + days * DAY)
            return set_dues(connection, person, SLOW, now)

        await self._tell(await self._tables.write(begin))

    async def come_back(self, person: str) -> None:
        """Ends a vacation; what is left of it is not used up."""
        now = time()

        def end(connection: Connection) -> list[str]:
            end_vacation(connection, person, now)
            return set_dues(connection, person, SLOW, now)

        await self._tell(await self._tables.write(end))

    async def vacation(self, person: str) -> dict[str, Any]:
        """Until when a person is away, and whole days that may still be taken."""
        now = time()

        def look(connection: Connection) -> dict[str, Any]:
            spans = vacations_of(connection, [person])
            until = max((end for _, end in spans if end > now), default=None)
            left = self._left(connection, person, now)
            return {"until": until, "days_left": left}

        return await self._tables.read(look)

    def _left(self, connection: Connection, person: str, now: float) -> int:
        spans = vacations_of(connection, [person])
        used = sum(until - max(start, now - YEAR) for start, until in spans if until > now - YEAR)
        return max(0, int(self._tables.settings.vacation_days - used / DAY + _ROUNDING))

    async def _tell(self, game_ids: Iterable[str]) -> None:
        for game_id in game_ids:
            if (table := self._tables.known(game_id)) is not None:
                await table.hear_of_days()


def _last(games: Sequence[str]) -> str:
    """Where the next look continues: at the beginning, when these were the last."""
    return games[-1] if len(games) == _MOST else ""
