"""The days of one correspondence game: they count by the store, whoever has the table open."""

from collections import Counter
from contextlib import suppress
from itertools import takewhile
from time import time
from typing import TYPE_CHECKING

from anden.kernel.ids import Seat

from .clock import Clock
from .notices.herald import Herald
from .one_thread import OneThread
from .storage import ConflictError, Lobby, Store
from .storage.moved import strike_moved
from .storage.turns import Mover, Noted, note_turns

if TYPE_CHECKING:
    from .table import Table

_MAX_TRIES = 5


class Days:
    def __init__(self, table: "Table", store: OneThread[Store], herald: Herald) -> None:
        self._table, self._store, self._herald = table, store, herald
        self._stored: tuple[int, dict[Seat, Mover]] | None = None

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
        movers, seconds, seq = self._movers(clock), clock.kind.start, self._table.seq
        if (seq, movers) == self._stored:
            return
        lobby = self._table.lobby
        for _ in range(_MAX_TRIES):
            with suppress(ConflictError):  # another process stores the same at this moment
                noted = await self._store.run(
                    lambda store: self._note(store, lobby, seq, movers, seconds)
                )
                break
        else:
            return
        self._stored = seq, movers
        if noted.begun:
            self._herald.wake()
        for seat, end in noted.ends.items():
            clock.set_end(seat, end)

    def _note(
        self, store: Store, lobby: Lobby, seq: int, movers: dict[Seat, Mover], seconds: float
    ) -> Noted:
        """Who is to act, and what people are told of it: both, or neither."""
        game_id = lobby.row.id
        with store.writing() as connection:
            noted = note_turns(connection, game_id, movers, seconds, time())
            strike_moved(connection, game_id, seq)
            self._herald.tell_turns(connection, lobby, noted)
        return noted

    def _movers(self, clock: Clock) -> dict[Seat, Mover]:
        game, holders = self._table.game, self._table.lobby.holders
        seats = [move.seat for move in game.moves] if game is not None else []
        moves = Counter(seats)
        last = Counter(takewhile(lambda seat: seat == seats[-1], reversed(seats)))
        return {
            seat: Mover(
                moves[seat],
                frozenset(m.device for m in holders if m.seat == seat),
                moves[seat] - last[seat],
            )
            for seat in clock.running
        }
