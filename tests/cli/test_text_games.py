"""Whole games played by typing alone, in both languages and on every board."""

from pathlib import Path

import pytest

from anden.game import Game
from tests.cli.text_driver import play_whole_game

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize(
    ("board", "language", "players", "humans"),
    [
        ("london", "es", 2, 1),
        ("europe", "en", 3, 1),
        ("usa", "es", 5, 2),
        ("europe", "es", 2, 2),
        ("london", "en", 4, 3),
    ],
)
def test_game_is_played_to_its_end_by_typing(
    tmp_path: Path, board: str, language: str, players: int, humans: int
) -> None:
    table, typist = play_whole_game(
        tmp_path, board=board, language=language, players=players, humans=humans, bot="greedy"
    )
    lines = typist.screen.lines
    assert table.game.is_over
    refused = table.speech.text("text.not_possible", reason="", rule="").partition(":")[0]
    assert not [line for line in lines if line.startswith(refused)]
    for score in table.game.scores().ranking:
        total = table.speech.text("text.points", n=score.total)
        assert f"{score.rank}. {table.seats[score.seat].name}: {total}." in lines
    assert lines[-1] == table.speech.text("text.goodbye")


@pytest.mark.parametrize("language", ["en", "es"])
def test_output_is_plain_text(tmp_path: Path, language: str) -> None:
    _, typist = play_whole_game(tmp_path, board="europe", language=language, bot="greedy")
    text = typist.screen.text
    assert all(c.isprintable() or c == "\n" for c in text)
    assert not set("{}[]|_<>*") & set(text)


def test_finished_game_is_kept_whole(tmp_path: Path) -> None:
    table, _ = play_whole_game(tmp_path, board="london")
    assert table.autosave.path is not None
    again = Game.load(table.autosave.path)
    assert again.digest == table.game.digest
    assert again.notes == {"seats": "human:Ana,bot:random:Luis", "lang": "en"}


def test_every_move_of_a_bot_is_reported(tmp_path: Path) -> None:
    table, typist = play_whole_game(tmp_path, board="london", language="en")
    moves = [move for move in table.game.moves if move.seat == 1]
    told = [line for line in typist.screen.lines if line.startswith("Luis ")]
    assert len(told) >= len(moves)


def test_tunnel_is_told_step_by_step(tmp_path: Path) -> None:
    _, typist = play_whole_game(tmp_path, board="europe", bot="greedy", seed=5)
    lines = typist.screen.lines
    start = next(n for n, line in enumerate(lines) if " for the tunnel " in line)
    assert lines[start + 1].startswith("Turned up from the deck: ")
    assert lines[start + 2].startswith("The tunnel costs ")


def test_last_round_is_announced(tmp_path: Path) -> None:
    _, typist = play_whole_game(tmp_path, board="london")
    assert typist.screen.text.count("The last round begins") == 1
