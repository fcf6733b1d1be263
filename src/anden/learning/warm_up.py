"""Compiles what learners need of planners, into the cache: `python -m anden.learning.warm_up`."""

import subprocess
import sys
from collections.abc import Sequence

import numpy as np

from anden.boards import load_board

from .lessons import Teacher
from .rivals import RivalGames

PARTS = ("teach", "play")


def compile_part(part: str) -> None:
    """Either the planners' games or those against them."""
    board = load_board("london")
    if part == "teach":
        Teacher(board, 2, 0).teach(range(1))
        return
    games = RivalGames(board, {2: 1}, 0, 1)
    games.step(games.tables[0].rows.masks.argmax(1).astype(np.int32))
    games.close()


def start_compiling() -> list[subprocess.Popen[bytes]]:
    """Processes that fill the cache, while this one has something else to do."""
    command = [sys.executable, "-m", "anden.learning.warm_up"]
    return [subprocess.Popen([*command, part]) for part in PARTS]


def main(parts: Sequence[str]) -> None:
    for part in parts or PARTS:
        compile_part(part)


if __name__ == "__main__":
    main(sys.argv[1:])
