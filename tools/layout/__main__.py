"""Draws boards: `python -m tools.layout usa my_board.json`, with `--map` for the maps behind."""

import argparse
import sys
from importlib import resources
from pathlib import Path

from anden.boards import BoardError, builtin_boards, load_board

from .settings import settings_for
from .solve import solve
from .store import store_layout


def board_path(name: str) -> Path:
    if name in builtin_boards():
        return Path(str(resources.files("anden.boards").joinpath(f"{name}.json")))
    return Path(name)


def draw(name: str) -> bool:
    """Lays out one board and stores the result; false if something is still wrong with it."""
    path = board_path(name)
    board = load_board(path)
    layout, wrong = solve(board, settings_for(board.id))
    store_layout(path, board, layout)
    print(f"{path.name}: {len(board.cities)} cities, {len(board.routes)} routes drawn")
    for fault in wrong:
        print(f"  {fault}")
    return not wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.layout", description=__doc__)
    parser.add_argument("boards", nargs="+", help="built-in names or paths of board files")
    arguments = parser.parse_args()
    try:
        results = [draw(name) for name in arguments.boards]
    except BoardError as error:
        print(error, file=sys.stderr)
        return 2
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
