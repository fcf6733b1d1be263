"""Andén: an open platform for train board games."""

from .boards import Board, BoardError, load_board
from .game import Game, GameError, IllegalActionError
from .machine.when_imported import when_imported

__version__ = "0.1.0"

__all__ = [
    "Board",
    "BoardError",
    "Game",
    "GameError",
    "IllegalActionError",
    "load_board",
    "warm_up",
]


def warm_up() -> None:
    """Compiles the rules, environments and bots now, unless this version has been compiled here.

    Without it, each part is compiled when it is first used, and a line on stderr says so; the
    variable ANDEN_QUIET silences both.
    """
    from .core.warm_up import warm_up_all

    warm_up_all()


def _register_with_gymnasium() -> None:
    from .gym_ids import register_envs

    register_envs()


when_imported("gymnasium", _register_with_gymnasium)
