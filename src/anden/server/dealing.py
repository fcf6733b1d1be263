"""The start of a game: the players' numbers are asked for, and then it is dealt."""

import asyncio
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from . import chance
from .lobby import check_can_start
from .storage import Lobby

if TYPE_CHECKING:
    from .table import Table

_LOOK_SECONDS = 0.02


class Dealing:
    """One for each table. Whoever does not answer holds nobody up for long."""

    def __init__(self, table: "Table", seconds: float) -> None:
        self._table, self._seconds = table, seconds
        self._lock = asyncio.Lock()

    async def gather(self) -> None:
        """Returns when all numbers are known that were promised, or none are left."""
        async with self._lock:
            for _ in range(chance.ROUNDS):
                check_can_start(self._table.lobby)
                if await self._ask():
                    return
                await self._wait_for(self._has_new_promises)

    async def _ask(self) -> bool:
        """Closes the list and asks for the numbers on it; False if one was missing."""
        here = self._table.audience.devices()
        await self._table.change(partial(chance.closed_list, present=here))
        draw = chance.draw_of(self._table.lobby.row)
        if draw.phase != chance.OPENING:
            return not draw.repeated
        await self._wait_for(lambda: chance.draw_of(self._table.lobby.row).is_complete)
        await self._table.change(_without_silent)
        return chance.draw_of(self._table.lobby.row).phase == chance.OPENING

    def _has_new_promises(self) -> bool:
        draw = chance.draw_of(self._table.lobby.row)
        here = {m.device for m in self._table.lobby.holders} - set(draw.excluded)
        here &= self._table.audience.devices()
        return here <= {each.device for each in draw.promised}

    async def _wait_for(self, is_so: Callable[[], bool]) -> None:
        end = monotonic() + self._seconds
        while not is_so() and monotonic() < end:
            await asyncio.sleep(_LOOK_SECONDS)


def _without_silent(lobby: Lobby) -> Lobby:
    return lobby if chance.draw_of(lobby.row).is_complete else chance.thrown_away(lobby)
