"""The kind of job that a review is: a slice of work at a time, in a process of its own.

What a slice has found is stored before the next one begins. So whoever takes the job over, because
its worker died or because others had their turn, continues where it stopped.
"""

import asyncio
import io
import json
import logging
import multiprocessing
import os
from collections import OrderedDict
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from anden.core.background import seconds_left
from anden.core.warm_up import warm_up_review
from anden.game import read_record, write_record
from anden.kernel.ids import Seat
from anden.machine.meanwhile import interpret_meanwhile
from anden.review import ReviewJob, review_of
from anden.review.evaluator import VERSION

from .board_files import fetch_board
from .bot_pool import begin_process
from .jobs import Again, JobError
from .one_thread import OneThread
from .replaying import replay_game
from .settings import ServerSettings
from .storage import JobRow, Store
from .storage.reviews import ReviewQueue
from .storage.rows import OVER

log = logging.getLogger("anden.server")

REVIEW_JOB = "review"
SLICE_SECONDS = 1.5

_MAX_KEPT = 16  # reviews that a process has in mind
_MAX_TRIES = 3  # of a slice whose process ends
_COMPILE_SECONDS = 300.0  # that it waits for compiled code
_LOOK_SECONDS = 0.5
_NICE = 10  # tables come first


@dataclass(frozen=True)
class Slice:
    """All that a piece of work needs."""

    key: str
    record: str
    seat: Seat
    effort: float
    found: str | None  # by whoever was at it before


class ReviewWork:
    """Does the jobs of reviews, as many at the same time as there are processes."""

    def __init__(self, store: OneThread[Store], settings: ServerSettings) -> None:
        self._store, self._boards = store, settings.boards
        self._processes = settings.review_workers if settings.bot_processes else 0
        self._executor: Executor | None = None

    async def do(self, job: JobRow) -> str | Again:
        asked = json.loads(job.payload)
        if asked["version"] != VERSION:
            raise JobError(f"{job.key}: for another version of Andén")
        record = await self._record(job.game_id or "")
        found = await self._use(partial(ReviewQueue.found, key=job.key))
        await _until_compiled()
        work = Slice(job.key, record, int(asked["seat"]), float(asked["effort"]), found)
        step = await self._advance(work)
        if step["review"] is not None:
            done = partial(ReviewQueue.finish, curve=step["curve"], review=step["review"])
            await self._use(partial(done, key=job.key))
            return ""
        so_far = {name: step[name] for name in ("progress", "curve", "found")}
        await self._use(partial(ReviewQueue.note, key=job.key, **so_far))
        return Again(job.payload)

    def close(self) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            processes: dict[int, Any] = getattr(executor, "_processes", None) or {}
            running = list(processes.values())
            executor.shutdown(wait=False, cancel_futures=True)
            for process in running:
                process.kill()

    async def _record(self, game_id: str) -> str:
        lobby = await self._store.run(lambda store: store.load(game_id))
        if lobby is None or lobby.row.status != OVER:
            raise JobError(f"game {game_id} is not over")
        await self._store.run(partial(fetch_board, folder=self._boards, name=lobby.row.board))
        rows = await self._store.run(lambda store: store.actions(game_id))
        return write_record(replay_game(lobby, rows).record())

    async def _advance(self, work: Slice) -> dict[str, Any]:
        loop = asyncio.get_running_loop()
        for left in reversed(range(_MAX_TRIES)):
            if self._executor is None:
                self._executor = _new_executor(self._processes)
            try:
                return await loop.run_in_executor(self._executor, advance, work)
            except BrokenExecutor:
                self.close()
                if not left:
                    raise
        raise AssertionError

    async def _use(self, use: Any) -> Any:
        return await self._store.run(lambda store: use(store.reviews))


async def _until_compiled() -> None:
    """Interpreted, it would take hours; and what others compile is not compiled twice."""
    for _ in range(round(_COMPILE_SECONDS / _LOOK_SECONDS)):
        if seconds_left() == 0:
            return
        await asyncio.sleep(_LOOK_SECONDS)


def _new_executor(processes: int) -> Executor:
    if processes == 0:
        return ThreadPoolExecutor(1, "reviews")
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, context, initializer=_begin)


def _begin() -> None:
    begin_process()
    if hasattr(os, "nice"):
        os.nice(_NICE)


_kept: OrderedDict[str, ReviewJob] = OrderedDict()  # of the process that does reviews


def advance(work: Slice) -> dict[str, Any]:
    """A slice of work; the review once it is done. Everything but the progress is JSON."""
    interpret_meanwhile(False)
    warm_up_review(out=io.StringIO())
    job = _kept.pop(work.key, None)
    if job is None:
        job = ReviewJob(read_record(work.record), work.seat, work.effort)
    if work.found is not None:
        job.take_up(json.loads(work.found))
    end = perf_counter() + SLICE_SECONDS
    for _ in job.run():
        if perf_counter() >= end:
            break
    curve = json.dumps([[number, value.mean, value.error] for number, value in job.curve()])
    if job.is_done:
        review = json.dumps(review_of(job).as_json())
        return {"progress": 1.0, "curve": curve, "review": review}
    _kept[work.key] = job
    if len(_kept) > _MAX_KEPT:
        _kept.popitem(last=False)
    found = json.dumps(job.found)
    return {"progress": job.progress, "curve": curve, "found": found, "review": None}
