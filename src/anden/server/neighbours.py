"""The other processes on the same database: what they change is heard, who is here is told.

Alone, on SQLite, there is nobody but an operator now and then.
"""

import asyncio
import logging
from collections.abc import Collection, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol

from anden.kernel.ids import Seat

from .jobs import Jobs, Workers
from .one_thread import OneThread
from .storage import ConflictError, StorageError, Store
from .storage.lock import lock_path
from .storage.news import AGAIN, Listener
from .storage.presence import Presence
from .table import Table

log = logging.getLogger("anden.server")

_BEAT_SECONDS = 5.0
_LOOK_SECONDS = 1.0


class House(Protocol):
    """What hears the news."""

    jobs: Jobs
    workers: Workers

    def known(self, game_id: str) -> Table | None: ...
    def open_games(self) -> Iterable[Table]: ...


class Neighbours:
    def __init__(self, store: OneThread[Store], house: House) -> None:
        self._store, self._house = store, house
        self.is_shared = store.tool.is_shared
        self._process = store.tool.process
        self._url = store.tool.url
        self._listener: Listener | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._moved: set[str] = set()  # games in which somebody has come or gone
        self._has_moved = asyncio.Event()

    async def open(self) -> None:
        """StorageError if the database can't be reached."""
        if not self.is_shared:
            await self._store.run(lambda store: store.jobs.release())  # nobody else is at them
            self._tasks = [asyncio.create_task(self._look_at_file())]
            return
        await self._store.run(lambda store: store.presence.beat())
        loop = asyncio.get_running_loop()

        def hear(topic: str, names: list[str]) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._hear, topic, names)

        self._listener = Listener(self._url, self._process, hear)
        self._listener.start()
        self._tasks = [
            asyncio.create_task(self._beat()),
            asyncio.create_task(self._tell_presence()),
        ]

    async def _look_at_file(self) -> None:
        """An operator's command touches the file's lock when it has changed games."""
        path = lock_path(self._url)
        seen = _touched(path)
        while path is not None:
            await asyncio.sleep(_LOOK_SECONDS)
            if (touched := _touched(path)) != seen:
                seen = touched
                self._hear(AGAIN, [])

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._listener is not None:
            await asyncio.to_thread(self._listener.stop)
            with suppress(StorageError):
                await self._store.run(lambda store: store.presence.leave())

    def announce(self, table: Table) -> None:
        """Lets the others know, soon, who is at a table here."""
        if self.is_shared:
            self._moved.add(table.id)
            self._has_moved.set()

    def _hear(self, topic: str, names: list[str]) -> None:
        if topic == "game":
            for table in filter(None, map(self._house.known, names)):
                table.note_news()
        elif topic == "job":
            self._house.workers.wake()
        elif topic == "done":
            for key in names:
                self._house.jobs.note_finished(key)
        elif topic == AGAIN:
            for table in self._house.open_games():
                table.note_news()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT_SECONDS)
            try:
                is_known = await self._store.run(lambda store: store.presence.beat())
            except StorageError as error:
                log.error("the database does not answer: %s", error)
                continue
            if not is_known:  # the others think that nobody is here
                for table in self._house.open_games():
                    self.announce(table)

    async def _tell_presence(self) -> None:
        while True:
            await self._has_moved.wait()
            self._has_moved.clear()
            moved, self._moved = self._moved, set()
            try:
                await self._put(moved)
            except StorageError as error:
                log.error("who is present could not be told: %s", error)
                self._moved |= moved
                await asyncio.sleep(_BEAT_SECONDS)
                self._has_moved.set()

    async def _put(self, games: Collection[str]) -> None:
        """Notes who is present, all at once; one after the other if a game has gone meanwhile."""
        try:
            await self._note(games)
        except ConflictError:
            for game in games:
                with suppress(ConflictError):
                    await self._note((game,))

    async def _note(self, games: Collection[str]) -> None:
        tables = {game: self._house.known(game) for game in games}
        seats: dict[str, Collection[Seat]] = {
            game: () if table is None else table.audience.seats_here()
            for game, table in tables.items()
        }
        put = partial(Presence.put, seats_by_game=seats)
        await self._store.run(lambda store: put(store.presence))


def _touched(path: Path | None) -> float:
    """When the file was touched last; 0 if it can't be told."""
    try:
        return 0.0 if path is None else path.stat().st_mtime
    except OSError:
        return 0.0
