"""The race of a search: its budget and its deadline, and what its choice follows from."""

import math
from time import perf_counter
from unittest.mock import patch

import numpy as np
import pytest

from anden.kernel import is_legal, observe
from anden.kernel.actions import WITHDRAW
from anden.kernel.layout import TURN, Records, State, Tables
from anden.strategy import race as module
from anden.strategy.race import BATCH, Race, new_search
from tests.kernel.support import tables
from tests.strategy.support import one, sensible_positions
from tests.support import Table, small_board

LUCK = np.uint64(8)
LONGEST_GAME = 1_000  # steps that a deal may take, for each candidate

pytestmark = pytest.mark.compiled_only


def usa_turn() -> State:
    """A view from the middle of a game, with much to choose from."""
    board = tables("usa")
    state = next(s for s in sensible_positions(board, 2, 1, 30)[2:] if int(s["phase"]) == TURN)
    return observe(state, int(state["seat"]))


def start(board: Tables, view: State, searches: Records | None = None) -> Race:
    room = new_search(board) if searches is None else searches
    return Race(one(board), room, one(view), LUCK)


@pytest.mark.parametrize("budget", [1, 10_000, 60_000])
def test_a_race_uses_its_budget_and_little_more(budget: int) -> None:
    race = start(tables("usa"), usa_turn())
    assert race.num_candidates > 4
    race.run(budget)
    rounds = math.ceil(math.log2(race.num_candidates))
    batch = BATCH + LONGEST_GAME * race.num_candidates
    assert budget <= race.steps <= budget + rounds * batch


def test_a_deadline_ends_a_race_after_the_batch_begun() -> None:
    race = start(tables("usa"), usa_turn())
    race.run(10**9, deadline=perf_counter())
    assert BATCH <= race.steps <= BATCH + LONGEST_GAME * race.num_candidates
    assert is_legal(tables("usa"), usa_turn(), race.choice)


def test_a_choice_does_not_depend_on_looks_at_the_clock() -> None:
    """With a deadline that is not reached the race runs as without one, however slow it is."""
    calm, watched = (start(tables("usa"), usa_turn()) for _ in range(2))
    calm.run(30_000)
    with patch.object(module, "perf_counter", side_effect=range(10**6)):
        watched.run(30_000, deadline=10.0**6)
    assert (watched.choice, watched.steps) == (calm.choice, calm.steps)
    assert watched.searches.tobytes() == calm.searches.tobytes()


def test_a_search_that_was_used_before_chooses_as_a_new_one() -> None:
    board = tables("usa")
    searches = new_search(board)
    for state in sensible_positions(board, 2, 1, 40)[1:]:
        view = observe(state, int(state["seat"]))
        used, new = start(board, view, searches), start(board, view)
        for race in (used, new):
            race.run(8_000)
        assert (used.choice, used.steps) == (new.choice, new.steps)


def test_more_deals_follow_those_before_in_every_round() -> None:
    """The planner's action is tried on every deal, the others on those of their rounds."""
    race = start(tables("usa"), usa_turn())
    race.run(20_000)
    tree = race.searches[0]["tree"]
    deals = tree["num_deals"][: race.num_candidates]
    assert int(deals[0]) == int(deals.max())
    assert int(tree["is_alive"][: race.num_candidates].sum()) == 2
    assert len(set(deals.tolist())) > 2, "they drop out one round after the other"


def test_where_there_is_no_choice_nothing_is_simulated() -> None:
    board = small_board("a-b 2 red tunnel, b-c 2 blue", "a-c 5, a-b 4, b-c 3")
    table = Table(board).keep_all().give(0, red=2).set_discards(blue=10)
    table.set_deck(red=3).deal_rest(1)
    table.state["known"][1] = table.state["hand"][1]
    table.play("claim a-b", "pay 2 red")
    race = start(table.tables, observe(table.state, 0))
    race.run(10_000)
    assert (race.choice, race.steps) == (WITHDRAW, 0)
