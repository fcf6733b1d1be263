"""Which routes the stations borrow: the choice that makes most of the owner's tickets, exactly."""

import numpy as np

from anden.machine.jit import jit

from .bits import ZERO, count, has, lowest, next_route, without_lowest
from .ids import CityId, Seat
from .layout import MAX_SEATS, MAX_STATIONS, NO_ROUTE, Net, Result, State, Tables


@jit
def borrow_routes(tables: Tables, state: State, seat: Seat, net: Net, result: Result) -> np.uint64:
    """Tickets the seat completes with its stations at their best: E12. `net` is the seat's.

    A station that adds nothing borrows nothing; among equal choices the lowest routes are taken.
    """
    tickets = state["tickets"][seat]
    best = _completed(tables, net, tickets, ZERO, ZERO, ZERO)
    best_points = _points(tables, best)
    if best == tickets:
        return best
    cities = state["station_cities"][seat]
    for station in range(MAX_STATIONS):
        net["num_candidates"][station] = 1
        net["candidates"][station, 0] = NO_ROUTE
        net["joined"][station, 0] = ZERO
        if cities != ZERO:
            _list_candidates(tables, state, seat, net, station, lowest(cities))
            cities = without_lowest(cities)
    for i in range(int(net["num_candidates"][0])):
        for j in range(int(net["num_candidates"][1])):
            for k in range(int(net["num_candidates"][2])):
                made = _completed(
                    tables,
                    net,
                    tickets,
                    net["joined"][0, i],
                    net["joined"][1, j],
                    net["joined"][2, k],
                )
                points = _points(tables, made)
                if points > best_points or (points == best_points and count(made) > count(best)):
                    best = made
                    best_points = points
                    result["borrowed"][seat, 0] = net["candidates"][0, i]
                    result["borrowed"][seat, 1] = net["candidates"][1, j]
                    result["borrowed"][seat, 2] = net["candidates"][2, k]
    return best


@jit
def _list_candidates(
    tables: Tables, state: State, seat: Seat, net: Net, station: int, city: CityId
) -> None:
    """Others' routes into the city, one for each component of the net they lead to."""
    size = 1
    reached = net["reach"][city]
    low = ZERO
    high = ZERO
    for other in range(MAX_SEATS):
        if other != seat:
            low = low | state["owned"][other, 0]
            high = high | state["owned"][other, 1]
    low = low & tables["city_routes"][city, 0]
    high = high & tables["city_routes"][city, 1]
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        far = int(tables["route_a"][route]) + int(tables["route_b"][route]) - city
        if not has(reached, far):
            reached = reached | net["reach"][far]
            net["candidates"][station, size] = route
            net["joined"][station, size] = net["reach"][city] | net["reach"][far]
            size += 1
    net["num_candidates"][station] = size


@jit
def _completed(
    tables: Tables,
    net: Net,
    tickets: np.uint64,
    joined0: np.uint64,
    joined1: np.uint64,
    joined2: np.uint64,
) -> np.uint64:
    """Tickets whose cities are joined by the net and up to three borrowed links."""
    if joined0 & joined1 != ZERO:  # links that touch are one
        joined0 = joined0 | joined1
        joined1 = joined0
    if joined0 & joined2 != ZERO:
        joined0 = joined0 | joined2
        joined2 = joined0
    if joined1 & joined2 != ZERO:
        joined1 = joined1 | joined2
    made = ZERO
    rest = tickets
    while rest != ZERO:
        ticket = lowest(rest)
        a = int(tables["ticket_a"][ticket])
        b = int(tables["ticket_b"][ticket])
        if (
            has(net["reach"][a], b)
            or (has(joined0, a) and has(joined0, b))
            or (has(joined1, a) and has(joined1, b))
            or (has(joined2, a) and has(joined2, b))
        ):
            made = made | (rest & ~without_lowest(rest))
        rest = without_lowest(rest)
    return made


@jit
def _points(tables: Tables, tickets: np.uint64) -> int:
    points = 0
    while tickets != ZERO:
        points += int(tables["ticket_points"][lowest(tickets)])
        tickets = without_lowest(tickets)
    return points
