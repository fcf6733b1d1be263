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
from time import monotonic
from typing import TypeVar

from .one_thread import OneThread
from .storage import JobRow, NewJob, StorageError, Store, TooManyJobsError
from .storage.jobs import DONE, FAILED, LEASE_SECONDS, JobQueue

log = logging.getLogger("anden.server")

Result = TypeVar("Result")

_LOOK_SECONDS = 2.0  # between two looks at a job that somebody waits for
_IDLE_SECONDS = 5.0, 15.0  # between two looks at the queue, for what nobody told: shared, alone
_LATER = 0.02  # than a job may be taken: clocks are not that exact
_KEEP_SECONDS = 600.0  # that results are kept
_TIDY_SECONDS = 60.0  # between two times that they are cleared away
_PAUSE_SECONDS = 1.0  # when the store does not answer
_MAX_TRIES = 10  # at storing a result
_MAX_LOOKS = 90  # until nobody is expected to do the job any more


class JobError(Exception):
    """A job can't be done."""


@dataclass(frozen=True)
class Again:
    """A job is not finished: another piece follows, after so many seconds."""

    payload: str
    wait: float = 0.0


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


@dataclass(frozen=True)
class Crew:
    """So many workers that do jobs of these kinds."""

    kinds: Mapping[str, Work]
    number: int


class Worker:
    """Does one job after the other."""

    def __init__(self, kinds: Mapping[str, Work]) -> None:
        self.kinds = kinds
        self.name = token_hex(6)
        self.posted = asyncio.Event()
        self.current: str | None = None  # the job that it is at


class Workers:
    """Do jobs of some kinds, several at the same time. Each crew has its own kinds."""

    def __init__(self, store: OneThread[Store], jobs: Jobs, *crews: Crew) -> None:
        self._store, self._jobs = store, jobs
        self._workers = [Worker(crew.kinds) for crew in crews for _ in range(crew.number)]
        self._idle_seconds = _IDLE_SECONDS[not store.tool.is_shared]
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._work(worker)) for worker in self._workers]
        self._tasks.append(asyncio.create_task(self._tend()))

    async def stop(self) -> None:
        """What is not finished is left to others."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            with suppress(StorageError):
                await self._use(partial(JobQueue.release, worker=worker.name))

    def wake(self) -> None:
        for worker in self._workers:
            worker.posted.set()

    def wake_in(self, seconds: float) -> None:
        """Looks again then, if that is sooner than anybody would look anyway."""
        if 0 < seconds < self._idle_seconds:
            asyncio.get_running_loop().call_later(seconds + _LATER, self.wake)

    async def _work(self, worker: Worker) -> None:
        claim = partial(JobQueue.claim, worker=worker.name, kinds=tuple(worker.kinds))
        while True:
            worker.posted.clear()
            try:
                job = await self._store.run(lambda store: claim(store.jobs))
                if job is not None:
                    await self._do(worker, job)
                    continue
            except StorageError as error:
                log.error("jobs can't be taken: %s", error)
                await asyncio.sleep(_PAUSE_SECONDS)
            with suppress(TimeoutError):
                await asyncio.wait_for(worker.posted.wait(), self._idle_seconds)

    async def _do(self, worker: Worker, job: JobRow) -> None:
        result: str | Again | None
        worker.current = job.key
        try:
            result = await worker.kinds[job.kind](job)
        except Exception:
            log.exception("job %s failed", job.key)
            result = None
        try:
            await self._end(worker.name, job, result)
        finally:
            worker.current = None  # from here on it can be taken over
        self._jobs.note_finished(job.key)

    async def _end(self, name: str, job: JobRow, result: str | Again | None) -> None:
        if isinstance(result, Again):
            again = partial(JobQueue.put_back, payload=result.payload, wait=result.wait)
            end = partial(again, key=job.key, worker=name)
        else:
            end = partial(JobQueue.finish, key=job.key, worker=name, result=result)
        for _ in range(_MAX_TRIES):
            try:
                await self._use(end)
                break
            except StorageError as error:
                log.error("job %s: its result can't be stored: %s", job.key, error)
                await asyncio.sleep(_PAUSE_SECONDS)
        if isinstance(result, Again):
            self.wake_in(result.wait)

    async def _use(self, use: Callable[[JobQueue], object]) -> None:
        await self._store.run(lambda store: use(store.jobs))

    async def _tend(self) -> None:
        """Says that the workers live, and clears away what was finished long ago."""
        tidied = monotonic()
        while True:
            await asyncio.sleep(LEASE_SECONDS / 3)
            try:
                for worker in self._workers:
                    if worker.current is not None:
                        extend = partial(JobQueue.extend, worker=worker.name, key=worker.current)
                        await self._use(extend)
                if monotonic() - tidied > _TIDY_SECONDS:
                    tidied = monotonic()
                    await self._use(lambda queue: queue.forget_finished(_KEEP_SECONDS))
            except StorageError as error:
                log.error("jobs can't be tended: %s", error)
