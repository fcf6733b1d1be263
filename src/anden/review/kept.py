"""Reviews kept on disk by their key: what was found so far, so that work can be resumed."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from anden.machine.files import write_whole
from anden.machine.folders import cache_folder

from .job import ReviewJob

MOST_KEPT = 200  # reviews; the oldest go first


class KeptReviews:
    """A folder of them; nothing is kept where nothing can be written."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder if folder is not None else _own_folder()

    def load(self, job: ReviewJob) -> None:
        """Gives the job what was found before; a damaged file counts as none."""
        if self._folder is None:
            return
        with suppress(OSError, ValueError):
            found: Any = json.loads(self._path(job).read_text("utf-8"))
            if isinstance(found, dict):
                job.take_up(found)

    def save(self, job: ReviewJob) -> None:
        if self._folder is None:
            return
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._path(job), json.dumps(job.found).encode())
            self._forget_oldest()

    def _path(self, job: ReviewJob) -> Path:
        assert self._folder is not None
        return self._folder / f"{job.key[:32]}.json"

    def _forget_oldest(self) -> None:
        assert self._folder is not None
        files = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for path in files[:-MOST_KEPT]:
            path.unlink(missing_ok=True)


def _own_folder() -> Path | None:
    try:
        return cache_folder() / "reviews"
    except RuntimeError:
        return None
