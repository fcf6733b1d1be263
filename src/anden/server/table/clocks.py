"""The clocks of a table: who runs out of time is played for, at once or after days."""

import asyncio
from typing import TYPE_CHECKING

from anden.kernel.ids import Seat

from ..days import Days
from ..lobby import STAND_IN, hand_over
from ..storage import Lobby
from ..storage.rows import HUMAN
from .tools import Tools

if TYPE_CHECKING:
    from .authority import Table


class Clocks:
    def __init__(self, table: "Table", tools: Tools) -> None:
        self._table, self._tools = table, tools
        self._days = Days(table, tools.store, tools.herald)
        self._alarm: asyncio.TimerHandle | None = None
        self._ago = 0.0  # how long the clocks have run already when the game is opened

    @property
    def are_days_counted(self) -> bool:
        return self._days.are_counted

    @property
    def is_alarm_set(self) -> bool:
        return self._alarm is not None

    async def ask_how_long_they_ran(self) -> None:
        game_id = self._table.id
        self._ago = await self._tools.store.run(
            lambda store: store.presence.served_seconds(game_id)
        )

    def tend(self) -> None:
        """Lets the right clocks run, and sets an alarm for the first that will be at zero."""
        table = self._table
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if table.clock is None:
            return
        table.clock.run_for(table.due(), self._ago)
        self._ago = 0.0
        if self._days.are_counted:
            table.exclusively(self._days.keep)
            return
        end = table.clock.next_end()
        if end is not None:
            loop = asyncio.get_running_loop()
            # The alarm holds the table, which a bare method of this part would not.
            self._alarm = loop.call_later(max(end, 0.0), table.on_alarm)

    def ring(self) -> None:
        self._alarm = None
        self._table.exclusively(self.expire)

    async def note_days(self) -> None:
        self._days.forget()
        await self._days.keep()

    async def expire(self) -> None:
        """Bots play on for those whose time is up."""
        table = self._table
        if self._tools.is_shared:  # they may have played at another process
            await table.following.refresh()
        await self.note_days()
        late = [] if table.clock is None else table.clock.ended()
        if not late or not table.is_playing:
            self.tend()
            return
        await table.changing.change(lambda lobby: _replaced(lobby, late))
        table.tell_state()


def _replaced(lobby: Lobby, late: list[Seat]) -> Lobby:
    for seat in late:
        if lobby.seats[seat].kind == HUMAN:
            lobby = hand_over(lobby, seat, STAND_IN)
    return lobby
