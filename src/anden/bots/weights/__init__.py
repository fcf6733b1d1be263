"""What learned players have learned: a file for each board."""

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
    """A board that is known, by name, and with how many players."""

    board: str
    players: tuple[int, ...]

    def __str__(self) -> str:
        first, last = self.players[0], self.players[-1]
        seats = f"{first} players" if first == last else f"{first} to {last} players"
        return f"{self.board} with {seats}"


def known_tables() -> list[Learned]:
    """Those there are weights for; files that can't be read are left out."""
    found = []
    for path in sorted(FOLDER.glob(f"*{SUFFIX}")):
        try:
            players = load_notes(path)["players"]
            found.append(Learned(path.stem, tuple(map(int, players.split()))))
        except (DamagedError, KeyError, ValueError):
            continue
    return found


def weights_path(board: str) -> Path:
    return FOLDER / f"{board}{SUFFIX}"


def check_weights(board: Board, players: int) -> None:
    """Raises BotError, which says what there is instead, if these are no weights to play by."""
    path = weights_path(board.id)
    notes: dict[str, str] = {}
    if path.is_file():
        try:
            notes = load_notes(path)
        except DamagedError as error:
            raise BotError("bots.error_weights", detail=error) from error
    if str(players) not in notes.get("players", "").split():
        known, wanted = ", ".join(map(str, known_tables())), Learned(board.id, (players,))
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
