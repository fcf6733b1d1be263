"""`anden replay`: forwards, backwards, and to any move."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from anden.cli.app import app
from anden.cli.replay import _run, _Show
from anden.cli.text.terminal import Terminal
from anden.game import read_record

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


def test_a_narrow_screen_breaks_between_words_and_waits() -> None:
    shown: list[str] = []
    asked: list[str] = []

    def read(prompt: str) -> str:
        asked.append(prompt)
        return "q" if len(asked) > 3 else ""

    terminal = Terminal(read, shown.append, size=lambda: (60, 8))
    record = read_record(Path(GAME).read_text("utf-8"))
    _run(_Show(record, "es", None), terminal, is_paused=True)
    assert all(len(line) <= 60 for text in (*shown, *asked) for line in text.splitlines())
    assert any(prompt.startswith("Intro para seguir") for prompt in asked)
    assert not any("Enter" in text for text in (*shown, *asked))


def test_back_is_understood_in_spanish() -> None:
    assert shown_moves(replay("", "atrás", "q", language="es")) == [1, 2, 1]


def test_no_two_lines_about_a_player_begin_alike() -> None:
    table = [line for line in replay("q") if line.startswith("Player 1")]
    assert len({line.split(":")[0] for line in table}) == len(table) == 2
