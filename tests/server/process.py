"""A server in a process of its own, which can be killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

import anden
from tests.server.databases import database_for

SOURCES = str(Path(anden.__file__).parents[1])
START_SECONDS = 180.0  # on a machine that has much else to do
PROGRAM = """
import sys
from pathlib import Path
from anden.server import ServerSettings, review_work
from anden.server.review_desk import ReviewDesk
from anden.server.run import bind, make_server
ReviewDesk.effort, review_work.SLICE_SECONDS = float(sys.argv[5]), 0.2
settings = ServerSettings(
    data=Path(sys.argv[1]), database=sys.argv[4], bot_processes=0, pace_scale=float(sys.argv[3]),
    message_burst=10_000, cost_burst=1_000_000.0, review_workers=int(sys.argv[6]),
    correspondence_seconds=0.5, outbound_local=True,
)
make_server(settings).run(sockets=[bind("127.0.0.1", int(sys.argv[2]))])
"""
WORKER = """
import asyncio, sys
from pathlib import Path
from anden.server import ServerSettings, review_work
from anden.server.work import work
review_work.SLICE_SECONDS = 0.2
settings = ServerSettings(data=Path(sys.argv[1]), database=sys.argv[2], bot_processes=0)
asyncio.run(work(settings, lambda: print("ready", flush=True)))
"""


class ServerProcess:
    def __init__(
        self,
        folder: Path,
        port: int,
        pace_scale: float = 0.0,
        review_effort: float = 1.0,
        review_workers: int = 1,
        database: str = "",
        before: str = "",  # a program that is run first in its process
    ) -> None:
        self.url = f"http://127.0.0.1:{port}"
        arguments = [str(folder), str(port), str(pace_scale), database or database_for(folder)]
        arguments += [str(review_effort), str(review_workers)]
        self._process = subprocess.Popen(
            [sys.executable, "-c", before + PROGRAM, *arguments],
            env=os.environ | {"PYTHONPATH": SOURCES},
        )
        try:
            self._wait()
        except TimeoutError:
            self.kill()
            raise

    def wait_for_end(self) -> None:
        self._process.wait(START_SECONDS)

    def kill(self) -> None:
        """As a crash or a power cut would: nothing is said, nothing is finished."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def _wait(self) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self._process.poll() is None:
            try:
                if httpx.get(f"{self.url}/healthz", timeout=5).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise TimeoutError(self.url)


class WorkerProcess:
    """As `anden work` is: it does what servers of its database are asked for."""

    def __init__(self, folder: Path, database: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER, str(folder), database],
            env=os.environ | {"PYTHONPATH": SOURCES},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
