"""What learned players have learned: a file for each board and number of players."""

from dataclasses import dataclass
from pathlib import Path

from anden.boards import Board
from anden.kernel.encode import OBSERVATION_VERSION

from ..errors import BotError
from .rows import unpack
from .tensors import Arrays, DamagedError, load_notes, load_tensors

FOLDER = Path(__file__).parent
SUFFIX = ".safetensors"


@dataclass(frozen=True)
class Learned:
    """One table that is known: a board by name, and how many play."""

    board: str
    players: int

    def __str__(self) -> str:
        return f"{self.board} with {self.players} players"


def known_tables() -> list[Learned]:
    """Those there are weights for, by the names of the files."""
    found = []
    for path in sorted(FOLDER.glob(f"*{SUFFIX}")):
        board, _, players = path.stem.rpartition("-")
        if players.isdecimal():
            found.append(Learned(board, int(players)))
    return found


def weights_path(board: str, players: int) -> Path:
    return FOLDER / f"{board}-{players}{SUFFIX}"


def check_weights(board: Board, players: int) -> None:
    """Raises BotError, which says what there is instead, if these are no weights to play by."""
    path = weights_path(board.id, players)
    if not path.is_file():
        known = ", ".join(map(str, known_tables())) or "nothing: its files are missing"
        raise BotError(f"there is no network for {Learned(board.id, players)}; it plays {known}")
    try:
        notes = load_notes(path)
    except DamagedError as error:
        raise BotError(f"{error}; reinstall anden") from error
    if notes.get("board_sha256") != board.sha256:
        raise BotError(f"{path.name} was learned on another board of the name {board.id!r}")
    if notes.get("observation_version") != str(OBSERVATION_VERSION):
        raise BotError(f"{path.name} was learned from other observations than this version makes")


def load_weights(board: Board, players: int) -> Arrays:
    """The arrays of a network; raises BotError if there is none, or its file is damaged."""
    check_weights(board, players)
    try:
        return unpack(load_tensors(weights_path(board.id, players))[0])
    except DamagedError as error:
        raise BotError(f"{error}; reinstall anden") from error
