"""Who sits at a table, and what becomes of it: changed in the store first, and then here."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import time
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from anden.game.chance import is_number
from anden.kernel import RULESET

from ..chance import dealt
from ..errors import RefusedError
from ..lobby import board_of, check_can_start
from ..logs import tell_of_game
from ..ratings import entrants, obstacle, settle
from ..statistics import played_rows
from ..storage import ConflictError, Lobby, Quota, Store
from ..storage.played import add_played
from ..storage.ratings import enter
from ..storage.rows import BOT, ENDED, HUMAN, LOBBY, OVER, PLAYING
from .tools import MAX_TRIES, Tools

if TYPE_CHECKING:
    from .authority import Table


class Changing:
    def __init__(self, table: "Table", tools: Tools) -> None:
        self._table, self._tools, self._store = table, tools, tools.store

    async def change(self, change: Callable[[Lobby], Lobby], quota: Quota | None = None) -> None:
        table = self._table
        for _ in range(MAX_TRIES):
            before = table.lobby
            try:
                lobby = change(before)
                if lobby == before:
                    return
                if _num_bots(lobby) <= _num_bots(before):
                    quota = None
                saved = await table.following.stored(self.store(lobby, before, quota))
            except RefusedError:
                if not await table.following.has_news():
                    raise
            except ConflictError:
                await table.following.refresh()
            else:
                self.take_on(saved)
                return
        raise RefusedError("storage/failed")

    async def start(self) -> None:
        await self.change(_started)
        tell_of_game("game started", self._table.lobby)

    async def follow(self, make: Callable[[Lobby], Lobby], quota: Quota) -> str:
        table = self._table
        for _ in range(MAX_TRIES):
            if table.lobby.row.rematch is not None:
                return table.lobby.row.rematch
            rematch = make(table.lobby)
            follow = partial(Store.follow, lobby=table.lobby, rematch=rematch, quota=quota)
            try:
                self.take_on(await table.following.stored(self._store.run(follow)))
            except ConflictError:
                await table.following.refresh()
        raise RefusedError("storage/failed")

    async def store(self, lobby: Lobby, before: Lobby, quota: Quota | None = None) -> Lobby:
        """Stores the lobby, with what goes with the change; the lobby as it is then."""
        beside = self._beside(lobby, before)
        save = partial(Store.save, lobby=lobby, before=before, quota=quota, beside=beside)
        saved = await self._store.run(save)
        if beside is not None:
            self._tools.herald.wake()
        return saved

    def _beside(self, lobby: Lobby, before: Lobby) -> Callable[[Connection], None] | None:
        """What is stored together with the beginning or the end of a game."""
        status, game, now = lobby.row.status, self._table.game, time()
        herald = self._tools.herald
        if before.row.status == LOBBY and status == PLAYING and lobby.row.is_rated:
            rows = entrants(lobby)
            return lambda connection: enter(connection, lobby.row.id, rows)
        if game is None or before.row.status != PLAYING or status not in (OVER, ENDED):
            return None
        results = played_rows(lobby, game, now) if status == OVER else []

        def note(connection: Connection) -> None:
            add_played(connection, results)
            herald.tell_end(connection, lobby)
            if lobby.row.is_rated:
                settle(connection, lobby, game, now)

        return note

    def take_on(self, lobby: Lobby) -> None:
        """The lobby is another one now, by a change made here or elsewhere."""
        table = self._table
        before, table.lobby = table.lobby, lobby
        row, old = lobby.row, before.row
        has_begun = old.status == LOBBY != row.status
        has_ended = old.status == PLAYING and row.status == ENDED
        self._give_back_time(before)
        table.clocks.tend()
        if not has_ended and _is_visible(before, lobby):
            table.tell_game()
            table.bots.wake()
        if row.rematch is not None and row.rematch != old.rematch:
            following = row.rematch
            table.audience.tell(lambda visitor: visitor.on_rematch(following))
        if has_begun:
            table.playing.begin()
        if has_ended:
            tell_of_game("game ended", lobby, actions=table.seq)
        if has_begun or has_ended:
            table.tell_state()

    def _give_back_time(self, before: Lobby) -> None:
        clock, seats = self._table.clock, self._table.lobby.seats
        for seat, (old, new) in enumerate(zip(before.seats, seats, strict=False)):
            if clock is not None and old.kind == BOT and new.kind == HUMAN:
                clock.give_back(seat)


def _started(lobby: Lobby) -> Lobby:
    check_can_start(lobby)
    if lobby.row.is_rated and (code := obstacle(lobby)) is not None:
        raise RefusedError(f"rated/{code}")
    if not is_number(lobby.row.seed):
        raise RefusedError("game/unreadable")
    sha256 = board_of(lobby).sha256
    row = replace(lobby.row, status=PLAYING, ruleset=RULESET, board_sha256=sha256)
    return dealt(replace(lobby, row=row))


def _is_visible(before: Lobby, after: Lobby) -> bool:
    """Whether people at the table can see the difference: not who else looks on."""
    row = replace(after.row, version=before.row.version, rematch=before.row.rematch)
    return (row, after.seats, after.holders) != (before.row, before.seats, before.holders)


def _num_bots(lobby: Lobby) -> int:
    return sum(seat.kind == BOT for seat in lobby.seats)
