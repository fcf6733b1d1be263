"""The days of one correspondence game: they count by the store, whoever has the table open."""

from collections import Counter
from contextlib import suppress
from time import time
from typing import TYPE_CHECKING

from anden.kernel.ids import Seat

from .clock import Clock
from .one_thread import OneThread
from .storage import ConflictError, Store
from .storage.turns import Mover, note_turns

if TYPE_CHECKING:
    from .table import Table

_MAX_TRIES = 5


class Days:
    def __init__(self, table: "Table", store: OneThread[Store]) -> None:
        self._table, self._store = table, store
        self._stored: dict[Seat, Mover] | None = None

    @property
    def are_counted(self) -> bool:
        clock = self._table.clock
        return clock is not None and clock.kind.is_slow

    def forget(self) -> None:
        """What is stored may have changed."""
        self._stored = None

    async def keep(self) -> None:
        """Stores who is to act, and sets the clocks to the stored ends."""
        clock = self._table.clock
        if clock is None or not clock.kind.is_slow:
            return
        movers, seconds = self._movers(clock), clock.kind.start
        if movers == self._stored:
            return
        game_id = self._table.id
        for _ in range(_MAX_TRIES):
            with suppress(ConflictError):  # another process stores the same at this moment
                ends = await self._store.run(
                    lambda store: store.write(
                        lambda c: note_turns(c, game_id, movers, seconds, time())
                    )
                )
                break
        else:
            return
        self._stored = movers
        for seat, end in ends.items():
            clock.set_end(seat, end)

    def _movers(self, clock: Clock) -> dict[Seat, Mover]:
        game, holders = self._table.game, self._table.lobby.holders
        moves = Counter(move.seat for move in game.moves) if game is not None else Counter[int]()
        return {
            seat: Mover(moves[seat], frozenset(m.device for m in holders if m.seat == seat))
            for seat in clock.running
        }
