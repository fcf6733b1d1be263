"""One game in action ids: the same as the typed one, decision by decision."""

from random import Random

import numpy as np
import pytest

from anden.boards import load_board
from anden.core import GameCore
from anden.core.game_core import tables_array
from anden.game import Game
from anden.kernel.actions import MAX_ACTIONS
from anden.kernel.layout import NO_SEAT

BOARDS = [("usa", 2), ("europe", 3), ("london", 4)]


def dealt(board: str, players: int, seed: int = 1) -> GameCore:
    core = GameCore(load_board(board), players)
    core.deal(seed)
    return core


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_it_deals_what_a_game_of_the_same_seed_deals(board: str, players: int) -> None:
    seed = 5 << 64 | 9
    assert dealt(board, players, seed).digest == Game(board, players, seed).digest
    first = GameCore(load_board(board), players)
    first.deal(seed, 1)
    assert first.digest == Game(board, players, seed, first=1).digest


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_only_legal_ids_are_played_and_others_change_nothing(board: str, players: int) -> None:
    core, luck = dealt(board, players), Random(1)
    for _ in range(60):
        legal = set(core.legal_ids())
        before = core.digest
        for action in (-1, *range(0, MAX_ACTIONS, 7), MAX_ACTIONS, 2**40):
            assert core.is_legal(action) == (action in legal)
            if action not in legal and action < 2**31:
                assert not core.step(action)
        assert core.digest == before
        assert core.step(luck.choice(sorted(legal)))


def test_a_copy_goes_on_by_itself() -> None:
    core = dealt("london", 2)
    other = core.copy()
    assert other.step(other.legal_ids()[0])
    assert other.digest != core.digest == dealt("london", 2).digest


def test_views_are_new_records_that_hide_what_they_must() -> None:
    core = dealt("europe", 3)
    public = core.seen_by(NO_SEAT)
    own, legal = core.look()
    assert legal == core.legal_words()
    assert not public["hand"].any()
    assert own[0]["hand"][core.seat].any()
    assert not own[0]["seed"].any()
    own["score"] = 99
    assert not core.state["score"].any()


def test_scores_are_those_of_the_game() -> None:
    core, game, luck = dealt("london", 2, 3), Game("london", 2, 3), Random(3)
    while not core.is_over:
        assert core.step(luck.choice(core.legal_ids()))
    totals = core.score()["total"][:2].tolist()
    game._core.states[0] = core.state
    assert totals == list(game.scores().totals)


def test_a_boards_tables_are_made_once() -> None:
    assert tables_array(load_board("usa")) is tables_array(load_board("usa"))
    assert isinstance(tables_array(load_board("usa")), np.ndarray)
