"""Slow work: asked for by one process, done by a worker of this or another one.

A kind of work is a function: it takes a job and gives the result as a text, or `Again` with the
payload of the next piece if there is more to do. Pieces take seconds, so that nobody waits long for
a worker.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from secrets import token_hex
from typing import TypeVar

from .one_thread import OneThread
from .storage import JobRow, NewJob, StorageError, Store, TooManyJobsError
from .storage.jobs import DONE, FAILED, LEASE_SECONDS, JobQueue

log = logging.getLogger("anden.server")

Result = TypeVar("Result")

_LOOK_SECONDS = 2.0  # between two looks at the queue, for what nobody told
_KEEP_SECONDS = 600.0  # that results are kept
_PAUSE_SECONDS = 1.0  # when the store does not answer
_MAX_TRIES = 10  # at storing a result
_MAX_LOOKS = 90  # until nobody is expected to do the job any more


class JobError(Exception):
    """A job can't be done."""


@dataclass(frozen=True)
class Again:
    """A job is not finished: another piece follows."""

    payload: str


Work = Callable[[JobRow], Awaitable[str | Again]]


class Jobs:
    """Puts work into the queue, and waits for what comes of it."""

    def __init__(self, store: OneThread[Store]) -> None:
        self._store = store
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self.on_posted: Callable[[], None] = lambda: None

    async def ask(self, job: NewJob) -> str:
        """The result of a job, which another process may have asked for already."""
        finished = asyncio.Event()
        self._waiting.setdefault(job.key, set()).add(finished)
        try:
            await self._queue(lambda queue: queue.post(job))
            self.on_posted()
            for _ in range(_MAX_LOOKS):
                with suppress(TimeoutError):
                    await asyncio.wait_for(finished.wait(), _LOOK_SECONDS)
                finished.clear()
                row = await self._queue(lambda queue: queue.find(job.key))
                if row is None or row.state == FAILED:
                    raise JobError(job.key)
                if row.state == DONE:
                    return row.result or ""
            raise JobError(f"{job.key}: nobody does it")
        except (StorageError, TooManyJobsError) as error:
            raise JobError(str(error)) from error
        finally:
            self._waiting[job.key].discard(finished)
            if not self._waiting[job.key]:
                del self._waiting[job.key]

    def note_finished(self, key: str) -> None:
        for waiting in self._waiting.get(key, ()):
            waiting.set()

    async def _queue(self, use: Callable[[JobQueue], Result]) -> Result:
        return await self._store.run(lambda store: use(store.jobs))


class Workers:
    """Does jobs of some kinds, several at the same time."""

    def __init__(
        self, store: OneThread[Store], jobs: Jobs, kinds: Mapping[str, Work], number: int
    ) -> None:
        self._store, self._jobs, self._kinds = store, jobs, kinds
        self._names = [token_hex(6) for _ in range(number)]
        self._current: dict[str, str] = {}  # the job of each worker that has one
        self._posted = [asyncio.Event() for _ in range(number)]
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        workers = zip(self._names, self._posted, strict=True)
        self._tasks = [asyncio.create_task(self._work(*worker)) for worker in workers]
        self._tasks.append(asyncio.create_task(self._tend()))

    async def stop(self) -> None:
        """What is not finished is left to others."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for name in self._names:
            with suppress(StorageError):
                await self._use(partial(JobQueue.release, worker=name))

    def wake(self) -> None:
        for posted in self._posted:
            posted.set()

    async def _work(self, name: str, posted: asyncio.Event) -> None:
        kinds = tuple(self._kinds)
        while True:
            posted.clear()
            try:
                job = await self._store.run(lambda store: store.jobs.claim(name, kinds))
                if job is not None:
                    await self._do(name, job)
                    continue
            except StorageError as error:
                log.error("jobs can't be taken: %s", error)
                await asyncio.sleep(_PAUSE_SECONDS)
            with suppress(TimeoutError):
                await asyncio.wait_for(posted.wait(), _LOOK_SECONDS)

    async def _do(self, name: str, job: JobRow) -> None:
        result: str | Again | None
        self._current[name] = job.key
        try:
            result = await self._kinds[job.kind](job)
        except Exception:
            log.exception("job %s failed", job.key)
            result = None
        try:
            await self._end(name, job, result)
        finally:
            del self._current[name]  # from here on it can be taken over
        self._jobs.note_finished(job.key)

    async def _end(self, name: str, job: JobRow, result: str | Again | None) -> None:
        if isinstance(result, Again):
            end = partial(JobQueue.put_back, key=job.key, worker=name, payload=result.payload)
        else:
            end = partial(JobQueue.finish, key=job.key, worker=name, result=result)
        for _ in range(_MAX_TRIES):
            try:
                await self._use(end)
                return
            except StorageError as error:
                log.error("job %s: its result can't be stored: %s", job.key, error)
                await asyncio.sleep(_PAUSE_SECONDS)

    async def _use(self, use: Callable[[JobQueue], object]) -> None:
        await self._store.run(lambda store: use(store.jobs))

    async def _tend(self) -> None:
        """Says that the workers live, and clears away what was finished long ago."""
        while True:
            await asyncio.sleep(LEASE_SECONDS / 3)
            try:
                for name, key in tuple(self._current.items()):
                    extend = partial(JobQueue.extend, worker=name, key=key)
                    await self._use(extend)
                await self._store.run(lambda store: store.jobs.forget_finished(_KEEP_SECONDS))
            except StorageError as error:
                log.error("jobs can't be tended: %s", error)
