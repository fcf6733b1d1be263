"""Invariants of whole games: any seed, any board, any number of players, any way of playing."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anden.kernel import conceal, is_legal, is_over, legal_mask, legal_words, refusal, step
from anden.kernel.actions import MAX_ACTIONS
from anden.kernel.layout import OVER, State, Tables
from anden.kernel.playout import count_actions, nth_action
from anden.kernel.refusals import LEGAL
from anden.machine.jit import IS_INTERPRETED
from tests.kernel.invariants import check_invariants
from tests.kernel.support import (
    MATCHES,
    NUM_STYLES,
    legal_actions,
    new_game,
    proof,
    tables,
    walk,
)

MOST_ACTIONS = 5000
SEEDS = st.integers(0, 2**128 - 1)
STYLES = st.integers(0, NUM_STYLES - 1)
each_match = pytest.mark.parametrize(("name", "players"), MATCHES)


@each_match
@pytest.mark.parametrize("style", range(NUM_STYLES))
@proof(6, interpreted=1)
@given(seed=SEEDS)
def test_invariants_hold_after_every_action(name: str, players: int, seed: int, style: int) -> None:
    board = tables(name)
    state = new_game(board, players, seed)
    check_invariants(board, state)
    num_actions = 0
    for num_actions, _ in enumerate(walk(board, state, random.Random(seed), style), start=1):
        check_invariants(board, state)
        assert num_actions <= MOST_ACTIONS
    assert is_over(state)
    assert num_actions > 0


@each_match
@proof(3, interpreted=2)
@given(seed=SEEDS, style=STYLES)
def test_every_legal_action_keeps_the_invariants(
    name: str, players: int, seed: int, style: int
) -> None:
    board = tables(name)
    state = new_game(board, players, seed)
    rng = random.Random(seed)
    often = 0.003 if IS_INTERPRETED else 0.02
    for _ in walk(board, state, rng, style):
        if rng.random() < often:
            for action in legal_actions(board, state):
                after = state.copy()
                step(board, after, action)
                check_invariants(board, after)


@each_match
@proof(3, interpreted=2)
@given(seed=SEEDS, style=STYLES)
def test_masks_words_refusals_and_views_agree(
    name: str, players: int, seed: int, style: int
) -> None:
    board = tables(name)
    state = new_game(board, players, seed)
    rng = random.Random(seed)
    often = 0.005 if IS_INTERPRETED else 0.1
    check_agreement(board, state)
    for _ in walk(board, state, rng, style):
        if rng.random() < often or state["phase"] == OVER:
            check_agreement(board, state)


def check_agreement(board: Tables, state: State) -> None:
    """All that tells legal actions from others says the same, and changes nothing."""
    before = state.tobytes()
    actions = legal_actions(board, state)
    legal = set(actions)
    mask = np.zeros(MAX_ACTIONS, np.bool_)
    legal_mask(board, state, mask)
    assert np.flatnonzero(mask).tolist() == actions
    for action in range(MAX_ACTIONS):
        assert is_legal(board, state, action) == (action in legal)
        assert (refusal(board, state, action) == LEGAL) == (action in legal)
    for action in (-1, MAX_ACTIONS):
        assert not is_legal(board, state, action)
        assert refusal(board, state, action) != LEGAL
    low, pays, claims, more_claims, cities = map(np.uint64, legal_words(board, state))
    words = (low, pays, claims, more_claims, cities)
    assert count_actions(words) == len(actions)
    assert [nth_action(words, n) for n in range(len(actions))] == actions
    assert state.tobytes() == before
    view = state.copy()
    conceal(view, int(state["seat"]))
    assert legal_actions(board, view) == actions
    assert [refusal(board, view, a) for a in range(MAX_ACTIONS)] == [
        refusal(board, state, a) for a in range(MAX_ACTIONS)
    ]


def test_short_masks_are_filled_as_far_as_they_go() -> None:
    board = tables("usa")
    state = new_game(board, 2, 5)
    full = np.zeros(MAX_ACTIONS, np.bool_)
    legal_mask(board, state, full)
    for size in (1, 17, 64, 200):
        mask = np.zeros(size, np.bool_)
        legal_mask(board, state, mask)
        assert mask.tolist() == full[:size].tolist()
