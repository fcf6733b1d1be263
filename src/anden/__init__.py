"""Andén: an open platform for train board games."""

from importlib import import_module
from typing import TYPE_CHECKING

from .machine.when_imported import when_imported

if TYPE_CHECKING:
    from .boards import Board, BoardError, load_board
    from .game import Game, GameError, IllegalActionError

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

# Where the names are: loaded when first used, so that the command starts, or stops, at once.
_HOMES = {
    "Board": "boards",
    "BoardError": "boards",
    "Game": "game",
    "GameError": "game",
    "IllegalActionError": "game",
    "load_board": "boards",
}
_ROOMS = ("boards", "core", "game", "kernel", "locales", "machine")


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return import_module(f".{name}", __name__)
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_ROOMS})


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
