"""Programs that run beside a measurement, each in a process of its own, until they are asked."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

_END_SECONDS = 60.0
_FOLDER = Path(__file__).parents[1]
Facts = dict[str, Any]


class Beside:
    def __init__(self, program: str, address: str) -> None:
        command = [sys.executable, str(_FOLDER / program), address]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    async def begin(self) -> None:
        assert self._process.stdout is not None
        if await asyncio.to_thread(self._process.stdout.readline) != "ready\n":
            raise RuntimeError(f"{self._process.args!r} could not begin")

    async def end(self) -> Facts:
        """What it has found."""
        told, _ = await asyncio.to_thread(self._process.communicate, "", _END_SECONDS)
        facts: Facts = json.loads(told)
        return facts

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@asynccontextmanager
async def beside(programs: tuple[str, ...], address: str) -> AsyncIterator[list[Beside]]:
    """They have all begun."""
    running = [Beside(program, address) for program in programs]
    try:
        for one in running:
            await one.begin()
        yield running
    finally:
        for one in running:
            one.kill()


async def run_until_asked(
    begin: Callable[[], Awaitable[None]], end: Callable[[], Awaitable[Facts]]
) -> None:
    """The other side of it: goes on until the input ends."""
    await begin()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    print(json.dumps(await end()), flush=True)
