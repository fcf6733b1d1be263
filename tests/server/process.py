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
from anden.server import ServerSettings
from anden.server.run import bind, make_server
settings = ServerSettings(
    data=Path(sys.argv[1]), database=sys.argv[4], bot_processes=0, pace_scale=float(sys.argv[3]),
    message_burst=10_000, cost_burst=1_000_000.0,
)
make_server(settings).run(sockets=[bind("127.0.0.1", int(sys.argv[2]))])
"""


class ServerProcess:
    def __init__(self, folder: Path, port: int, pace_scale: float = 0.0) -> None:
        self.url = f"http://127.0.0.1:{port}"
        arguments = [str(folder), str(port), str(pace_scale), database_for(folder)]
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments],
            env=os.environ | {"PYTHONPATH": SOURCES},
        )
        try:
            self._wait()
        except TimeoutError:
            self.kill()
            raise

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
