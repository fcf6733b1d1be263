"""The kept games hold, and come out the same when played today."""

import pytest

from anden.game import read_record, verify_record
from tests.golden.games import GAMES, golden_file, golden_text

RESULTS = {
    "usa": "finished 75 89 -155",
    "europe": "finished 97 66",
    "europe_5": "finished 79 77 72 44 -94",
    "london": "finished 29 29 28 -41",
}


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_is_valid(name: str) -> None:
    verdict = verify_record(golden_file(name))
    assert verdict.problem is None
    assert verdict.game is not None
    board, players, seed = GAMES[name]
    game = verdict.game
    assert (game.board.id, game.players, game.seed) == (board, players, seed)


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_comes_to_its_result(name: str) -> None:
    text = golden_file(name).read_text("utf-8")
    assert RESULTS[name] in text.splitlines()
    assert read_record(text).result == tuple(map(int, RESULTS[name].split()[1:]))


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_is_played_the_same_today(name: str) -> None:
    assert golden_text(name) == golden_file(name).read_text("utf-8")


def test_every_kept_game_is_listed() -> None:
    files = golden_file("usa").parent.glob("*.anden")
    assert {file.stem for file in files} == set(GAMES)


def test_the_kept_games_show_every_kind_of_move() -> None:
    moves = [m for name in GAMES for m in read_record(golden_file(name).read_text("utf-8")).moves]
    verbs = {move.action.split()[0] for move in moves}
    assert verbs == {"keep", "draw", "claim", "station", "pay", "withdraw"}
    assert {"draw deck", "draw wild", "draw tickets"} <= {move.action for move in moves}
