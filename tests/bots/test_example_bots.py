"""The examples keep the contract, in whatever language they are written."""

import shlex
import shutil
import subprocess
import sys

import pytest

from anden.bots import Bot, make_bot
from anden.bots.contract import check_bot_contract
from anden.game import Game
from anden.game.view_json import EVENTS, view_as_dict

from .support import EXAMPLES, first_view

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
PROGRAM = f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'jsonl_bot.py'))}"
NODE = f"exec:node {shlex.quote(str(EXAMPLES / 'jsonl_bot.js'))}"
SPECS = [
    pytest.param(str(EXAMPLES / "first_bot.py"), id="first_bot.py"),
    pytest.param(PROGRAM, id="jsonl_bot.py"),
    pytest.param(NODE, id="jsonl_bot.js", marks=needs_node),
]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.usefixtures("unhurried")
def test_an_example_keeps_the_contract(spec: str) -> None:
    report = check_bot_contract(spec, ["london"], seconds=1.0)
    assert report.is_good, report.text()


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("board", ["usa", "europe"])
def test_an_example_plays_better_than_chance(spec: str, board: str) -> None:
    game = Game(board, 2, 4)
    bots: list[Bot] = [make_bot(spec, 1, 2.0), make_bot("random", 2)]
    while (seat := game.to_act) is not None:
        view = game.view(seat)
        game.play(bots[seat].choose(view, view.legal_actions()))
    bots[0].close()
    assert game.scores().winners == (0,)


def test_the_program_needs_nothing_of_ours() -> None:
    """It runs without any installed package."""
    command = [sys.executable, "-I", "-S", str(EXAMPLES / "jsonl_bot.py")]
    question = (
        '{"type":"hello","seed":1}\n{"type":"choose","legal":["pass"],"view":'
        '{"own":{"tickets":[],"hand":{}}}}\n'
    )
    done = subprocess.run(command, input=question, capture_output=True, text=True, timeout=20)
    assert done.stdout == '{"action": "pass"}\n'


def test_the_page_about_bots_names_every_key_and_event() -> None:
    page = (EXAMPLES.parents[1] / "docs" / "bots.md").read_text("utf-8")
    plain = view_as_dict(first_view())
    for keys in (plain, plain["own"], plain["seats"][0], plain["own"]["offer"][0], EVENTS):
        assert not {key for key in keys if f"`{key}`" not in page}
