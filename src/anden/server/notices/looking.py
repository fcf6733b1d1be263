"""Who has which game before their eyes: they need no message that it is their turn.

Pages say whether they can be seen. It is noted in the database, since another process may be the
one that sends messages, and only for browsers that get some.
"""

import asyncio
import logging
from collections import Counter
from time import time
from typing import TYPE_CHECKING

from ..clock import SLOW
from ..errors import RefusedError
from ..storage.listeners import forget_all_looks, forget_looks, looks, note_looks

if TYPE_CHECKING:
    from ..connection import Connection
    from ..open_tables import OpenTables

log = logging.getLogger("anden.server")

_VALID_SECONDS = 60.0  # without being said again
_AGAIN_SECONDS = 20.0


class Looking:
    def __init__(self, open_tables: "OpenTables") -> None:
        self._tables = open_tables
        self._process = open_tables.store.tool.process
        self._pages: Counter[tuple[str, str]] = Counter()  # that show a game to a browser

    async def run(self) -> None:
        """Says again what still is so."""
        await self._clear()
        while True:
            await asyncio.sleep(_AGAIN_SECONDS)
            try:
                await self._note(*self._pages)
            except RefusedError as refusal:
                log.error("who looks at games could not be noted: %s", refusal.code)

    async def show(self, page: "Connection", is_visible: bool) -> None:
        """A page can be seen from now on, or no longer."""
        if page.is_visible == is_visible or page.session is None:
            return
        page.is_visible = is_visible
        if page.table.lobby.row.clock not in SLOW or not self._tables.settings.push:
            return
        place = page.session, page.table.id
        self._pages[place] += 1 if is_visible else -1
        if self._pages[place] > 0:
            await self._note(place)
            return
        del self._pages[place]
        await self._tables.write(lambda c: forget_looks(c, self._process, *place))

    async def leave(self, page: "Connection") -> None:
        try:
            await self.show(page, False)
        except RefusedError:  # it is forgotten by itself soon
            log.error("that somebody left could not be noted")

    async def _note(self, *places: tuple[str, str]) -> None:
        if places:
            until = time() + _VALID_SECONDS
            await self._tables.write(lambda c: note_looks(c, self._process, places, until))

    async def _clear(self) -> None:
        """What processes that have died left behind; alone, that is all there is."""
        is_left = looks.c.until < time() if self._tables.neighbours.is_shared else looks.c.until > 0
        try:
            await self._tables.write(lambda c: forget_all_looks(c, is_left))
        except RefusedError as refusal:
            log.error("old looks could not be forgotten: %s", refusal.code)
