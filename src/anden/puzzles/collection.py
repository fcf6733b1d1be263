"""The puzzles that come with the package, and the one of each day."""

import hashlib
import json
from datetime import date
from functools import cache
from importlib import resources

from .errors import PuzzleError
from .puzzle import Puzzle

_SHOWN = 40  # characters of an unknown name


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """All puzzles, by board and theme."""
    files = sorted(
        (file for file in (resources.files(__name__.rpartition(".")[0]) / "data").iterdir()),
        key=lambda file: file.name,
    )
    return tuple(
        Puzzle.from_dict(json.loads(line))
        for file in files
        if file.name.endswith(".jsonl")
        for line in file.read_text(encoding="utf-8").splitlines()
    )


def find_puzzle(name: str) -> Puzzle:
    """The puzzle of this id; PuzzleError if there is none."""
    found = _by_id().get(name)
    if found is None:
        raise PuzzleError("puzzle.unknown", puzzle=ascii(name[:_SHOWN]))
    return found


def daily(day: date) -> Puzzle:
    """The puzzle of a day, the same everywhere; none comes again before all others had a day."""
    order = _in_daily_order()
    return order[day.toordinal() % len(order)]


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in load_puzzles()}


@cache
def _in_daily_order() -> tuple[Puzzle, ...]:
    """Mixed, and always in the same way."""
    return tuple(sorted(load_puzzles(), key=lambda puzzle: _mixed(puzzle.id)))


def _mixed(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()
