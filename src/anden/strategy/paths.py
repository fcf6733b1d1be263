"""What routes cost a seat, and the cheapest way between two cities."""

import numpy as np
from numpy.typing import NDArray

from anden.kernel.bits import ZERO, bit, has, lowest, without_lowest
from anden.kernel.chance import GOLDEN, mix
from anden.kernel.ids import RouteId, Seat
from anden.kernel.layout import GRAY, MAX_COLOURS, MAX_SEATS, NO_ROUTE, WILD, WORDS, State, Tables
from anden.kernel.legal import station_price
from anden.machine.jit import inline, jit

from .desk import FAR, Desk
from .params import (
    DRAW_RATE,
    FERRY_EXTRA,
    HAND_SHARE,
    MIN_COST,
    NOISE,
    PIECE_COST,
    POINTS_SHARE,
    RIVAL_RISK,
    STATION_COST,
    TUNNEL_EXTRA,
    TURN_VALUE,
    Params,
)


@jit
def weigh_routes(
    tables: Tables, state: State, seat: Seat, params: Params, luck: np.uint64, desk: Desk
) -> None:
    """Fills `base` and `route_turns` for every route: FAR for what the seat can't use."""
    most = 0
    for colour in range(MAX_COLOURS):
        most = max(most, int(state["hand"][seat, colour]))
    wilds = int(state["hand"][seat, WILD])
    station = FAR
    if int(state["stations_left"][seat]) > 0:
        price = station_price(tables, state, seat)
        station = (
            float(tables["station_points"])
            + float(params[STATION_COST])
            + float(params[TURN_VALUE]) * (1.0 + price / float(params[DRAW_RATE]))
        )
    for route in range(int(tables["num_routes"])):
        word = route >> 6
        place = route & 63
        desk["route_turns"][route] = 0.0
        if has(state["owned"][seat, word], place):
            desk["base"][route] = 0.0
        elif has(state["available"][seat, word], place):
            _weigh_open(tables, state, seat, route, most, wilds, params, luck, desk)
        else:
            desk["base"][route] = FAR
            if station < FAR and _is_borrowable(tables, state, seat, route):
                desk["base"][route] = station
                desk["route_turns"][route] = 1.5


@inline
def _weigh_open(
    tables: Tables,
    state: State,
    seat: Seat,
    route: RouteId,
    most: int,
    wilds: int,
    params: Params,
    luck: np.uint64,
    desk: Desk,
) -> None:
    length = int(tables["route_length"][route])
    colour = int(tables["route_colour"][route])
    held = most if colour == GRAY else int(state["hand"][seat, colour])
    missing = length - float(params[HAND_SHARE]) * min(held, length)
    symbols = int(tables["route_symbols"][route])
    missing += max(0, symbols - wilds) * float(params[FERRY_EXTRA])
    if has(tables["tunnels"][route >> 6], route & 63):
        missing += float(params[TUNNEL_EXTRA])
    turns = 1.0 + missing / float(params[DRAW_RATE])
    points = int(tables["length_points"][length])
    cost = float(params[TURN_VALUE]) * turns + float(params[PIECE_COST]) * length
    cost -= float(params[POINTS_SHARE]) * points
    if float(params[RIVAL_RISK]) > 0.0:
        cost += float(params[RIVAL_RISK]) * rivals_at(tables, state, seat, route)
    if float(params[NOISE]) > 0.0:
        drawn = float(mix(luck + np.uint64(route) * GOLDEN) >> np.uint64(40)) / 16777216.0
        cost *= 1.0 + float(params[NOISE]) * (drawn - 0.5)
    desk["base"][route] = max(cost, float(params[MIN_COST]) * length)
    desk["route_turns"][route] = turns


@inline
def rivals_at(tables: Tables, state: State, seat: Seat, route: RouteId) -> int:
    """Ends of the route that rivals have reached, counted by rival."""
    at_a = tables["city_routes"][int(tables["route_a"][route])]
    at_b = tables["city_routes"][int(tables["route_b"][route])]
    number = 0
    for other in range(int(state["players"])):
        if other != seat:
            owned = state["owned"][other]
            number += int((owned[0] & at_a[0]) | (owned[1] & at_a[1]) != ZERO)
            number += int((owned[0] & at_b[0]) | (owned[1] & at_b[1]) != ZERO)
    return number


@inline
def _is_borrowable(tables: Tables, state: State, seat: Seat, route: RouteId) -> bool:
    """Whether another seat has the route and the seat could put a station at one of its ends."""
    owned = ZERO
    stations = ZERO
    for other in range(MAX_SEATS):
        if other != seat:
            owned = owned | state["owned"][other, route >> 6]
            stations = stations | state["station_cities"][other]
    if not has(owned, route & 63):
        return False
    ends = bit(int(tables["route_a"][route])) | bit(int(tables["route_b"][route]))
    return bool(ends & ~stations != ZERO)


@jit
def spread_from(tables: Tables, start: int, goal: int, desk: Desk) -> float:
    """The least total weight from a city to another; `via` tells the way back."""
    for city in range(int(tables["num_cities"])):
        desk["dist"][city] = FAR
    desk["dist"][start] = 0.0
    desk["via"][start] = NO_ROUTE
    frontier = bit(start)
    done = ZERO
    while frontier != ZERO:
        city = lowest(frontier)
        nearest = float(desk["dist"][city])
        rest = without_lowest(frontier)
        while rest != ZERO:
            other = lowest(rest)
            rest = without_lowest(rest)
            if float(desk["dist"][other]) < nearest:
                nearest = float(desk["dist"][other])
                city = other
        if city == goal:
            return nearest
        frontier = frontier & ~bit(city)
        done = done | bit(city)
        for word in range(WORDS):
            routes = tables["city_routes"][city, word]
            while routes != ZERO:
                route = 64 * word + lowest(routes)
                routes = without_lowest(routes)
                other = int(tables["route_a"][route]) + int(tables["route_b"][route]) - city
                far = nearest + float(desk["weight"][route])
                if far < float(desk["dist"][other]) and not has(done, other):
                    desk["dist"][other] = far
                    desk["via"][other] = route
                    frontier = frontier | bit(other)
    return FAR


@jit
def weigh_by_length(tables: Tables, state: State, seat: Seat, is_built: bool, desk: Desk) -> None:
    """Each route weighs its spaces; what the seat has weighs nothing, if asked."""
    for route in range(int(tables["num_routes"])):
        word = route >> 6
        desk["weight"][route] = int(tables["route_length"][route])
        if has(state["owned"][seat, word], route & 63):
            if is_built:
                desk["weight"][route] = 0.0
        elif is_built and not has(state["available"][seat, word], route & 63):
            desk["weight"][route] = FAR


@jit
def find_components(
    tables: Tables, low: np.uint64, high: np.uint64, component: NDArray[np.uint64]
) -> None:
    """The cities each one is joined to by a set of routes."""
    for city in range(int(tables["num_cities"])):
        component[city] = bit(city)
    for word in range(WORDS):
        routes = low if word == 0 else high
        while routes != ZERO:
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            a = int(tables["route_a"][route])
            b = int(tables["route_b"][route])
            if not has(component[a], b):
                joined = component[a] | component[b]
                rest = joined
                while rest != ZERO:
                    component[lowest(rest)] = joined
                    rest = without_lowest(rest)
