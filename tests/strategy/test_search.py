"""The search: legal, bounded, the same for the same seed, and better than no search."""

from time import perf_counter

import numpy as np
import pytest

from anden.bots.mcts_bot import MctsBot
from anden.kernel import is_legal, observe
from anden.kernel.actions import CLAIM
from anden.kernel.layout import MAX_SEATS, MAX_TICKETS
from anden.strategy.beliefs import weigh_tickets
from anden.strategy.style import QUICK, THOROUGH
from tests.bots.patient_bots import PatientMcts
from tests.kernel.support import MATCHES, tables
from tests.strategy.support import new_workspace, planner_choice, sensible_positions
from tests.support import Table, small_board


@pytest.mark.compiled_only
@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_a_search_is_legal_and_repeats(name: str, players: int) -> None:
    board = tables(name)
    for state in sensible_positions(board, players, 6, 70):
        view = observe(state, int(state["seat"]))
        before = view.tobytes()
        one, other = (PatientMcts(8, 0.05).choose_id(board, view.copy()) for _ in range(2))
        assert one == other
        assert is_legal(board, state, one)
        assert view.tobytes() == before


@pytest.mark.compiled_only
def test_a_search_ends_with_its_time() -> None:
    board = tables("usa")
    view = observe(sensible_positions(board, 2, 1, 30)[1], 0)
    bot = MctsBot(1, 0.01)
    bot.choose_id(board, view.copy())
    bot.seconds = 0.05
    start = perf_counter()
    bot.choose_id(board, view.copy())
    assert perf_counter() - start < 5  # a bound, not a benchmark


@pytest.mark.compiled_only
def test_the_search_sees_that_a_ticket_wins_the_game() -> None:
    """One turn left: the short route completes a ticket, the long one scores more by itself."""
    routes = "a-b 2 red, c-d 6 green, a-c 1 blue"
    board = small_board(routes, "a-b 20, c-d 3, a-c 3", longest_path=None, tie_breaks=["tickets"])
    table = Table(board).keep_all().holds(0, "a-b").give(0, red=2, green=6)
    table.state["last_turns"] = 2
    bot = MctsBot(1, 0.05)
    action = bot.choose_id(table.tables, observe(table.state, 0))
    assert table.board.route_name(action - CLAIM) == "a-b"


@pytest.mark.compiled_only
def test_the_search_leaves_the_planner_s_move_for_the_longest_path() -> None:
    """One turn left: the long route scores 15; the short one 4, and the bonus changes hands."""
    routes = "a-b 3 red, b-c 3 red, c-d 3 blue, e-f 6 green, g-h 6 green, h-i 1 green"
    board = small_board(routes, "a-b 3, e-f 3, g-h 3", stations=None, tie_breaks=["tickets"])
    table = Table(board).keep_all().holds(0).holds(1).give(0, blue=3, green=6)
    table.owns(0, "a-b", "b-c").owns(1, "g-h", "h-i")
    table.state["last_turns"] = 1
    for orders in (QUICK, THOROUGH):
        planned = planner_choice(table.tables, table.state, orders)
        assert table.name(planned) == "claim e-f"
    for seed in range(3):
        chosen = PatientMcts(seed, 0.001).choose_id(table.tables, observe(table.state, 0))
        assert table.name(chosen) == "claim c-d"


def test_a_half_built_way_makes_a_ticket_likelier() -> None:
    board = small_board("a-b 2 red, b-c 2 blue, d-e 4 red, c-d 1 red", "a-c 5, d-e 5, a-b 3")
    table = Table(board).keep_all().owns(1, "a-b")
    weights = np.ones((MAX_SEATS, MAX_TICKETS), np.float32)
    weigh_tickets(table.tables, table.state, 0, 2.0, weights, new_workspace())
    half, none, done = (float(weights[1, board.find_ticket(t)]) for t in ("a-c", "d-e", "a-b"))
    assert done > half > none == pytest.approx(1)
