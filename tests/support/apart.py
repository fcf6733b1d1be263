"""Coroutines for tests, in a thread of their own: the browser's loop may be running in this one."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_apart(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """What `asyncio.run` gives."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(coroutine)).result()


def at_once(*jobs: Callable[[], Result]) -> list[Result]:
    """What they give, each in a thread of its own."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        return [done.result() for done in [pool.submit(job) for job in jobs]]
