"""The cheapest way between two cities, and which cities a set of routes joins."""

import numpy as np
from numpy.typing import NDArray

from anden.kernel.bits import ZERO, bit, has, lowest, next_route, without_lowest
from anden.kernel.ids import CityId, RouteId, Seat
from anden.kernel.layout import NO_ROUTE, State, Tables
from anden.machine.jit import inline, jit

from .route_sets import has_route
from .workspace import FAR, Workspace


@inline
def other_end(tables: Tables, route: RouteId, city: CityId) -> CityId:
    return int(tables["route_a"][route]) + int(tables["route_b"][route]) - city


@jit
def spread_from(tables: Tables, start: CityId, goal: CityId, workspace: Workspace) -> float:
    """The least total weight from a city to another; `via` tells the way back."""
    for city in range(int(tables["num_cities"])):
        workspace["distance"][city] = FAR
    workspace["distance"][start] = 0.0
    workspace["via"][start] = NO_ROUTE
    frontier = bit(start)
    done = ZERO
    while frontier != ZERO:
        city, nearest = _nearest_of(frontier, workspace)
        if city == goal:
            return nearest
        frontier = frontier & ~bit(city)
        done = done | bit(city)
        low = tables["city_routes"][city, 0]
        high = tables["city_routes"][city, 1]
        while low | high != ZERO:
            route, low, high = next_route(low, high)
            other = other_end(tables, route, city)
            far = nearest + float(workspace["weight"][route])
            if far < float(workspace["distance"][other]) and not has(done, other):
                workspace["distance"][other] = far
                workspace["via"][other] = route
                frontier = frontier | bit(other)
    return FAR


@inline
def _nearest_of(frontier: np.uint64, workspace: Workspace) -> tuple[CityId, float]:
    """The city of a set that is nearest to the start, and how far it is."""
    city = lowest(frontier)
    nearest = float(workspace["distance"][city])
    rest = without_lowest(frontier)
    while rest != ZERO:
        other = lowest(rest)
        rest = without_lowest(rest)
        if float(workspace["distance"][other]) < nearest:
            nearest = float(workspace["distance"][other])
            city = other
    return city, nearest


@jit
def weigh_by_length(
    tables: Tables, state: State, seat: Seat, is_built: bool, workspace: Workspace
) -> None:
    """Each route weighs its spaces. If `is_built`, what the seat has weighs nothing and what it
    can't claim any more is out of use.
    """
    for route in range(int(tables["num_routes"])):
        workspace["weight"][route] = int(tables["route_length"][route])
        if has_route(state["owned"][seat], route):
            if is_built:
                workspace["weight"][route] = 0.0
        elif is_built and not has_route(state["available"][seat], route):
            workspace["weight"][route] = FAR


@jit
def find_components(
    tables: Tables, low: np.uint64, high: np.uint64, component: NDArray[np.uint64]
) -> None:
    """Fills in the cities that each one is joined to by a set of routes."""
    for city in range(int(tables["num_cities"])):
        component[city] = bit(city)
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        a = int(tables["route_a"][route])
        b = int(tables["route_b"][route])
        if not has(component[a], b):
            joined = component[a] | component[b]
            rest = joined
            while rest != ZERO:
                component[lowest(rest)] = joined
                rest = without_lowest(rest)
