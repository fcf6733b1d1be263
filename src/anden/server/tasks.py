"""Work that goes on beside everything else: how it ends is told once, and holds up nobody."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger("anden.server")


def begin(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    """A task that says so when it ends because something went wrong in it."""
    task = asyncio.create_task(work)

    def tell(task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s ended", name, exc_info=error)

    task.add_done_callback(tell)
    return task


async def end(*tasks: asyncio.Task[None]) -> None:
    """Cancels tasks and waits for them; one that has failed before keeps nobody from going on."""
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
