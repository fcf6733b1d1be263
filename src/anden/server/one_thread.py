"""Blocking work done by one thread, in order, while the server keeps running."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from . import metrics

Tool = TypeVar("Tool")
Result = TypeVar("Result")


class OneThread(Generic[Tool]):
    """Makes a tool in its thread, and uses it there alone."""

    def __init__(self, make: Callable[[], Tool], name: str) -> None:
        self._executor = ThreadPoolExecutor(1, name)
        try:
            self.tool = self._executor.submit(make).result()
        except BaseException:
            self._executor.shutdown()
            raise

    async def run(self, job: Callable[[Tool], Result]) -> Result:
        loop = asyncio.get_running_loop()
        with metrics.measured(metrics.store_seconds):
            return await loop.run_in_executor(self._executor, job, self.tool)

    def close(self, close: Callable[[Tool], None]) -> None:
        self._executor.submit(close, self.tool).result()
        self._executor.shutdown()
