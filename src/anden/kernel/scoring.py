"""The final scores, item by item, and the ranking."""

import numpy as np

from anden.machine.intrinsics import apart
from anden.machine.jit import jit

from .bits import ZERO, bit, count, has, lowest, without_lowest
from .borrow import borrow_routes
from .ids import Seat
from .layout import (
    BY_LONGEST_PATH,
    BY_STATIONS,
    BY_TICKETS,
    MAX_SEATS,
    MAX_STATIONS,
    NO_ROUTE,
    NO_TIE_BREAK,
    Net,
    Result,
    State,
    Tables,
)
from .network import build_net, longest_path


@jit
def final_scores(tables: Tables, state: State, result: Result, net: Net) -> None:
    """Fills the result for the state as it is; `net` is scratch."""
    apart()
    players = int(state["players"])
    longest = 1  # the bonus needs a path at all
    for seat in range(MAX_SEATS):
        _clear_result(result, seat)
    for seat in range(players):
        build_net(tables, state["owned"][seat, 0], state["owned"][seat, 1], net)
        result["route_points"][seat] = int(state["score"][seat])
        result["station_points"][seat] = int(state["stations_left"][seat]) * int(
            tables["station_points"]
        )
        _score_districts(tables, net, result, seat)
        made = borrow_routes(tables, state, seat, net, result)
        result["completed"][seat] = made
        result["ticket_points"][seat] = _ticket_points(tables, state["tickets"][seat], made)
        if tables["longest_bonus"] > 0:
            length = longest_path(net)
            result["longest"][seat] = length
            longest = max(longest, length)
    for seat in range(players):
        if int(result["longest"][seat]) == longest:
            result["longest_points"][seat] = int(tables["longest_bonus"])
        result["total"][seat] = (
            int(result["route_points"][seat])
            + int(result["ticket_points"][seat])
            + int(result["longest_points"][seat])
            + int(result["station_points"][seat])
            + int(result["district_points"][seat])
        )
    for seat in range(players):
        rank = 1
        for other in range(players):
            rank += int(compare_seats(tables, state, result, other, seat) > 0)
        result["rank"][seat] = rank


@jit
def _clear_result(result: Result, seat: Seat) -> None:
    result["completed"][seat] = ZERO
    result["districts"][seat] = ZERO
    result["route_points"][seat] = 0
    result["ticket_points"][seat] = 0
    result["longest"][seat] = 0
    result["longest_points"][seat] = 0
    result["station_points"][seat] = 0
    result["district_points"][seat] = 0
    result["total"][seat] = 0
    result["rank"][seat] = 0
    for station in range(MAX_STATIONS):
        result["borrowed"][seat, station] = NO_ROUTE


@jit
def _ticket_points(tables: Tables, tickets: np.uint64, made: np.uint64) -> int:
    """Completed tickets add, the others subtract: C25."""
    points = 0
    while tickets != ZERO:
        ticket = lowest(tickets)
        value = int(tables["ticket_points"][ticket])
        points += value if has(made, ticket) else -value
        tickets = without_lowest(tickets)
    return points


@jit
def _score_districts(tables: Tables, net: Net, result: Result, seat: Seat) -> None:
    """Districts whose cities are all in one component: L5."""
    for district in range(int(tables["num_districts"])):
        cities = tables["districts"][district]
        if cities & ~net["reach"][lowest(cities)] == ZERO:
            result["districts"][seat] = result["districts"][seat] | bit(district)
            result["district_points"][seat] = int(result["district_points"][seat]) + int(
                tables["district_points"][district]
            )


@jit
def compare_seats(tables: Tables, state: State, result: Result, a: int, b: int) -> int:
    """Positive if a comes before b, negative if after, 0 if level: U6, E15, L7, C27.

    The size tells what decided: 1 the points, 2 the board's first tie-break, and so on.
    """
    difference = int(result["total"][a]) - int(result["total"][b])
    level = 1
    for index in range(3):
        if difference != 0:
            break
        level += 1
        rule = int(tables["tie_breaks"][index])
        if rule == NO_TIE_BREAK:
            break
        if rule == BY_TICKETS:
            difference = count(result["completed"][a]) - count(result["completed"][b])
        elif rule == BY_STATIONS:
            difference = int(state["stations_left"][a]) - int(state["stations_left"][b])
        elif rule == BY_LONGEST_PATH:
            difference = int(result["longest_points"][a]) - int(result["longest_points"][b])
    if difference == 0:
        return 0
    return level if difference > 0 else -level
