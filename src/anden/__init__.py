"""Andén: an open platform for train board games."""

from .boards import Board, BoardError, load_board
from .game import Game, GameError, IllegalActionError

__version__ = "0.1.0"

__all__ = ["Board", "BoardError", "Game", "GameError", "IllegalActionError", "load_board"]
