"""The kernel's legal actions are those of the rules, at every decision of random games."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anden.boards import load_board
from anden.kernel.layout import TURN
from tests.kernel.legality import actions_by_the_rules
from tests.kernel.support import (
    MATCHES,
    NUM_STYLES,
    legal_actions,
    new_game,
    proof,
    tables,
    walk,
)


@pytest.mark.parametrize(("name", "players"), MATCHES)
@pytest.mark.parametrize("style", range(NUM_STYLES))
@proof(4, interpreted=1)
@given(seed=st.integers(0, 2**128 - 1))
def test_legal_actions_are_those_of_the_rules(
    name: str, players: int, style: int, seed: int
) -> None:
    board, rules = tables(name), load_board(name)
    state = new_game(board, players, seed)
    rng = random.Random(seed)
    assert set(legal_actions(board, state)) == actions_by_the_rules(rules, state)
    for _ in walk(board, state, rng, style):
        if state["phase"] != TURN or rng.random() < 0.2:  # a whole turn's choice takes longer
            assert set(legal_actions(board, state)) == actions_by_the_rules(rules, state)
