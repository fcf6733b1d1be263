"""While another process compiles, this one plays on, interpreted, and changes over by itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from anden.bots import ask, make_bot
from anden.game import Game

pytestmark = pytest.mark.compiled_only

PLAY = """
import sys
from anden.machine.meanwhile import interpret_meanwhile
interpret_meanwhile()
import warnings
warnings.simplefilter("error")
from anden.bots import ask, make_bot
from anden.game import Game
game = Game("london", 2, 7)
bots = [make_bot("medium", seat) for seat in range(2)]
while game.to_act is not None:
    game.play(ask(bots[game.to_act], game.view(game.to_act)))
print(game.digest)
"""

COUNT = """
import numpy as np
from anden.kernel.bits import count
print(count(np.uint64(255)))
"""

CHANGE_OVER = f"""
import subprocess, sys
import numpy as np
from anden.machine import dispatcher, meanwhile
dispatcher.LOOK_SECONDS = 0.0
meanwhile.interpret_meanwhile()
from anden.kernel.bits import count
print(count(np.uint64(7)), len(count.overloads))
subprocess.run([sys.executable, "-c", {COUNT!r}], check=True, stdout=subprocess.DEVNULL)
print(count(np.uint64(7)), len(count.overloads), count(np.uint64(15)))
"""


def run(code: str, cache: Path) -> list[str]:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_an_interpreted_game_is_the_compiled_one_and_compiles_nothing(tmp_path: Path) -> None:
    game = Game("london", 2, 7)
    bots = [make_bot("medium", seat) for seat in range(2)]
    while game.to_act is not None:
        game.play(ask(bots[game.to_act], game.view(game.to_act)))
    assert run(PLAY, tmp_path) == [game.digest]
    assert not list(tmp_path.rglob("*.nbi"))


def test_a_function_changes_over_once_it_has_been_compiled_elsewhere(tmp_path: Path) -> None:
    assert run(CHANGE_OVER, tmp_path) == ["3", "0", "3", "1", "4"]


@pytest.mark.parametrize(("variable", "lines"), [("", 1), ("1", 0)])
def test_a_library_says_once_that_it_compiles(tmp_path: Path, variable: str, lines: int) -> None:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "ANDEN_QUIET": variable}
    code = f"{COUNT}from anden.kernel.bits import lowest\nlowest(np.uint64(8))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "8\n"
    assert done.stderr.count("compiling the rules") == lines
    assert len(done.stderr.splitlines()) == lines
