"""Writes pictures of boards: `python -m tools.layout.preview usa --language es --theme dark`."""

import argparse
from pathlib import Path

from anden.boards import load_board
from anden.game.pictures import THEMES, board_svg


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.layout.preview", description=__doc__)
    parser.add_argument("board", help="built-in name or path of a board file")
    parser.add_argument("--language", default="en")
    parser.add_argument("--theme", default="light", choices=THEMES)
    parser.add_argument("--to", type=Path, help="file to write; BOARD.svg if left out")
    arguments = parser.parse_args()
    board = load_board(arguments.board)
    target = arguments.to or Path(f"{board.id}.svg")
    picture = board_svg(board, language=arguments.language, theme=arguments.theme)
    target.write_text(picture, encoding="utf-8")
    print(target)


if __name__ == "__main__":
    main()
