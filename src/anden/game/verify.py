"""Whether a record tells a game that was played by the rules to its end."""

import os
from dataclasses import dataclass

from .errors import NoFileError, RecordError
from .files import read_file
from .game import Game
from .record import MAX_BYTES, read_record


@dataclass(frozen=True)
class Verdict:
    """`problem` is None for a record that holds; then `game` is the game it tells."""

    problem: RecordError | None
    game: Game | None = None
    is_missing: bool = False  # there was no file to judge

    @property
    def is_valid(self) -> bool:
        """Whether nothing is wrong with the record."""
        return self.problem is None


def verify_record(path: str | os.PathLike[str]) -> Verdict:
    """Reads, replays and rescores a finished record."""
    try:
        record = read_record(read_file(path, MAX_BYTES))
        game = Game.replay(record)
        if record.result is None:
            raise RecordError("record.unfinished", moves=len(record.moves))
    except RecordError as error:
        return Verdict(error, is_missing=isinstance(error, NoFileError))
    return Verdict(None, game)
