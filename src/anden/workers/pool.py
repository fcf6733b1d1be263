"""All cores of this machine: one process per core, which may die without harming the match."""

import multiprocessing
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, NoReturn

from anden.machine.cores import usable_cores

from .chunks import Chunk, Chunks
from .errors import WorkError
from .jobs import Done, T, Work

MAX_FAILED_STARTS = 3
_GRACE_SECONDS = 2.0
_SPAWN = multiprocessing.get_context("spawn")  # nothing of this process leaks into a worker


def play_here(job: Work[T], chunks: Chunks) -> Done[T]:
    """Plays in this process."""
    if not len(chunks):
        return
    worker = job.worker()
    worker.warm_up()
    while chunk := chunks.take(1):
        start = time.perf_counter()
        played = [worker.play_set(number) for number in chunk.numbers]
        chunks.done(chunk, time.perf_counter() - start)
        yield played


def play_on_cores(job: Work[T], chunks: Chunks, workers: int = 0) -> Done[T]:
    """Plays in this many processes, by default one per core; results come as they get done."""
    pool = _Pool(job, chunks, min(workers or usable_cores(), len(chunks)))
    try:
        yield from pool.results()
    finally:
        pool.close()


class _Member(Generic[T]):
    """A worker process, and what it is playing."""

    def __init__(self, job: Work[T]) -> None:
        self.connection, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=serve, args=(job, theirs), daemon=True)
        with _interrupts_ignored():  # by the worker from its first moment on
            self.process.start()
        theirs.close()  # so that the end of the process is the end of the pipe
        self.chunk: Chunk | None = None

    def give(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.connection.send(chunk.numbers)


class _Pool(Generic[T]):
    def __init__(self, job: Work[T], chunks: Chunks, size: int) -> None:
        self._job = job
        self._chunks = chunks
        self._size = size
        self._failed_starts = 0
        self._members = [_Member(job) for _ in range(size)]

    def results(self) -> Iterator[list[T]]:
        while self._members:
            for ready in wait([member.connection for member in self._members]):
                member = next(m for m in self._members if m.connection is ready)
                played = self._hear(member)
                if played:
                    yield played

    def _hear(self, member: _Member[T]) -> list[T]:
        """What a worker has to say, or nothing if it has died and was replaced."""
        try:
            told, seconds = member.connection.recv()
            if isinstance(told, str):
                raise WorkError("arena.error_worker", detail=told)
            if member.chunk is not None:
                self._chunks.done(member.chunk, seconds)
                member.chunk = None
            self._employ(member)
            return list(told)
        except (EOFError, OSError):  # OSError: in the middle of a message
            self._bury(member)
            return []

    def _employ(self, member: _Member[T]) -> None:
        chunk = self._chunks.take(self._size)
        if chunk is None:
            self._members.remove(member)
            _end(member)
        else:
            member.give(chunk)

    def _bury(self, member: _Member[T]) -> None:
        """Replaces a worker that has died, and has its chunk played again."""
        self._members.remove(member)
        _end(member)
        why = f"exit code {member.process.exitcode}"
        if member.chunk is not None:
            self._chunks.give_back(member.chunk, why)
        else:
            self._failed_starts += 1
            if self._failed_starts >= MAX_FAILED_STARTS:
                raise WorkError("arena.error_no_start", detail=why)
        self._members.append(_Member(self._job))

    def close(self) -> None:
        for member in self._members:
            member.process.terminate()
        for member in self._members:
            _end(member)
        self._members.clear()


def _end(member: _Member[T]) -> None:
    member.connection.close()
    member.process.join(_GRACE_SECONDS)
    if member.process.is_alive():
        member.process.kill()
        member.process.join()


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes started here inherit that Ctrl-C is the business of this one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _StopError(BaseException):
    """The match is over; not an Exception, so that no bot catches it."""


def _stop(number: int, frame: Any) -> NoReturn:
    raise _StopError


def serve(job: Work[T], connection: "Connection[Any, Any]") -> None:
    """A worker's life: warm up, then play chunk after chunk until the match hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    sys.stdout = sys.stderr  # what a bot prints is not the result of the match
    try:
        _serve(job, connection)
    except (_StopError, EOFError, BrokenPipeError):
        pass
    except Exception as error:
        connection.send((f"{type(error).__name__}: {error}", 0.0))


def _serve(job: Work[T], connection: "Connection[Any, Any]") -> None:
    worker = job.worker()
    worker.warm_up()
    connection.send(([], 0.0))
    parent = multiprocessing.parent_process()
    while numbers := connection.recv():
        start = time.perf_counter()
        played = []
        for number in numbers:
            if parent is not None and not parent.is_alive():
                return
            played.append(worker.play_set(number))
        connection.send((played, time.perf_counter() - start))
