"""The journal of a match: what was played, safe on disk, so that it can be resumed after anything.

One JSON object per line. The first holds the settings; `{"goal": n}` says how many sets are wanted;
every other line is a set. A last line that is cut off was being written when the run ended.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from anden.workers.errors import unusable, unwritable

from .errors import ArenaError
from .outcome import Played, read_played, write_played
from .settings import MatchSettings, read_settings, write_settings

try:
    import fcntl
except ImportError:  # Windows: two matches in one folder are not noticed there
    fcntl = None  # type: ignore[assignment]

NAME = "journal.jsonl"


class Journal:
    def __init__(
        self, path: Path, file: Any, settings: MatchSettings, extras: dict[str, Any]
    ) -> None:
        self.path = path
        self.settings = settings
        self.extras = extras  # further facts of the first line
        self.goal = 0
        self.sets: dict[int, Played] = {}
        self._file = file

    @classmethod
    def create(cls, path: Path, settings: MatchSettings, extras: dict[str, Any]) -> "Journal":
        file = _open(path, "xb")
        with _closed_on_error(file):
            journal = cls(path, file, settings, extras)
            journal._write([write_settings(settings) | extras])
        return journal

    @classmethod
    def reopen(cls, path: Path) -> "Journal":
        """The journal as far as it was written; a last line that is cut off is taken away."""
        file = _open(path, "r+b")
        with _closed_on_error(file):
            content: bytes = file.read()
            whole = content[: content.rfind(b"\n") + 1]
            journal = cls._read(path, file, whole)
            file.truncate(len(whole))
            file.seek(len(whole))
        return journal

    @classmethod
    def _read(cls, path: Path, file: Any, content: bytes) -> "Journal":
        lines = [_parse(path, number, line) for number, line in enumerate(content.splitlines(), 1)]
        if not lines:
            raise ArenaError("arena.error_empty", path=path)
        try:
            settings = read_settings(lines[0])
        except ArenaError as error:
            raise ArenaError("arena.error_journal", path=path, detail=error) from error
        known = write_settings(settings)
        extras = {key: value for key, value in lines[0].items() if key not in known}
        journal = cls(path, file, settings, extras)
        for number, line in enumerate(lines[1:], 2):
            journal._take(number, line)
        return journal

    def set_goal(self, goal: int) -> None:
        if goal != self.goal:
            self._write([{"goal": goal}])
            self.goal = goal

    def add(self, played: Sequence[Played]) -> None:
        """Writes sets down, for good; on a full disk those before are kept."""
        self._write([write_played(one) for one in played])
        for one in played:
            self.sets[one.number] = one

    def close(self) -> None:
        self._file.close()

    def _take(self, number: int, line: dict[str, Any]) -> None:
        if "goal" in line:
            self.goal = int(line["goal"])
            return
        try:
            played = read_played(line)
        except ArenaError as error:
            raise _damaged(self.path, number, error) from error
        self.sets[played.number] = played

    def _write(self, objects: Sequence[dict[str, Any]]) -> None:
        lines = (json.dumps(one, separators=(",", ":")) + "\n" for one in objects)
        data = "".join(lines).encode()
        start = self._file.tell()
        try:
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            self._file.truncate(start)
            self._file.seek(start)
            raise unwritable(self.path, error) from error


def _open(path: Path, mode: str) -> Any:
    """The file, unbuffered, and locked against a second match in the same folder."""
    try:
        file = open(path, mode, buffering=0)  # noqa: SIM115 # the journal closes it
    except OSError as error:
        raise unusable(path, error) from error
    with _closed_on_error(file):
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise ArenaError("arena.error_in_use", path=path.parent) from error
    return file


@contextmanager
def _closed_on_error(file: Any) -> Iterator[None]:
    try:
        yield
    except BaseException:
        file.close()
        raise


def _parse(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError as error:
        raise _damaged(path, number, error) from error
    if not isinstance(found, dict):
        raise _damaged(path, number, line[:40])
    return found


def _damaged(path: Path, number: int, detail: object) -> ArenaError:
    return ArenaError("arena.error_damaged", path=path, line=number, detail=detail)
