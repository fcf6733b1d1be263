"""What is played at a table: judged, stored, played, and against bots taken back."""

import logging
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from anden.game import IllegalActionError, JudgedAction, NotationError
from anden.game.events import (
    LastRound,
    Passed,
    PlayBegan,
    RouteClaimed,
    StationBuilt,
    TicketsKept,
)
from anden.kernel.ids import Seat

from ..clock import CLOCKS, Clock
from ..errors import RefusedError
from ..logs import games, tell, tell_of_game
from ..replaying import begin_game
from ..storage import ActionRow, ConflictError, StorageError
from ..storage.rows import OVER, PLAYING
from .tools import MAX_TRIES, Tools

if TYPE_CHECKING:
    from .authority import Table

log = logging.getLogger("anden.server")

# What can be taken back: nothing that was hidden has been seen by it.
_REVEALS_NOTHING = (RouteClaimed, StationBuilt, TicketsKept, PlayBegan, Passed, LastRound)


class Playing:
    def __init__(self, table: "Table", tools: Tools) -> None:
        self.last_change = monotonic()
        self._table, self._tools = table, tools
        self._requests: dict[tuple[int, str], int] = {}

    def begin(self) -> None:
        table = self._table
        table.game = begin_game(table.lobby)
        kind = CLOCKS[table.lobby.row.clock]
        table.clock = None if kind is None else Clock(kind, len(table.lobby.seats))

    async def act(self, seat: Seat, text: str, seq: int, request: str | None) -> int:
        following = self._table.following
        for _ in range(MAX_TRIES):
            if not self._table.is_readable:
                raise RefusedError("game/not-playing")
            await following.be_sure()
            if request is not None and (seat, request) in self._requests:
                return self._requests[seat, request]
            try:
                judged = check_action(self._table, seat, text, seq)
            except RefusedError:
                if not await following.has_news():
                    raise
                continue
            if await self._append(seat, judged, request):
                await self.note_end()
                self._table.tell_state()
                return self._table.seq
        raise RefusedError("storage/failed")

    async def _append(self, seat: Seat, judged: JudgedAction, request: str | None) -> bool:
        """Stores an action and plays it; False if another server has been quicker."""
        table = self._table
        assert table.game is not None
        spent = 0.0 if table.clock is None or request is None else table.clock.spent(seat)
        before = table.game.digest[:6]
        row = ActionRow(table.seq + 1, seat, str(judged.action), before, request, spent)
        table.following.is_unsure = True
        try:
            await table.following.stored(self._tools.writer.append(table.lobby.row, row))
        except ConflictError:
            await table.following.refresh()
            return False
        table.following.is_unsure = False
        self.play(row, judged)
        kind = row.action.partition(" ")[0]  # the rest may be somebody's secret
        tell(games, logging.DEBUG, "action", game=table.id, seq=row.number, seat=seat, kind=kind)
        return True

    def play(self, row: ActionRow, judged: JudgedAction | None = None) -> None:
        """Plays a stored action."""
        table = self._table
        assert table.game is not None
        events = table.game.play(judged or row.action, row.seat)
        table.event_seqs += [row.number] * len(events)
        self.last_change = monotonic()
        if row.request is None:
            return
        self._requests[row.seat, row.request] = row.number
        if table.clock is not None:
            table.clock.note(row.seat, row.spent)

    async def play_again(self) -> None:
        """Plays the game anew from the store, after actions were taken back."""
        table = self._table
        self.begin()
        table.event_seqs, self._requests = [], {}
        await table.following.catch_up()
        table.audience.tell(lambda visitor: visitor.on_undone())
        table.tell_state()

    async def undo(self, seat: Seat, seq: int) -> int:
        table = self._table
        if seq != table.seq or not table.is_playing:
            raise RefusedError("action/stale")
        number = self.undoable(seat)
        if number is None:
            raise RefusedError("undo/too-late")
        lobby, stored = table.lobby, table.following.stored
        try:
            cut = await stored(self._tools.store.run(lambda store: store.cut(lobby, number)))
        except ConflictError:
            await table.following.refresh()
            raise RefusedError("action/stale") from None
        table.lobby = cut
        await stored(self.play_again())
        return table.seq

    def undoable(self, seat: Seat) -> int | None:
        table = self._table
        if table.game is None or not table.is_playing or not table.may_help(seat):
            return None
        own = [n for n, move in enumerate(table.game.moves, 1) if move.seat == seat]
        if not own:
            return None
        events = [
            event
            for event, number in zip(table.game.events, table.event_seqs, strict=True)
            if number >= own[-1]
        ]
        is_free = all(isinstance(event, _REVEALS_NOTHING) for event in events)
        return own[-1] if is_free else None

    async def note_end(self) -> None:
        """Remembers that the game is over. If that fails, it is found out when it is opened."""
        table = self._table
        if table.game is None or not table.game.is_over or table.lobby.row.status != PLAYING:
            return
        tell_of_game("game over", table.lobby, actions=table.seq)
        try:
            for _ in range(MAX_TRIES):
                if await self._try_note_end():
                    return
        except StorageError as error:
            log.error("game %s: its end was not noted: %s", table.id, error)

    async def _try_note_end(self) -> bool:
        """False if something else about the game has changed at the same moment."""
        table = self._table
        before = table.lobby
        over = replace(before, row=replace(before.row, status=OVER))
        table.lobby = over  # nothing more can be played, whether that is stored or not
        try:
            table.lobby = await table.changing.store(over, before)
        except ConflictError:
            game_id = table.id
            stored = await self._tools.store.run(lambda store: store.load(game_id))
            if stored is None:
                table.vanish()
                return True
            table.changing.take_on(stored)
            return stored.row.status != PLAYING
        return True


def check_action(table: "Table", seat: Seat, text: str, seq: int) -> JudgedAction:
    """The action, if the seat may play it in the state it has seen."""
    game = table.game
    if game is None or not table.is_playing:
        raise RefusedError("game/not-playing")
    may_choose = game.may_choose(seat)
    if seq > table.seq or (seq < table.seq and not may_choose):
        raise RefusedError("action/stale")
    if not may_choose and game.to_act != seat:
        raise RefusedError("action/not-your-turn")
    try:
        return game.judge(text, seat)
    except NotationError:
        raise RefusedError("action/unreadable") from None
    except IllegalActionError as error:
        raise RefusedError("action/illegal", error.reason) from None
