"""What learned players have learned: a file for each board."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from anden.boards import Board
from anden.kernel.encode import OBSERVATION_VERSION
from anden.locales import translate

from ..errors import BotError
from .rows import unpack
from .tensors import Arrays, DamagedError, load_tensors

FOLDER = Path(__file__).parent
SUFFIX = ".safetensors"


@dataclass(frozen=True)
class Learned:
    """A board that is known, by name, and with how many players."""

    board: str
    players: tuple[int, ...]

    def told(self, language: str) -> str:
        """The same in words."""
        first, last = self.players[0], self.players[-1]
        if first == last:
            return translate(language, "bots.table", board=self.board, players=first)
        return translate(language, "bots.tables", board=self.board, first=first, last=last)


class LearnedTables(tuple[Learned, ...]):
    """Several of them."""

    def told(self, language: str) -> str:
        """The same in words."""
        return ", ".join(learned.told(language) for learned in self)


def known_tables() -> LearnedTables:
    """Those there are weights for; damaged files are left out."""
    return LearnedTables(_survey()[0])


def damage() -> list[DamagedError]:
    """What is wrong with the files that can't be used."""
    return _survey()[1]


def _survey() -> tuple[list[Learned], list[DamagedError]]:
    found: list[Learned] = []
    damaged: list[DamagedError] = []
    for path in sorted(FOLDER.glob(f"*{SUFFIX}")):
        try:
            players = _notes(path)["players"]
            found.append(Learned(path.stem, tuple(map(int, players.split()))))
        except DamagedError as error:
            damaged.append(error)
        except (KeyError, ValueError):
            damaged.append(DamagedError("bots.damaged_players", file=path.name))
    return found, damaged


def _notes(path: Path) -> dict[str, str]:
    """What a sound file says of itself; it is read whole, once for each time that it changes."""
    try:
        status = path.stat()
    except OSError as error:
        raise DamagedError("bots.damaged_file", file=path.name) from error
    notes = _checked(path, status.st_mtime_ns, status.st_size)
    if isinstance(notes, DamagedError):
        raise notes
    return notes


@lru_cache(maxsize=32)
def _checked(path: Path, _changed: int, _size: int) -> dict[str, str] | DamagedError:
    try:
        return load_tensors(path)[1]
    except DamagedError as error:
        return error


def weights_path(board: str) -> Path:
    return FOLDER / f"{board}{SUFFIX}"


def check_weights(board: Board, players: int) -> None:
    """Raises BotError, which says what there is instead, if these are no weights to play by."""
    path = weights_path(board.id)
    notes: dict[str, str] = {}
    if path.is_file():
        try:
            notes = _notes(path)
        except DamagedError as error:
            raise BotError("bots.error_weights", detail=error) from error
    if str(players) not in notes.get("players", "").split():
        known, wanted = known_tables(), Learned(board.id, (players,))
        key = "bots.error_network" if known else "bots.error_no_files"
        raise BotError(key, table=wanted, tables=known)
    if notes.get("board_sha256") != board.sha256:
        raise BotError("bots.error_other_board", file=path.name, board=board.id)
    if notes.get("observation_version") != str(OBSERVATION_VERSION):
        raise BotError("bots.error_other_observations", file=path.name)


def load_weights(path: Path) -> Arrays:
    """The arrays of a network; raises BotError if there is none, or its file is damaged."""
    try:
        return unpack(load_tensors(path)[0])
    except DamagedError as error:
        raise BotError("bots.error_weights", detail=error) from error
