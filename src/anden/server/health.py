"""How the store is doing, asked for no more often than it changes."""

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .open_tables import OpenTables


_PROBE_SECONDS = 1.0
_COUNT_SECONDS = 15.0  # that a count of all games is good for


class Health:
    def __init__(self, open_tables: "OpenTables") -> None:
        self._open_tables = open_tables
        self._probe: asyncio.Future[bool] | None = None
        self._probed_at = float("-inf")
        self._games: dict[str, int] = {}  # by status
        self._counted_at = float("-inf")

    async def is_well(self) -> bool:
        """Whether the store takes what is written; found out once for all who ask at the time."""
        if self._probe is None or monotonic() - self._probed_at > _PROBE_SECONDS:
            self._probed_at = monotonic()
            self._probe = asyncio.ensure_future(
                self._open_tables.store.run(lambda store: store.is_well())
            )
        return await asyncio.shield(self._probe)

    async def readiness(self) -> str:
        """`ok`, or what is missing: `store`, or `schema` if another version has changed it."""
        if not await self.is_well():
            return "store"
        is_current = await self._open_tables.ask_store(lambda store: store.is_current())
        return "ok" if is_current else "schema"

    async def count_games(self) -> dict[str, int]:
        """Stored games by status, as they were a moment ago."""
        if monotonic() - self._counted_at > _COUNT_SECONDS:
            self._counted_at = monotonic()
            self._games = await self._open_tables.ask_store(lambda store: store.count_games())
        return self._games
