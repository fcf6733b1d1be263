"""How a style chooses: planning, greed and slips, as its record says."""

from functools import cache

import numpy as np
import pytest

from anden.kernel import is_legal, observe
from anden.kernel.actions import DRAW_DECK, PAY, pay_action
from anden.kernel.chance import below
from anden.kernel.layout import MAX_COLOURS, MAX_LENGTH, TURN, State
from anden.machine.jit import IS_INTERPRETED
from anden.strategy.choosing import choose, choose_in_style
from anden.strategy.luck import coarse_fraction, fine_fraction, half_fraction, luck_at
from anden.strategy.payment import split_payment
from anden.strategy.style import QUICK, THOROUGH
from tests.kernel.support import tables
from tests.strategy.support import (
    greedy_choice,
    new_workspace,
    one,
    planner_choice,
    sensible_positions,
    style_for,
)

LUCK = 12345


@cache
def positions() -> list[State]:
    return sensible_positions(tables("europe"), 2, 7, 20 if IS_INTERPRETED else 3)


def choice(state: State, orders: int = QUICK, **fields: float) -> int:
    board = tables("europe")
    style = style_for(board, orders, LUCK, **fields)
    return int(choose_in_style(board, state, style, new_workspace()))


def test_a_style_is_a_planner_unless_it_says_otherwise() -> None:
    board = tables("europe")
    for state in positions():
        assert choice(state) == planner_choice(board, state, QUICK, LUCK)
        assert choice(state, orders=THOROUGH) == planner_choice(board, state, THOROUGH, LUCK)


def test_a_greedy_style_is_greedy_in_every_phase() -> None:
    board = tables("europe")
    for state in positions():
        assert choice(state, is_greedy=1) == greedy_choice(board, state, LUCK)


def test_greed_and_slips_change_turns_alone() -> None:
    board = tables("europe")
    for state in positions():
        luck = int(luck_at(np.uint64(LUCK), state))
        if int(state["phase"]) != TURN:
            assert choice(state, greed=0.5, slips=0.5) == choice(state)
            continue
        assert choice(state, greed=1.0) == greedy_choice(board, state, luck)
        card = int(below(np.uint64(luck << 32 & 2**64 - 1), DRAW_DECK + 1))
        if is_legal(board, state, card):
            assert choice(state, slips=1.0) == card


@pytest.mark.parametrize(("greed", "slips"), [(0.0, 0.0), (0.6, 0.15), (0.2, 0.7)])
def test_a_style_chooses_from_the_view_alone(greed: float, slips: float) -> None:
    for state in positions():
        view = observe(state, int(state["seat"]))
        assert choice(view, greed=greed, slips=slips) == choice(state, greed=greed, slips=slips)


def test_a_plan_is_kept_only_where_the_style_says_so() -> None:
    board = tables("europe")
    state = next(state for state in positions()[2:] if int(state["phase"]) == TURN)
    for keeps_plan in (0, 1):
        workspace = new_workspace()
        style = style_for(board, QUICK, keeps_plan=keeps_plan)
        choose_in_style(board, state, style, workspace)
        workspace["goals"] = 0
        choose_in_style(board, state, style, workspace)
        assert (int(workspace["goals"]) == 0) == bool(keeps_plan)


def test_arrays_of_one_record_choose_the_same() -> None:
    board = tables("europe")
    style = style_for(board, QUICK, LUCK, greed=0.3)
    for state in positions():
        action = choose(one(board), one(state), one(style), one(new_workspace()))
        assert int(action) == choice(state, greed=0.3)


def test_a_payment_is_split_as_it_is_put_together() -> None:
    for colour in range(MAX_COLOURS):
        for wilds in range(MAX_LENGTH):
            assert split_payment(pay_action(colour, wilds) - PAY) == (colour, wilds)


@pytest.mark.parametrize("fraction", [coarse_fraction, half_fraction, fine_fraction])
def test_fractions_go_from_nothing_to_almost_one(fraction: object) -> None:
    assert callable(fraction)
    assert fraction(np.uint64(0)) == 0
    assert fraction(np.uint64(2**63)) == 0.5
    assert 1 - 1e-7 < fraction(np.uint64(2**64 - 1)) < 1
