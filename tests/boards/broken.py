"""Ways to break a board, and what must be said of it."""

import json
from collections.abc import Callable
from importlib import resources
from typing import Any, NamedTuple

JsonBoard = dict[str, Any]


class Broken(NamedTuple):
    change: Callable[[JsonBoard], object]
    place: str
    reason: str
    in_schema: bool = False  # whether the schema refuses it too
    board: str = "europe"


def put(*path: str | int, value: object) -> Callable[[JsonBoard], object]:
    """Puts a value in a place of the board."""

    def change(board: JsonBoard) -> None:
        at: Any = board
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = value

    return change


def drop(*path: str | int) -> Callable[[JsonBoard], object]:
    def change(board: JsonBoard) -> None:
        at: Any = board
        for step in path[:-1]:
            at = at[step]
        del at[path[-1]]

    return change


def add(key: str, value: object) -> Callable[[JsonBoard], object]:
    return lambda board: board[key].append(value)


def many(key: str, number: int) -> Callable[[JsonBoard], object]:
    return lambda board: board.update({key: board[key] * number})


def board_file(name: str) -> JsonBoard:
    """What the file of a built-in board holds, its drawing included."""
    file = resources.files("anden.boards").joinpath(f"{name}.json")
    board: JsonBoard = json.loads(file.read_text(encoding="utf-8"))
    return board


def changed(broken: Broken) -> JsonBoard:
    board = board_file(broken.board)
    broken.change(board)
    return board
