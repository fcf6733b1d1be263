"""`anden replay`: forwards, backwards, and to any move."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from anden.cli.app import app

GAME = str(Path(__file__).parent.parent / "golden" / "london.anden")


def replay(*typed: str, language: str = "en") -> list[str]:
    """What is shown when these lines are typed after the moves."""
    options = ["replay", GAME, "--pause", "--lang", language]
    result = CliRunner().invoke(app, options, input="".join(f"{line}\n" for line in typed))
    assert result.exit_code == 0
    return result.stdout.splitlines()


def shown_moves(lines: list[str]) -> list[int]:
    """What is typed has no echo, so a move may follow the question on its line."""
    found = (re.search(r"(?:^|(?:stop|parar)\. )(\d+)\. ", line) for line in lines)
    return [int(match[1]) for match in found if match]


@pytest.mark.parametrize(
    ("typed", "moves"),
    [
        (["", "", "b", "", "q"], [1, 2, 3, 2, 3]),
        (["b", "q"], [1, 1]),
        (["5", "2", "q"], [1, 2, 3, 4, 5, 2]),
        (["hello", "", "q"], [1, 2]),
        (["0", "q"], [1, 1]),
    ],
)
def test_one_can_go_back_and_forth(typed: list[str], moves: list[int]) -> None:
    assert shown_moves(replay(*typed)) == moves


def test_back_is_understood_in_spanish() -> None:
    assert shown_moves(replay("", "atrás", "q", language="es")) == [1, 2, 1]


def test_no_two_lines_about_a_player_begin_alike() -> None:
    table = [line for line in replay("q") if line.startswith("Player 1")]
    assert len({line.split(":")[0] for line in table}) == len(table) == 2
