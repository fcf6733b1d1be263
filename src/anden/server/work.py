"""A process that does jobs and serves nobody: it takes searches and reviews off the servers."""

import asyncio
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress

from .board_files import use_folder
from .bot_pool import BotPool
from .bot_work import BOT_JOB, BotWork
from .jobs import Crew, Jobs, Workers
from .neighbours import Neighbours
from .one_thread import OneThread
from .opening import open_store
from .review_work import REVIEW_JOB, ReviewWork
from .settings import ServerSettings
from .table import Table


class Workshop:
    """Workers, and all that they need."""

    def __init__(self, settings: ServerSettings) -> None:
        use_folder(settings.boards)
        self._store = OneThread(lambda: open_store(settings), "store")
        self._pool = BotPool(settings.bot_processes, settings.bot_timeout)
        self.jobs = Jobs(self._store)
        bots = BotWork(self._store, self._pool, settings.boards)
        self._reviews = ReviewWork(self._store, settings)
        self.workers = Workers(
            self._store,
            self.jobs,
            Crew({BOT_JOB: bots.do}, settings.workers),
            Crew({REVIEW_JOB: self._reviews.do}, settings.review_workers),
        )
        self._neighbours = Neighbours(self._store, self)

    def known(self, game_id: str) -> Table | None:
        return None

    def open_games(self) -> Iterable[Table]:
        return ()

    async def open(self) -> None:
        self._pool.warm_up()
        await self._neighbours.open()
        self.workers.start()

    async def close(self) -> None:
        await self.workers.stop()
        await self._neighbours.close()
        self._pool.close()
        self._reviews.close()
        self._store.close(lambda store: store.close())


async def work(settings: ServerSettings, on_ready: Callable[[], None]) -> None:
    """Does jobs until Ctrl-C or SIGTERM; what is not finished then is left to others."""
    workshop = Workshop(settings)
    is_over = asyncio.Event()
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):  # on Windows Ctrl-C ends the loop by itself
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, is_over.set)
    await workshop.open()
    on_ready()
    try:
        await is_over.wait()
    finally:
        await workshop.close()
