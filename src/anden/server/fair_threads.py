"""Blocking work beside the server's own: a few threads, shared fairly."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from .fair_turns import FairTurns, Payer

Result = TypeVar("Result")

_MAX_WAITING = 20  # pieces of work of one person


class FairThreads:
    """More threads would not do more: Python runs one at a time, and the server needs its share."""

    def __init__(self, threads: int, name: str) -> None:
        self._executor = ThreadPoolExecutor(threads, name)
        self._turns = FairTurns(threads, _MAX_WAITING)

    async def run(self, payer: Payer, job: Callable[[], Result]) -> Result:
        """Refused where the same person has too much waiting."""
        async with self._turns.turn(payer):
            return await asyncio.get_running_loop().run_in_executor(self._executor, job)

    def close(self) -> None:
        self._executor.shutdown(cancel_futures=True)
