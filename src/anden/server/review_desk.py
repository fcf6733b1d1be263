"""Reviews of finished games: asked for, done bit by bit in a process of their own, and kept.

One may leave and come back: the work goes on, and what is done lies in a file. People take turns,
a slice of work each, so that nobody waits for the whole review of somebody else.
"""

import asyncio
import io
import json
import logging
import multiprocessing
import os
from collections import OrderedDict
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from anden.core.background import seconds_left
from anden.core.warm_up import warm_up_review
from anden.game import read_record
from anden.machine.files import write_whole
from anden.machine.meanwhile import interpret_meanwhile
from anden.review import ReviewJob, review_of
from anden.review.evaluator import VERSION

from .bot_pool import begin_process
from .errors import RefusedError
from .fair_turns import FairTurns, Payer

log = logging.getLogger("anden.server")

WAITING, WORKING, DONE, FAILED = "waiting", "working", "done", "failed"

_SLICE_SECONDS = 1.5
_MAX_OF_ONE = 3  # unfinished ones of a person
_MAX_IN_ALL = 300
_MAX_FILES = 2000
_MAX_JOBS = 16  # that the process has in mind
_MAX_TRIES = 3  # of a review whose process ends
_COMPILE_SECONDS = 300.0  # that it waits for compiled code
_LOOK_SECONDS = 0.5
_NICE = 10  # tables come first


@dataclass(frozen=True)
class Case:
    """A seat of a finished game."""

    game_id: str
    seat: int
    record: str
    effort: float = 1.0

    @property
    def key(self) -> str:
        return f"{self.game_id}-{self.seat}"


@dataclass
class Standing:
    """How far a review is."""

    state: str = WAITING
    progress: float = 0.0
    curve: list[list[float]] = field(default_factory=list)  # number of moves, value, error
    review: dict[str, Any] | None = None
    payer: Payer = field(default_factory=Payer)

    def as_dict(self) -> dict[str, Any]:
        """As it goes out."""
        return {
            "state": self.state,
            "progress": round(self.progress, 3),
            "curve": self.curve,
            "review": self.review,
        }


class ReviewDesk:
    """Where reviews are asked for."""

    effort = 1.0  # more is surer and slower

    def __init__(self, folder: Path, processes: int) -> None:
        self._folder, self._processes = folder, processes
        self._executor: Executor | None = None
        self._turns = FairTurns(1)
        self._standings: dict[str, Standing] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def standing(self, case: Case) -> Standing | None:
        """Of a review that was asked for; None if it was not."""
        found = self._standings.get(case.key)
        return found if found is not None else self._kept(case)

    def ask(self, case: Case, payer: Payer) -> Standing:
        """Begins a review unless it is done or being done."""
        found = self.standing(case)
        if found is not None and found.state != FAILED:
            return found
        unfinished = [each for each in self._standings.values() if each.state in (WAITING, WORKING)]
        if len(unfinished) >= _MAX_IN_ALL:
            raise RefusedError("server/busy")
        if sum(each.payer == payer for each in unfinished) >= _MAX_OF_ONE:
            raise RefusedError("reviews/too-many", n=_MAX_OF_ONE)
        begun = self._standings[case.key] = Standing(payer=payer)
        self._tasks[case.key] = asyncio.create_task(self._work(case, begun))
        return begun

    def forget(self, game_id: str, seats: int) -> None:
        """Everything about a game."""
        for seat in range(seats):
            key = Case(game_id, seat, "").key
            task = self._tasks.pop(key, None)
            if task is not None:
                task.cancel()
            self._standings.pop(key, None)
            self._path(key).unlink(missing_ok=True)

    async def close(self) -> None:
        """What is not done then is done anew when somebody asks again."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._stop()

    async def _work(self, case: Case, standing: Standing) -> None:
        try:
            await _until_compiled()
            await self._go_through(case, standing)
        except Exception:
            log.exception("the review %s failed", case.key)
            standing.state = FAILED
        finally:
            self._tasks.pop(case.key, None)
            if standing.state == DONE:
                self._standings.pop(case.key, None)

    async def _go_through(self, case: Case, standing: Standing) -> None:
        tries = 0
        while standing.state != DONE:
            async with self._turns.turn(standing.payer):
                standing.state = WORKING
                try:
                    loop = asyncio.get_running_loop()
                    step = await loop.run_in_executor(self._running(), advance, case)
                except BrokenExecutor:
                    self._stop()
                    tries += 1
                    if tries == _MAX_TRIES:
                        raise
                    continue
            standing.progress, standing.curve = step["progress"], step["curve"]
            if step["review"] is not None:
                standing.review = step["review"]
                await asyncio.to_thread(self._keep, case, standing)
                standing.state = DONE

    def _running(self) -> Executor:
        if self._executor is None:
            self._executor = _new_executor(self._processes)
        return self._executor

    def _stop(self) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            processes: dict[int, Any] = getattr(executor, "_processes", None) or {}
            running = list(processes.values())
            executor.shutdown(wait=False, cancel_futures=True)
            for process in running:
                process.kill()

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}.json"

    def _keep(self, case: Case, standing: Standing) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        told = {"version": VERSION, "curve": standing.curve, "review": standing.review}
        write_whole(self._path(case.key), json.dumps(told).encode())
        files = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for old in files[:-_MAX_FILES]:
            old.unlink(missing_ok=True)

    def _kept(self, case: Case) -> Standing | None:
        try:
            told = json.loads(self._path(case.key).read_text("utf-8"))
        except (OSError, ValueError):
            return None
        if told.get("version") != VERSION:
            return None
        return Standing(DONE, 1.0, told["curve"], told["review"])


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
    return ProcessPoolExecutor(1, context, initializer=_begin)


def _begin() -> None:
    begin_process()
    if hasattr(os, "nice"):
        os.nice(_NICE)


_jobs: OrderedDict[str, ReviewJob] = OrderedDict()  # of the process that does reviews


def advance(case: Case) -> dict[str, Any]:
    """A slice of work; the review once it is done."""
    interpret_meanwhile(False)
    warm_up_review(out=io.StringIO())
    job = _jobs.pop(case.key, None)
    if job is None:
        job = ReviewJob(read_record(case.record), case.seat, case.effort)
    end = perf_counter() + _SLICE_SECONDS
    for _ in job.run():
        if perf_counter() >= end:
            break
    curve = [[number, value.mean, value.error] for number, value in job.curve()]
    if job.is_done:
        return {"progress": 1.0, "curve": curve, "review": review_of(job).as_json()}
    _jobs[case.key] = job
    if len(_jobs) > _MAX_JOBS:
        _jobs.popitem(last=False)
    return {"progress": job.progress, "curve": curve, "review": None}
