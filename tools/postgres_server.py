"""A PostgreSQL of one's own for a while: python -m tools.postgres_server COMMAND ...

Runs the command with the server's address in ANDEN_TEST_POSTGRES, or without it, saying so, where
there is no PostgreSQL. The server keeps its files in a folder that is deleted afterwards.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tools.find_postgres import NOTHING, VARIABLE, find_programs, is_named
from tools.ports import free_port

_START_SECONDS = 60.0
_QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")
_SETTINGS = (
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=300",
    "shared_buffers=32MB",
    "autovacuum=off",
    "logging_collector=off",
)


_SMALL = ("min_wal_size=2MB", "max_wal_size=8MB")


class PostgresServer:
    """Starts in `start`, can be killed and started again; the port stays."""

    def __init__(
        self, programs: Path, folder: Path, is_safe: bool = False, is_small: bool = False
    ) -> None:
        """`is_safe`: what is committed is on the disk, as it has to be outside of tests.

        `is_small`: it keeps little of its log, for a small disk.
        """
        self._programs, self._folder = programs, folder
        self._settings: tuple[str, ...] = _SETTINGS if is_safe else (*_SETTINGS, *_QUICK)
        self._process: subprocess.Popen[bytes] | None = None
        # PostgreSQL refuses to run as root.
        self._user = "postgres" if hasattr(os, "geteuid") and os.geteuid() == 0 else None
        if self._user is not None:
            shutil.chown(folder, self._user)
        self.port = free_port()
        initdb = ["initdb", "--auth=trust", "--username=postgres", "--no-sync", "--locale=C.UTF-8"]
        if is_small:
            self._settings += _SMALL
            initdb.append("--wal-segsize=1")
        self._run([*initdb, "--encoding=UTF8", "-D", str(folder / "data")])

    @property
    def url(self) -> str:
        return self.url_at(self.port)

    def url_at(self, port: int) -> str:
        """Its address for those who come by another port, as through a proxy."""
        return f"postgresql://postgres@127.0.0.1:{port}/postgres"

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        settings = [part for value in self._settings for part in ("-c", value)]
        command = [str(self._programs / "postgres"), "-D", str(self._folder / "data")]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "-p", str(self.port), *settings],
                user=self._user,
                cwd=self._folder,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        self._wait()

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends all sessions at once, SIGQUIT is a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(_START_SECONDS)
            self._process = None

    def _run(self, command: list[str]) -> None:
        program = str(self._programs / command[0])
        done = subprocess.run(
            [program, *command[1:]], user=self._user, cwd=self._folder, capture_output=True
        )
        if done.returncode != 0:
            raise RuntimeError(done.stderr.decode())

    def _wait(self) -> None:
        import psycopg

        end = time.monotonic() + _START_SECONDS
        while time.monotonic() < end:
            with suppress(psycopg.OperationalError), psycopg.connect(self.url):
                return
            time.sleep(0.05)
        raise TimeoutError((self._folder / "log").read_text(errors="replace"))


@contextmanager
def running(is_safe: bool = False) -> Iterator[PostgresServer | None]:
    """A server in a folder of its own; None where there is no PostgreSQL."""
    programs = find_programs()
    if programs is None:
        yield None
        return
    with own_folder() as folder, started(programs, folder, is_safe) as server:
        yield server


@contextmanager
def own_folder() -> Iterator[Path]:
    """A folder that is deleted afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="anden-postgres-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def started(
    programs: Path, folder: Path, is_safe: bool = False, is_small: bool = False
) -> Iterator[PostgresServer]:
    server = PostgresServer(programs, folder, is_safe, is_small)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def main() -> int:
    command = sys.argv[1:]
    if is_named():
        return subprocess.run(command).returncode
    with running() as server:
        if server is None:
            print(NOTHING, file=sys.stderr)
            return subprocess.run(command).returncode
        return subprocess.run(command, env=os.environ | {VARIABLE: server.url}).returncode


if __name__ == "__main__":
    sys.exit(main())
