"""The folder of a match: its journal, and a file for every game."""

from collections.abc import Sequence
from pathlib import Path

from anden.game import RecordError
from anden.game.files import read_file
from anden.game.record import MAX_BYTES, is_whole
from anden.machine.files import write_whole
from anden.workers.errors import unusable, unwritable

from .errors import ArenaError
from .journal import NAME, Journal
from .outcome import Played
from .settings import MatchSettings

_SETS_PER_FOLDER = 1000


def record_name(number: int, rotation: int) -> str:
    """Where the record of a game lies in the folder of the match."""
    return f"games/{number // _SETS_PER_FOLDER:04}/{number:06}-{rotation + 1}.anden"


class MatchFolder:
    """An open folder; `journal` tells what is in it."""

    def __init__(self, path: Path, journal: Journal) -> None:
        self.path = path
        self.journal = journal

    @property
    def wants_records(self) -> bool:
        """Whether game records are kept."""
        return bool(self.journal.extras.get("records", True))

    @property
    def num_games(self) -> int:
        """How many were asked for when the match was last resumed."""
        return self.journal.goal * self.journal.settings.players

    @classmethod
    def create(cls, path: Path, settings: MatchSettings, wants_records: bool) -> "MatchFolder":
        """Begins a new match in an empty folder."""
        try:
            path.mkdir(parents=True, exist_ok=True)
            is_empty = not any(path.iterdir())
        except OSError as error:
            raise unusable(path, error) from error
        if not is_empty:
            raise ArenaError("arena.error_not_empty", path=path)
        return cls(path, Journal.create(path / NAME, settings, {"records": wants_records}))

    @classmethod
    def reopen(cls, path: Path) -> "MatchFolder":
        """Goes on with the match that the folder holds."""
        if not (path / NAME).is_file():
            raise ArenaError("arena.error_no_match", path=path, name=NAME)
        return cls(path, Journal.reopen(path / NAME))

    def finished(self) -> dict[int, Played]:
        """The sets that need not be played again: in the journal, with all their records."""
        sets = self.journal.sets
        if not self.wants_records:
            return dict(sets)
        return {number: played for number, played in sets.items() if self._has_records(number)}

    def add(self, played: Sequence[Played]) -> None:
        """Keeps sets. Records first: a set in the journal has all of them."""
        for one in played:
            for rotation, text in enumerate(one.records):
                self._write_record(record_name(one.number, rotation), text)
        self.journal.add(played)

    def close(self) -> None:
        """Closes its journal."""
        self.journal.close()

    def _has_records(self, number: int) -> bool:
        names = (record_name(number, r) for r in range(self.journal.settings.players))
        return all(_is_whole(self.path / name) for name in names)

    def _write_record(self, name: str, text: str) -> None:
        path = self.path / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # What a power failure cuts off is found by its checksum, and played again.
            write_whole(path, text.encode(), is_durable=False)
        except OSError as error:
            raise unwritable(path, error) from error


def _is_whole(path: Path) -> bool:
    try:
        return is_whole(read_file(path, MAX_BYTES))
    except RecordError:
        return False
