"""Servers in processes of their own, and what they use."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from anden.server.run import bind

STOP_SECONDS = 30.0
_TRIES = 600
_CLOCK_TICKS = os.sysconf("SC_CLK_TCK")
_PROGRAM = """
import sys
from dataclasses import replace
from pathlib import Path
from anden.server import ServerSettings, chores
from anden.server.run import bind, collect_seldom, make_server
many = 10**9
folder, port, database, limits, idle_seconds, processes = sys.argv[1:]
settings = ServerSettings(data=Path(folder), database=database, guess_burst=many)
if limits == "unlimited":
    settings = replace(
        settings, bot_processes=int(processes), max_connections=many, connection_burst=many,
        message_burst=many, cost_burst=many, max_spectators=many,
    )
if idle_seconds != "0":  # games are put away soon
    settings = replace(settings, table_idle_seconds=float(idle_seconds))
    chores._SWEEP_SECONDS = 2.0
collect_seldom()
make_server(settings).run(sockets=[bind("127.0.0.1", int(port))])
"""


@dataclass(frozen=True)
class Kind:
    """How servers are set up."""

    database: str = ""  # a URL; empty: SQLite
    is_limited: bool = False  # as servers are by themselves
    idle_seconds: float = 0.0  # until a game without visitors is put away; 0: as by itself
    has_reviews: bool = False  # worked out by a process of its own, as by itself


class Server:
    def __init__(self, folder: Path, kind: Kind) -> None:
        with bind("127.0.0.1", 0) as probe:
            port = probe.getsockname()[1]
        self.address = f"127.0.0.1:{port}"
        limits = "limited" if kind.is_limited else "unlimited"
        arguments = [str(folder), str(port), kind.database, limits, f"{kind.idle_seconds:g}"]
        arguments.append("1" if kind.has_reviews else "0")
        self._process = subprocess.Popen([sys.executable, "-c", _PROGRAM, *arguments])

    async def until_ready(self) -> None:
        async with httpx.AsyncClient() as client:
            for _ in range(_TRIES):
                try:
                    if (await client.get(f"http://{self.address}/healthz")).status_code == 200:
                        return
                except httpx.TransportError:
                    await asyncio.sleep(0.1)
        raise TimeoutError(self.address)

    def cpu_seconds(self) -> float:
        """Of all its threads since it began."""
        return cpu_seconds_of(self._process.pid)

    def megabytes(self) -> float:
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        resident = next(line for line in lines if line.startswith("VmRSS"))
        return int(resident.split()[1]) / 1024

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(STOP_SECONDS)


def cpu_seconds_of(pid: int, has_ended_children: bool = False) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    wanted = fields[11:15] if has_ended_children else fields[11:13]
    return sum(map(int, wanted)) / _CLOCK_TICKS


@asynccontextmanager
async def servers(folder: Path, processes: int, kind: Kind) -> AsyncIterator[list[Server]]:
    running = [Server(folder, kind) for _ in range(processes)]
    try:
        await asyncio.gather(*(server.until_ready() for server in running))
        yield running
    finally:
        for server in running:
            server.stop()
