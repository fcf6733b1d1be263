"""Random games: which action is drawn, by which luck, and how the totals come out."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from anden.kernel import NET, RESULT, STATE, final_scores, is_over, legal_words, step
from anden.kernel.actions import MAX_ACTIONS
from anden.kernel.chance import GOLDEN, PLAYOUT_STREAM, chance, mix, series_seed
from anden.kernel.layout import NO_SEAT
from anden.kernel.playout import (
    choose,
    play_and_score,
    play_out,
    weighted_action,
)
from tests.kernel.support import WORD, blank, legal_actions, new_game, position, tables

NO_WEIGHTS = np.zeros(0, np.uint16)


def some_weights(seed: int) -> NDArray[np.uint16]:
    rng = random.Random(seed)
    return np.array([rng.choice((0, 1, 3, 200)) for _ in range(MAX_ACTIONS)], np.uint16)


def drawn(actions: list[int], weights: list[int], luck: int) -> int:
    """The action at the place that the luck points to, among all laid end to end."""
    if not any(weights):
        weights = [1] * len(actions)
    return random_at(actions, weights, luck * sum(weights) >> 64)


def random_at(actions: list[int], weights: list[int], place: int) -> int:
    laid = [action for action, weight in zip(actions, weights, strict=True) for _ in range(weight)]
    return laid[place]


@pytest.mark.parametrize("name", ["usa", "europe", "london"])
@pytest.mark.parametrize("is_weighted", [True, False])
def test_actions_are_drawn_by_their_weights(name: str, is_weighted: bool) -> None:
    rng = random.Random(5)
    for seed in range(12):
        state = position(name, 2, seed, rng.randrange(90))
        if is_over(state):
            continue
        actions, words = legal_actions(tables(name), state), legal_words(tables(name), state)
        weights = some_weights(seed) if is_weighted else NO_WEIGHTS
        told = [int(weights[action]) if is_weighted else 1 for action in actions]
        for luck in (0, WORD, *(rng.randrange(WORD) for _ in range(20))):
            expected = drawn(actions, told, luck)
            assert choose(words, weights, np.uint64(luck)) == expected
            if is_weighted:
                assert weighted_action(words, weights, np.uint64(luck)) == expected


def test_actions_without_any_weight_are_equally_likely() -> None:
    state = position("europe", 3, 4, 50)
    actions, words = legal_actions(tables("europe"), state), legal_words(tables("europe"), state)
    nothing = np.zeros(MAX_ACTIONS, np.uint16)
    lucks = [(2 * place + 1) * 2**63 // len(actions) for place in range(len(actions))]
    assert [weighted_action(words, nothing, np.uint64(luck)) for luck in lucks] == actions


@pytest.mark.parametrize("is_weighted", [True, False])
def test_a_game_follows_from_its_seed_alone(is_weighted: bool) -> None:
    board, weights = tables("london"), some_weights(9) if is_weighted else NO_WEIGHTS
    state, again = new_game(board, 2, 77), new_game(board, 2, 77)
    luck, steps = int(chance(again, PLAYOUT_STREAM, 0, 0)), 0
    while not is_over(again):
        luck = (luck + int(GOLDEN)) & WORD
        word = np.uint64(mix(np.uint64(luck)))
        step(board, again, choose(legal_words(board, again), weights, word))
        steps += 1
    assert play_out(board, state, weights) == steps
    assert state.tobytes() == again.tobytes()


@pytest.mark.parametrize("is_weighted", [True, False])
def test_a_played_game_is_scored_for_every_seat(is_weighted: bool) -> None:
    board, weights = tables("london"), some_weights(3) if is_weighted else NO_WEIGHTS
    totals = np.zeros(3, np.int16)
    seed = series_seed(np.uint64(8), np.uint64(1))
    scratch = blank(STATE), blank(RESULT), blank(NET)
    steps = play_and_score(board, *scratch, 3, seed, np.uint64(4), weights, totals)
    state, result = new_game(board, 3, int(seed) | 4 << 64, NO_SEAT), blank(RESULT)
    expected = play_out(board, state, weights)
    final_scores(board, state, result, blank(NET))
    assert steps == expected
    assert totals.tolist() == result["total"][:3].tolist()
    assert len(set(totals.tolist())) > 1
