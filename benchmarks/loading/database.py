"""A PostgreSQL that is started for a measurement: what it uses, and how it is restarted."""

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from benchmarks.loading.servers import cpu_seconds_of
from tools import postgres_server
from tools.find_postgres import NOTHING


class OwnDatabase:
    def __init__(self, server: postgres_server.PostgresServer) -> None:
        self.url = server.url
        self._server = server

    def cpu_seconds(self) -> float:
        """Of all its processes, those that have ended included."""
        pid = self._server.pid
        seconds = cpu_seconds_of(pid, has_ended_children=True)
        for child in _children(pid):
            with suppress(OSError):  # it has just ended
                seconds += cpu_seconds_of(child)
        return seconds

    def num_commits(self) -> int:
        import psycopg

        with psycopg.connect(self.url) as connection:
            row = connection.execute("SELECT sum(xact_commit) FROM pg_stat_database").fetchone()
        return 0 if row is None else int(row[0])

    async def restart(self) -> tuple[float, float]:
        """As an operator does it, ending all sessions; from when to when it was away."""
        since = time.perf_counter()
        await asyncio.to_thread(self._server.stop)
        await asyncio.to_thread(self._server.start)
        return since, time.perf_counter()


@contextmanager
def own_database(is_wanted: bool) -> Iterator[OwnDatabase | None]:
    """One whose commits are on the disk; None if it is not wanted."""
    if not is_wanted:
        yield None
        return
    with postgres_server.running(is_safe=True) as server:
        if server is None:
            raise SystemExit(NOTHING)
        yield OwnDatabase(server)


def _children(pid: int) -> Iterator[int]:
    for folder in os.listdir("/proc"):
        if folder.isdigit():
            with suppress(OSError):
                fields = Path(f"/proc/{folder}/stat").read_text().rpartition(")")[2].split()
                if int(fields[1]) == pid:
                    yield int(folder)
