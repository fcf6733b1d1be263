"""Whether what a game is asked to begin with makes sense: GameError says what does not."""

import operator
import os
from typing import SupportsIndex

from anden.boards import Board, load_board
from anden.core.seeds import SEED_BITS, is_seed
from anden.kernel.ids import Seat

from .errors import GameError


def board_of(board: Board | str | os.PathLike[str]) -> Board:
    """The board itself, or the one of this name or in this file."""
    if isinstance(board, Board):
        return board
    if not isinstance(board, str | os.PathLike):
        raise GameError(f"the board must be a Board, a name or a file, not {board!r}")
    return load_board(board)


def whole(number: SupportsIndex, what: str) -> int:
    """A whole number of any integer type; GameError for anything else."""
    try:
        return operator.index(number)
    except TypeError:
        raise GameError(f"{what} must be a whole number, not {number!r}") from None


def check_setup(board: Board, players: int, seed: int, first: Seat | None) -> None:
    low, high = board.players.min, board.players.max
    if not low <= players <= high:
        raise GameError(f"{board.id} is for {low} to {high} players, not {players}")
    check_seed(seed)
    if first is not None and not 0 <= first < players:
        raise GameError(f"the first seat must be 0 to {players - 1}, not {first}")


def check_seed(seed: int) -> None:
    if not is_seed(seed):
        raise GameError(f"the seed must be a number from 0 to 2**{SEED_BITS} - 1")
