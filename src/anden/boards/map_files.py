"""The pictures behind the built-in boards, and the symbols that stand for colours."""

import json
import re
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anden.boards.board import Board

_NUMBER = re.compile(r"-?\d*\.?\d+")


def map_of(board: Board) -> dict[str, Any] | None:
    """Layers, ornaments and palettes of the map, or None for boards that have none."""
    return _load(board.id) if board.is_builtin else None


def symbols() -> dict[str, str]:
    """SVG paths within -1 to 1 by card colour, and `wild`: colour is never the only sign."""
    return _load("symbols")


def path_lines(path: str) -> list[NDArray[np.float64]]:
    """The lines of a layer of a map, an array of points each.

    >>> path_lines("M1 2l3-1.5z")[0].tolist()
    [[1.0, 2.0], [4.0, 0.5]]
    """
    return [
        np.cumsum(np.array([float(word) for word in _NUMBER.findall(part)]).reshape(-1, 2), axis=0)
        for part in path.split("M")[1:]
    ]


@cache
def _load(name: str) -> dict[str, Any]:
    file = resources.files(__package__).joinpath("maps", f"{name}.json")
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return content
