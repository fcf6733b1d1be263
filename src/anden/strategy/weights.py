"""What each route costs a seat that plans."""

import numpy as np
from numpy.typing import NDArray

from anden.kernel.bits import ZERO, bit
from anden.kernel.chance import GOLDEN, mix
from anden.kernel.ids import RouteId, Seat
from anden.kernel.layout import GRAY, MAX_COLOURS, MAX_SEATS, WILD, State, Tables
from anden.kernel.legal import station_price
from anden.machine.jit import inline, jit

from .luck import coarse_fraction
from .numbers import Numbers
from .route_sets import has_route
from .style import Style
from .workspace import FAR, Workspace

STATION_TURNS = 1.5  # that a station takes: one to build it, and part of one for its cards
MEAN_FRACTION = 0.5  # noise makes routes dearer as often as cheaper


@jit
def weigh_routes(
    tables: Tables, state: State, seat: Seat, style: Style, workspace: Workspace
) -> None:
    """Fills `base_weight` and `route_turns` for every route: FAR for what the seat can't use."""
    most = most_of_a_colour(state["hand"][seat])
    station = _weight_of_station(tables, state, seat, style["numbers"])
    for route in range(int(tables["num_routes"])):
        workspace["route_turns"][route] = 0.0
        if has_route(state["owned"][seat], route):
            workspace["base_weight"][route] = 0.0
        elif has_route(state["available"][seat], route):
            _weigh_open(tables, state, seat, route, most, style, workspace)
        else:
            workspace["base_weight"][route] = FAR
            if station < FAR and _is_borrowable(tables, state, seat, route):
                workspace["base_weight"][route] = station
                workspace["route_turns"][route] = STATION_TURNS


@inline
def most_of_a_colour(cards: NDArray[np.int8]) -> int:
    """How many cards there are of the colour that there is most of; wilds don't count."""
    most = 0
    for colour in range(MAX_COLOURS):
        most = max(most, int(cards[colour]))
    return most


@inline
def _weight_of_station(tables: Tables, state: State, seat: Seat, numbers: Numbers) -> float:
    """What a route costs that is borrowed by a station; FAR if the seat has none left."""
    if int(state["stations_left"][seat]) <= 0:
        return FAR
    price = station_price(tables, state, seat)
    return (
        float(tables["station_points"])
        + float(numbers["station_cost"])
        + float(numbers["turn_value"]) * (1.0 + price / float(numbers["draw_rate"]))
    )


@inline
def _weigh_open(
    tables: Tables,
    state: State,
    seat: Seat,
    route: RouteId,
    most: int,
    style: Style,
    workspace: Workspace,
) -> None:
    """A route that the seat may claim; `most` is its hand's for a gray one."""
    numbers = style["numbers"]
    length = int(tables["route_length"][route])
    turns = _turns_to_claim(tables, state, seat, route, most, numbers)
    points = int(tables["length_points"][length])
    cost = float(numbers["turn_value"]) * turns + float(numbers["piece_cost"]) * length
    cost -= float(numbers["points_share"]) * points
    if float(numbers["rival_risk"]) > 0.0:
        cost += float(numbers["rival_risk"]) * rivals_at(tables, state, seat, route)
    if float(numbers["noise"]) > 0.0:
        drawn = coarse_fraction(mix(style["luck"] + np.uint64(route) * GOLDEN))
        cost *= 1.0 + float(numbers["noise"]) * (drawn - MEAN_FRACTION)
    workspace["base_weight"][route] = max(cost, float(numbers["min_cost"]) * length)
    workspace["route_turns"][route] = turns


@inline
def _turns_to_claim(
    tables: Tables, state: State, seat: Seat, route: RouteId, most: int, numbers: Numbers
) -> float:
    """One to claim it, and those to draw what the hand lacks."""
    length = int(tables["route_length"][route])
    colour = int(tables["route_colour"][route])
    held = most if colour == GRAY else int(state["hand"][seat, colour])
    missing = length - float(numbers["hand_share"]) * min(held, length)
    symbols = int(tables["route_symbols"][route])
    wilds = int(state["hand"][seat, WILD])
    missing += max(0, symbols - wilds) * float(numbers["ferry_extra"])
    if has_route(tables["tunnels"], route):
        missing += float(numbers["tunnel_extra"])
    return 1.0 + missing / float(numbers["draw_rate"])


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
    is_owned = False
    stations = ZERO
    for other in range(MAX_SEATS):
        if other != seat:
            is_owned = is_owned or has_route(state["owned"][other], route)
            stations = stations | state["station_cities"][other]
    if not is_owned:
        return False
    ends = bit(int(tables["route_a"][route])) | bit(int(tables["route_b"][route]))
    return bool(ends & ~stations != ZERO)
