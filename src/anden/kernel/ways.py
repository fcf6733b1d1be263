"""Cheapest ways on the map for a seat: own routes are free, open ones cost their spaces in pieces.

All lengths are small, so cities wait in one set for each number of pieces, and a search looks at
every city once.
"""

import numpy as np
from numpy.typing import NDArray

from anden.machine.intrinsics import apart
from anden.machine.jit import inline, jit

from .bits import ZERO, bit, has, lowest, next_route, without_lowest
from .ids import CityId, RouteId, Seat
from .layout import MAX_LENGTH, MAX_PIECES, NO_ROUTE, WORDS, Sketch, State, Tables

FAR = 1000  # pieces to a city that can't be reached
PLACES = MAX_LENGTH + 1


@jit
def sketch_map(tables: Tables, state: State, seat: Seat, sketch: Sketch) -> None:
    """What is near and what is joined for the seat, before any plan."""
    apart()
    for city in range(int(tables["num_cities"])):
        sketch["joined"][city] = bit(city)
        for length in range(PLACES):
            sketch["near"][length, city] = ZERO
    for word in range(WORDS):
        sketch["plan"][word] = ZERO
    join_routes(tables, state["owned"][seat, 0], state["owned"][seat, 1], sketch)
    low, high = state["available"][seat, 0], state["available"][seat, 1]
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        _add_open(tables, route, sketch)


@inline
def _add_open(tables: Tables, route: RouteId, sketch: Sketch) -> None:
    a = int(tables["route_a"][route])
    b = int(tables["route_b"][route])
    length = int(tables["route_length"][route])
    sketch["near"][length, a] = sketch["near"][length, a] | bit(b)
    sketch["near"][length, b] = sketch["near"][length, b] | bit(a)


@jit
def join_routes(tables: Tables, low: np.uint64, high: np.uint64, sketch: Sketch) -> None:
    """Makes the routes of a set free."""
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        a = int(tables["route_a"][route])
        b = int(tables["route_b"][route])
        if not has(sketch["joined"][a], b):
            joined = sketch["joined"][a] | sketch["joined"][b]
            cities = joined
            while cities != ZERO:
                sketch["joined"][lowest(cities)] = joined
                cities = without_lowest(cities)


@jit
def spread(
    tables: Tables,
    start: CityId,
    most: int,
    sketch: Sketch,
    due: NDArray[np.uint64],
    distances: NDArray[np.int16],
) -> None:
    """The pieces it takes to join each city with one; FAR for more than `most`.

    `due` is scratch: the cities to be reached in n pieces, at place n % PLACES.
    """
    apart()
    for city in range(int(tables["num_cities"])):
        distances[city] = FAR
    for place in range(PLACES):
        due[place] = ZERO
    due[0] = bit(start)
    reached = ZERO
    last = 0
    place = 0
    for far in range(most + 1):
        cities = due[place] & ~reached
        due[place] = ZERO
        while cities != ZERO:
            fresh = sketch["joined"][lowest(cities)]
            cities = cities & ~fresh
            reached = reached | fresh
            while fresh != ZERO:
                city = lowest(fresh)
                fresh = without_lowest(fresh)
                distances[city] = far
                last = max(last, _announce(sketch, due, city, place, far))
        if far >= last:
            break
        place = place + 1 if place < MAX_LENGTH else 0


@inline
def _announce(sketch: Sketch, due: NDArray[np.uint64], city: CityId, place: int, far: int) -> int:
    """Makes the cities near one due; returns the most pieces that any of them takes."""
    last = 0
    for length in range(1, PLACES):
        near = sketch["near"][length, city]
        if near != ZERO:
            later = place + length
            later = later if later < PLACES else later - PLACES
            due[later] = due[later] | near
            last = far + length
    return last


@jit
def plan_way(tables: Tables, state: State, seat: Seat, goal: CityId, sketch: Sketch) -> int:
    """Adds a cheapest way to a city to the plan, from where `from_a` starts; its pieces.

    The way must exist. What it takes is free from then on.
    """
    apart()
    pieces = int(sketch["from_a"][goal])
    far = pieces
    city = goal
    low = ZERO
    high = ZERO
    for _ in range(MAX_PIECES):
        if far <= 0:
            break
        route, end = _step_back(tables, state, seat, city, far, sketch)
        if route == NO_ROUTE:
            break
        far -= int(tables["route_length"][route])
        city = int(tables["route_a"][route]) + int(tables["route_b"][route]) - end
        if route < 64:
            low = low | bit(route)
        else:
            high = high | bit(route - 64)
    sketch["plan"][0] = sketch["plan"][0] | low
    sketch["plan"][1] = sketch["plan"][1] | high
    join_routes(tables, low, high, sketch)
    return pieces


@inline
def _step_back(
    tables: Tables, state: State, seat: Seat, city: CityId, far: int, sketch: Sketch
) -> tuple[RouteId, CityId]:
    """An open route on a cheapest way to a city, and which of its ends is joined to the city."""
    ends = sketch["joined"][city]
    while ends != ZERO:
        end = lowest(ends)
        ends = without_lowest(ends)
        low = tables["city_routes"][end, 0] & state["available"][seat, 0]
        high = tables["city_routes"][end, 1] & state["available"][seat, 1]
        while low | high != ZERO:
            route, low, high = next_route(low, high)
            other = int(tables["route_a"][route]) + int(tables["route_b"][route]) - end
            if int(sketch["from_a"][other]) + int(tables["route_length"][route]) == far:
                return route, end
    return NO_ROUTE, city
