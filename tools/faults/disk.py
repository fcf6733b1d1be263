"""Disks that are full for a while: a small one in memory, or a limit on what a server may write."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

_MOUNT_SECONDS = 30
_CHUNK = 4096


class Disk(Protocol):
    def fill(self) -> None: ...
    def free(self) -> None: ...


class SmallDisk:
    """A file system of its own, in which a file can take all the room that is left."""

    def __init__(self, folder: Path) -> None:
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        with self._ballast.open("ab", buffering=0) as ballast:
            for size in (_CHUNK * 256, _CHUNK):
                _write_until_full(ballast.fileno(), size)

    def free(self) -> None:
        self._ballast.unlink(missing_ok=True)


class Quota:
    """The system takes no byte more from these processes, at the place where files end."""

    def __init__(self, pids: Sequence[int]) -> None:
        self._pids = pids  # of servers, as they are at the time

    def fill(self) -> None:
        self._limit(0)

    def free(self) -> None:
        self._limit(None)

    def _limit(self, size: int | None) -> None:
        if sys.platform == "linux":
            import resource

            none = resource.RLIM_INFINITY
            for pid in self._pids:
                limits = (none if size is None else size, none)
                resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


def can_limit() -> bool:
    return sys.platform == "linux"


def can_mount() -> bool:
    return sys.platform == "linux" and os.geteuid() == 0


@contextmanager
def mounted(folder: Path, megabytes: int) -> Iterator[SmallDisk | None]:
    """A small disk at an empty folder; None where this may not be done."""
    if not can_mount() or not _run(
        "mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "none", folder
    ):
        yield None
        return
    try:
        yield SmallDisk(folder)
    finally:
        _run("umount", "--lazy", folder)


def _run(*command: str | Path) -> bool:
    try:
        done = subprocess.run(command, capture_output=True, timeout=_MOUNT_SECONDS)
    except (FileNotFoundError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _write_until_full(file: int, size: int) -> None:
    try:
        while True:
            os.write(file, bytes(size))
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
