"""The game kept in the player's data folder while it is played."""

import os
from pathlib import Path

from anden.game import Game, GameError, Record, read_record, write_record
from anden.game.files import read_file, write_file
from anden.game.record import MAX_BYTES
from anden.machine.folders import data_folder


def autosave_path() -> Path | None:
    """Where this user's data live; None for a user without a home."""
    try:
        return data_folder() / "autosave.anden"
    except RuntimeError:
        return None


class Autosave:
    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.text = ""  # the last game that was whole, wherever it could be written
        self.error: str | None = None  # why the last attempt to write it failed

    def save(self, game: Game) -> bool:
        """Keeps the game; False, and `error` says why, if the disk does not take it."""
        self.text = write_record(game.record())
        if self.path is None:
            self.error = "no home folder"
            return False
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_file(self.path, self.text)
        except (OSError, GameError) as error:
            self.error = str(error)
            return False
        self.error = None
        return True

    def unfinished(self) -> Record | None:
        """The game left here that can be resumed, if there is one."""
        if self.path is None:
            return None
        try:
            record = read_record(read_file(self.path, MAX_BYTES))
        except (OSError, GameError):
            return None
        return record if record.result is None and record.seed is not None else None

    def set_aside(self, new: Game) -> Path | None:
        """Moves another unfinished game out of the way; its new path if there was one."""
        record = self.unfinished()
        if record is None or self.path is None or record.seed == new.seed:
            return None
        aside = self.path.with_name(f"game-{record.seed_sha256[:8]}.anden")
        try:
            os.replace(self.path, aside)
        except OSError:
            return None
        return aside
