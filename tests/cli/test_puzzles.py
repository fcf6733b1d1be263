"""`anden puzzles`: listed, shown, answered."""

import json

import pytest
from typer.testing import CliRunner

from anden.cli.app import app
from anden.puzzles import load_puzzles


def run(*words: str) -> str:
    result = CliRunner().invoke(app, ["puzzles", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_theme_is_shown_and_its_best_answer_told_so(language: str) -> None:
    for puzzle in {each.theme: each for each in load_puzzles()}.values():
        shown = run("show", puzzle.id, "--lang", language)
        assert all(f"  {number}. " in shown for number in range(1, len(puzzle.choices) + 1))
        given = puzzle.network or (str(puzzle.choices.index(puzzle.best) + 1),)
        told = run("answer", puzzle.id, *given, "--lang", language)
        assert told.startswith({"en": "That is the best", "es": "Es la mejor"}[language])


def test_lists_and_answers_are_json_for_programs() -> None:
    listed = json.loads(run("--json"))
    assert len(listed["puzzles"]) == len(load_puzzles())
    assert json.loads(run("show", "--json"))["id"] == listed["daily"]


@pytest.mark.parametrize("words", [("show", "none"), ("answer", "daily", "999", "998")])
def test_what_there_is_not_is_refused(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(app, ["puzzles", *words])
    assert result.exit_code == 2
    assert "Traceback" not in result.output
