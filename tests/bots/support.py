"""What the tests of bots share: programs in a few lines, and games one move in."""

import shlex
import sys
from pathlib import Path
from textwrap import dedent, indent

from anden.game import Game, View

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"

_LOOP = """\
import json, sys, time, os

hello = json.loads(sys.stdin.readline())
for number, line in enumerate(sys.stdin, 1):
    message = json.loads(line)
    def say(answer):
        print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)
"""


def program(folder: Path, body: str, name: str = "bot.py") -> str:
    """The spec of a program that runs `body` for each question, with `message` and `say`."""
    file = folder / name
    file.write_text(_LOOP + indent(dedent(body), "    "), "utf-8")
    return spec_of(file)


def spec_of(file: Path) -> str:
    return f"exec:{shlex.join([sys.executable, '-S', '-E', str(file)])}"


def first_view(board: str = "london", players: int = 2, seed: int = 1) -> View:
    return Game(board, players, seed).view(0)
