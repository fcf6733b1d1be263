"""One process alone may serve the games of an SQLite file: others would not hear of its changes."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from sqlalchemy import URL

from .errors import InUseError
from .wal import keep_damaged_log

_SUFFIX = ".lock"


def lock_path(url: URL) -> Path | None:
    """The file that is locked, and touched by who has changed games; None where there is none."""
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(f"{url.database}{_SUFFIX}") if is_file else None


class FileLock:
    """Held as long as the process lives: the system lets go of it, however that ends."""

    def __init__(self, url: URL | None) -> None:
        self._file: BinaryIO | None = None
        path = None if url is None else lock_path(url)
        if url is None or path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab")
        try:
            _lock(self._file)
        except OSError:
            self.release()
            raise InUseError(str(url.database)) from None

    def look_at_log(self) -> None:
        """Before anybody opens the file, and while nobody else writes it.

        One look in a hundred at a log that was being written took it for damaged.
        """
        if self._file is not None:
            keep_damaged_log(Path(self._file.name.removesuffix(_SUFFIX)))

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def look_at_log(url: URL) -> None:
    """For who does not serve the games: looks only where nobody else does.

    The lock's file is not made by it: it would be an operator's, and closed to the server.
    """
    path = lock_path(url)
    if path is None or not path.exists():
        return
    with suppress(InUseError, PermissionError):
        lock = FileLock(url)
        lock.look_at_log()
        lock.release()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        os.lseek(file.fileno(), 0, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
