"""Servers that are forked from a process that has loaded everything, and can be killed."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from tools.faults.program import PROGRAM
from tools.ports import free_port

START_SECONDS = 120.0  # for a server to be back, on a machine that has much else to do
_ANSWER_SECONDS = 5.0
_JUMP = 3600.0  # seconds that a clock is wrong by, at most


class Fleet:
    def __init__(self, folder: Path, database: str, number: int) -> None:
        self.ports = [free_port() for _ in range(number)]
        self.jumps = 0  # of clocks
        command = [sys.executable, "-c", PROGRAM, str(folder), database]
        self._nursery = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.pids = [self._start(port, 0.0) for port in self.ports]

    def any_address(self) -> str:
        return f"127.0.0.1:{random.choice(self.ports)}"

    def kill_one(self) -> None:
        """Kills a server, and starts it again, a third of the times with another time of day."""
        place = random.randrange(len(self.pids))
        with suppress(ProcessLookupError):
            os.kill(self.pids[place], signal.SIGKILL)
        jump = random.choice((0.0, 0.0, random.uniform(-_JUMP, _JUMP)))
        self.jumps += jump != 0.0
        self.pids[place] = self._start(self.ports[place], jump, self.pids[place])

    async def until_ready(self) -> None:
        """Until every server can store again."""
        async with httpx.AsyncClient(timeout=_ANSWER_SECONDS) as client, _patience():
            for port in self.ports:
                while not await _is_well(client, port):
                    await asyncio.sleep(0.05)

    def stop(self) -> None:
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._nursery.kill()
        self._nursery.communicate()

    def _start(self, port: int, jump: float, former: int = 0) -> int:
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        self._nursery.stdin.write(f"{former} {port} {jump}\n")
        self._nursery.stdin.flush()
        return int(self._nursery.stdout.readline())


@contextmanager
def serving(folder: Path, database: str, number: int) -> Iterator[Fleet]:
    fleet = Fleet(folder, database, number)
    try:
        yield fleet
    finally:
        fleet.stop()


def _patience() -> asyncio.Timeout:
    return asyncio.timeout(START_SECONDS)


async def _is_well(client: httpx.AsyncClient, port: int) -> bool:
    with suppress(httpx.HTTPError):
        return (await client.get(f"http://127.0.0.1:{port}/healthz")).status_code == 200
    return False
