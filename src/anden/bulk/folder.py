"""The parts of a dataset on disk while it is being written, so that it can be resumed.

A part that has its name is complete: it gets it when it is safe on disk. `settings.json` holds the
settings of the parts, and is locked while a run writes here.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from anden.machine.files import write_whole
from anden.workers.errors import unusable, unwritable

from .errors import DatasetError
from .parts import Part, Scores, arrow, read_scores
from .settings import DatasetSettings, write_settings

try:
    import fcntl
except ImportError:  # Windows: two runs that write the same file are not noticed there
    fcntl = None  # type: ignore[assignment]

SUFFIX = ".parts"
SETTINGS = "settings.json"


class PartsFolder:
    """An open folder beside the file that is to be."""

    def __init__(self, target: Path, settings: DatasetSettings) -> None:
        self.path = parts_path(target)
        self._settings = settings
        self._target = target
        self._lock: Any = None

    @classmethod
    def create(cls, target: Path, settings: DatasetSettings) -> "PartsFolder":
        folder = cls(target, settings)
        try:
            folder.path.mkdir(parents=True)
            save(folder.path / SETTINGS, json.dumps(write_settings(settings)).encode())
            folder._hold()
        except OSError as error:
            raise unusable(folder.path, error) from error
        return folder

    @classmethod
    def reopen(cls, target: Path, settings: DatasetSettings) -> "PartsFolder":
        """The folder with the parts that are there, if they have these settings."""
        folder = cls(target, settings)
        try:
            folder._hold()
            there = json.loads((folder.path / SETTINGS).read_bytes())
        except FileNotFoundError:  # killed before it was written
            shutil.rmtree(folder.path, ignore_errors=True)
            return cls.create(target, settings)
        except OSError as error:
            raise unusable(folder.path, error) from error
        try:
            check_same(target, there, settings)
        except DatasetError:
            folder.close()
            raise
        return folder

    def missing(self) -> Iterator[int]:
        return (n for n in range(self._settings.num_parts) if not self._is_whole(n))

    def part(self, number: int) -> Path:
        return self.path / f"part-{number:07}.arrow"

    def paths(self) -> list[Path]:
        """All parts, in order."""
        return [self.part(number) for number in range(self._settings.num_parts)]

    def scores(self) -> Iterator[Scores]:
        """Of all parts, in order."""
        return (read_scores(path) for path in self.paths())

    def add(self, part: Part) -> None:
        """Writes a part, for good; on a full disk those before are kept."""
        save(self.part(part.number), part.data)

    def close(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def remove(self) -> None:
        self.close()
        shutil.rmtree(self.path, ignore_errors=True)

    def _is_whole(self, number: int) -> bool:
        """Whether a part can be read; one that a crash of the machine spoiled is played again."""
        path = self.part(number)
        if not path.exists():
            return False
        pa, _ = arrow()
        try:
            scores = read_scores(path)
        except (OSError, ValueError, TypeError, pa.ArrowException):
            return False
        return len(scores.decisions) == len(self._settings.games_of(number))

    def _hold(self) -> None:
        self._lock = (self.path / SETTINGS).open("rb")
        if fcntl is None:
            return
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.close()
            raise DatasetError("cli.error_sim_in_use", path=self._target) from error


def parts_path(target: Path) -> Path:
    return target.with_name(target.name + SUFFIX)


def check_same(target: Path, there: dict[str, Any], settings: DatasetSettings) -> None:
    """Raises DatasetError if a file was started with other settings or by another version."""
    for name, value in write_settings(settings).items():
        if there.get(name) != value:
            raise DatasetError(
                "cli.error_sim_other", path=target, name=name, there=there.get(name), given=value
            )


def save(path: Path, data: bytes) -> None:
    """Writes a whole file or none; WorkError tells of a full disk."""
    try:
        write_whole(path, data)
    except OSError as error:
        raise unwritable(path, error) from error
