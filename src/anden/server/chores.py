"""What a server does by itself, now and then."""

import asyncio
from contextlib import suppress
from functools import partial
from time import time
from typing import TYPE_CHECKING

from . import tasks
from .errors import RefusedError
from .storage.ratings import games_cut_short

if TYPE_CHECKING:
    from .open_tables import OpenTables

_DAY = 24 * 3600
_SWEEP_SECONDS = 60.0
_ENDS_SECONDS = 3600.0  # between two looks at rated games that may be over
_CUT_SECONDS = 600.0  # before the last action of all: then a server ended
_MOST_CUT = 1000
_PAUSE_SECONDS = 0.05


class Chores:
    def __init__(self, open_tables: "OpenTables") -> None:
        self._open_tables = open_tables
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        open_tables = self._open_tables
        self._tasks = [
            tasks.begin(self._forget_old(), "forgetting old games"),
            tasks.begin(self._look_at_ends(), "looking at the ends of rated games"),
            tasks.begin(self._put_away_idle(), "putting tables away"),
            tasks.begin(open_tables.correspondence.run(), "looking after correspondence"),
            tasks.begin(open_tables.looking.run(), "noting who looks on"),
        ]

    async def end(self) -> None:
        await tasks.end(*self._tasks)

    async def _forget_old(self) -> None:
        oldest = time() - self._open_tables.settings.lobby_days * _DAY
        with suppress(RefusedError):
            await self._open_tables.ask_store(lambda store: store.delete_lobbies(oldest))

    async def _look_at_ends(self) -> None:
        """Opens rated games that may have ended just when a server did: their end is noted then."""
        open_tables = self._open_tables
        while True:
            with suppress(RefusedError):
                cut = partial(games_cut_short, seconds=_CUT_SECONDS, limit=_MOST_CUT)
                for game_id in await open_tables.read(cut):
                    if open_tables.known(game_id) is None:
                        await open_tables.find(game_id)
                        await asyncio.sleep(_PAUSE_SECONDS)
            await asyncio.sleep(_ENDS_SECONDS)

    async def _put_away_idle(self) -> None:
        """Frees the memory of tables where nothing happens; the store has them."""
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            self._open_tables.put_away_idle()
