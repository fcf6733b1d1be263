"""Blocking work done by one thread, in order, while the server keeps running."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeVar

from . import metrics

Tool = TypeVar("Tool")
Result = TypeVar("Result")


class OneThread(Generic[Tool]):
    """Makes a tool in its thread, and uses it there alone.

    What is asked for goes straight to the thread and back: an executor would take as long again as
    the store does.
    """

    def __init__(self, make: Callable[[], Tool], name: str) -> None:
        self._errands: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._is_closed = False
        self._thread = Thread(target=self._work, name=name, daemon=True)
        self._thread.start()
        try:
            self.tool = self._wait_for(make)
        except BaseException:
            self._end()
            raise

    async def run(self, job: Callable[[Tool], Result]) -> Result:
        with metrics.measured(metrics.store_seconds):
            return await self.ask(job)

    def ask(self, job: Callable[[Tool], Result]) -> "asyncio.Future[Result]":
        if self._is_closed:
            raise RuntimeError("the thread has ended")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()

        def errand() -> None:
            if done.cancelled():  # nobody waits for it any more
                return
            try:
                result = job(self.tool)
            except BaseException as error:
                _tell(loop, _fail, done, error)
            else:
                _tell(loop, _succeed, done, result)

        self._errands.put(errand)
        return done

    def close(self, close: Callable[[Tool], None]) -> None:
        self._is_closed = True
        try:
            self._wait_for(lambda: close(self.tool))
        finally:
            self._end()

    def _wait_for(self, job: Callable[[], Result]) -> Result:
        done: Future[Result] = Future()

        def errand() -> None:
            try:
                done.set_result(job())
            except BaseException as error:
                done.set_exception(error)

        self._errands.put(errand)
        return done.result()

    def _end(self) -> None:
        self._is_closed = True
        self._errands.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (errand := self._errands.get()) is not None:
            errand()
            del errand  # and what it holds, before the next one is waited for


def _tell(loop: asyncio.AbstractEventLoop, tell: Callable[..., None], *arguments: Any) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(tell, *arguments)


def _succeed(done: "asyncio.Future[Result]", result: Result) -> None:
    if not done.done():
        done.set_result(result)


def _fail(done: "asyncio.Future[Any]", error: BaseException) -> None:
    if isinstance(error, StopIteration):  # no future takes it, and who waits would wait for ever
        error = RuntimeError(f"the job raised {error!r}")
    if not done.done():
        done.set_exception(error)
