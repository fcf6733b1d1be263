"""What decides between two seats, and that it is told."""

import numpy as np
import pytest

from anden.kernel import NET, RESULT, final_scores
from anden.kernel.scoring import compare_seats
from tests.kernel.support import blank
from tests.support import Table, rule, small_board

ROUTES = "a-b 3 red, b-c 3 red, c-d 2 red, d-e 1 red"
TICKETS = "a-b 5, c-d 5, d-e 5"


def arranged(*tie_breaks: str) -> Table:
    """Two seats, level in nothing but points: tickets for 0, stations for 1, the bonus for 0."""
    table = Table(small_board(ROUTES, TICKETS, tie_breaks=list(tie_breaks))).keep_all()
    table.owns(0, "a-b", "b-c").owns(1, "c-d").holds(0, "a-b").holds(1).builds(0, "e")
    for seat in range(2):
        table.state["score"][seat] += 30 - table.score(seat).total
    return table


def decided(table: Table) -> tuple[int, int]:
    """The comparison both ways round."""
    result = blank(RESULT)
    final_scores(table.tables, table.state, result, blank(NET))
    first, second = (compare_seats(table.tables, table.state, result, a, 1 - a) for a in range(2))
    return first, second


@rule("C27", "U6", "E15")
@pytest.mark.parametrize(
    ("tie_breaks", "first"),
    [
        (("tickets", "stations", "longest_path"), 2),
        (("stations", "tickets"), -2),
        (("longest_path",), 2),
        (("longest_path", "stations"), 2),
        ((), 0),
    ],
)
def test_the_first_tie_break_of_the_board_that_differs_decides(
    tie_breaks: tuple[str, ...], first: int
) -> None:
    table = arranged(*tie_breaks)
    assert decided(table) == (first, -first)
    table.state["score"][1] += 1
    assert decided(table) == (-1, 1)


@rule("E15")
def test_level_tie_breaks_are_passed_by_until_one_differs() -> None:
    order = ("stations", "tickets", "longest_path")
    table = arranged(*order)
    table.state["stations_left"][1] -= 1
    table.state["score"][1] += 4
    assert decided(table) == (3, -3)
    table.holds(0)
    table.state["score"][0] += 5
    assert decided(table) == (4, -4)


@rule("U5", "U6")
def test_the_bonus_breaks_a_tie_not_the_length_of_the_path() -> None:
    table = arranged("longest_path")
    result = blank(RESULT)
    final_scores(table.tables, table.state, result, blank(NET))
    assert result["longest"][:2].tolist() == [6, 2]
    result["longest_points"][:] = 10
    assert compare_seats(table.tables, table.state, result, 0, 1) == 0
    result["longest_points"][:2] = np.array([0, 10])
    assert compare_seats(table.tables, table.state, result, 0, 1) == -2


@rule("U5")
def test_the_shortest_path_there_is_earns_the_bonus() -> None:
    table = Table(small_board(ROUTES, TICKETS)).keep_all().owns(1, "d-e")
    assert [table.score(seat).longest_points for seat in range(2)] == [0, 10]
    table = Table(small_board(ROUTES, TICKETS)).keep_all()
    assert [table.score(seat).longest_points for seat in range(2)] == [0, 0]
