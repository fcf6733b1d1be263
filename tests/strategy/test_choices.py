"""What planner and greedy choose: legal, from the view alone, sensible where it is plain."""

import pytest

from anden.kernel import is_legal, legal_words, observe
from anden.kernel.actions import CLAIM, DRAW_TICKETS
from anden.kernel.layout import TUNNEL
from anden.strategy.blocking import rate_blocks
from anden.strategy.claims import tunnel_odds
from anden.strategy.style import QUICK, THOROUGH
from tests.kernel.support import MATCHES, tables
from tests.strategy.support import (
    greedy_choice,
    new_workspace,
    planner_choice,
    sensible_positions,
)
from tests.support import Table, small_board

each_match = pytest.mark.parametrize(("name", "players"), MATCHES)


@each_match
def test_choices_are_legal_and_follow_from_the_view_alone(name: str, players: int) -> None:
    board = tables(name)
    for state in sensible_positions(board, players, 3, 7):
        view = observe(state, int(state["seat"]))
        for orders in (QUICK, THOROUGH):
            action = planner_choice(board, state, orders)
            assert is_legal(board, state, action)
            assert planner_choice(board, view, orders) == action
        action = greedy_choice(board, state)
        assert is_legal(board, state, action)
        assert greedy_choice(board, view) == action


@pytest.mark.parametrize(("hit", "reserve"), [(0.1, 0), (0.25, 1), (0.25, 2), (0.9, 3), (0.5, -1)])
def test_tunnel_odds_are_those_of_three_cards(hit: float, reserve: int) -> None:
    enough = 0.0
    for hits in range(8):
        demanded = hits.bit_count()
        odds = hit**demanded * (1 - hit) ** (3 - demanded)
        enough += odds if demanded <= reserve else 0.0
    assert tunnel_odds(hit, reserve) == pytest.approx(enough)


def ladder() -> Table:
    """Two ways from a to d: straight by b, or round by c and e."""
    routes = "a-b 2 red, b-d 2 blue, a-c 3 green, c-e 3 green, d-e 3 green"
    board = small_board(routes, "a-d 12, a-e 8, c-d 9, b-e 7")
    table = Table(board).keep_all().holds(0, "a-d")
    table.state["pieces"][1] = 4  # the end is near: no time to collect
    return table


def claimed(table: Table) -> str:
    action = planner_choice(table.tables, table.state, THOROUGH)
    assert action >= CLAIM, table.name(action)
    return table.board.route_name(action - CLAIM)


def test_the_planner_claims_what_its_ticket_needs() -> None:
    assert claimed(ladder().give(0, red=2, blue=2)) in ("a-b", "b-d")


def test_the_planner_takes_a_detour_when_it_is_cut_off() -> None:
    table = ladder().give(0, green=9, red=2).owns(1, "b-d")
    assert claimed(table) in ("a-c", "c-e", "d-e")


def test_the_last_turn_completes_the_ticket_rather_than_scoring_more() -> None:
    table = ladder().give(0, green=3, blue=2).owns(0, "a-b")
    table.state["last_turns"] = 1
    assert claimed(table) == "b-d"


def test_no_tickets_are_drawn_on_the_last_turn() -> None:
    table = ladder()
    table.state["last_turns"] = 1
    for orders in (QUICK, THOROUGH):
        assert planner_choice(table.tables, table.state, orders) != DRAW_TICKETS


def dug_tunnel() -> Table:
    """The tunnel completes the seat's ticket, and three red cards came up against it."""
    board = small_board("a-b 2 red tunnel, b-c 2 blue", "a-c 5, a-b 4, b-c 3")
    table = Table(board).keep_all().holds(0, "a-b").give(0, red=3).set_discards(blue=10)
    table.set_deck(red=3).deal_rest(1)
    table.state["known"][1] = table.state["hand"][1]
    table.play("claim a-b", "pay 2 red")
    assert table.phase == TUNNEL
    return table


@pytest.mark.parametrize(
    ("hand", "choice"),
    [
        ({"red": 3}, "pay 3 red"),
        ({"red": 5}, "pay 3 red"),
        ({"red": 2}, "withdraw"),
        ({"blue": 3}, "withdraw"),
    ],
)
def test_a_tunnel_is_paid_for_if_it_can_be_and_given_up_if_not(
    hand: dict[str, int], choice: str
) -> None:
    table = dug_tunnel().give(0, **hand)
    for orders in (QUICK, THOROUGH):
        assert table.name(planner_choice(table.tables, table.state, orders)) == choice
    assert table.name(greedy_choice(table.tables, table.state)) == choice


def test_a_station_saves_a_ticket_that_is_cut_off() -> None:
    board = small_board("a-b 2 red, b-d 2 blue", "a-d 12, a-b 3, b-d 3")
    table = Table(board).keep_all().holds(0, "a-d").give(0, red=2, blue=3)
    table.owns(0, "a-b").owns(1, "b-d")
    action = planner_choice(table.tables, table.state, THOROUGH)
    assert table.name(action) in ("station b", "station d")


def test_a_gap_between_two_networks_of_a_rival_is_closed() -> None:
    """Nothing to do for itself, cards to spare, and a rival one route from joining up."""
    routes = "a-b 3 red, b-c 2 blue, c-d 3 red, a-d 6 green, a-c 6 green"
    board = small_board(routes, "a-b 3, c-d 3, a-d 9", stations=None, tie_breaks=["tickets"])
    table = Table(board).keep_all().holds(0, "a-b").give(0, blue=4).owns(1, "a-b", "c-d")
    _, _, low, high, _ = legal_words(table.tables, table.state)
    workspace = new_workspace()
    rate_blocks(table.tables, table.state, 0, low, high, workspace)
    costs = {board.route_name(r): float(workspace["block"][r]) for r in range(len(board.routes))}
    assert costs["b-c"] > 0
    assert all(cost == 0 for name, cost in costs.items() if name != "b-c")


def test_luck_tells_equals_apart() -> None:
    states = sensible_positions(tables("usa"), 2, 5, 11)
    chosen = {
        tuple(greedy_choice(tables("usa"), state, luck) for state in states) for luck in range(8)
    }
    assert len(chosen) > 1
