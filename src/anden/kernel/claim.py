"""Paying for routes and stations, and placing them."""

from anden.machine.jit import inline

from .actions import PAY, PAY_WILDS
from .bits import bit
from .cards import discard, settle
from .ids import ActionId, CityId, RouteId, Seat
from .layout import MAX_SEATS, NO_ROUTE, PAY_ROUTE, PAY_STATION, TUNNEL, WILD, State, Tables
from .legal import price_at_stake
from .tunnel import clear_tunnel, dig, is_tunnel
from .turn import end_turn


@inline
def begin_claim(state: State, route: RouteId) -> None:
    state["route"] = route
    state["phase"] = PAY_ROUTE


@inline
def begin_station(state: State, city: CityId) -> None:
    state["city"] = city
    state["phase"] = PAY_STATION


@inline
def apply_pay(tables: Tables, state: State, action: ActionId) -> None:
    """The chosen cards leave the hand for the route, station or tunnel at stake."""
    phase = int(state["phase"])
    seat = int(state["seat"])
    _, price, _ = price_at_stake(tables, state)
    colour = WILD
    wilds = price
    if action != PAY_WILDS:
        colour = (action - PAY) >> 3
        wilds = (action - PAY) & 7
    cards = price - wilds
    _spend(state, seat, colour, cards)
    _spend(state, seat, WILD, wilds)
    if phase == PAY_ROUTE and is_tunnel(tables, int(state["route"])):
        if dig(state, colour, cards, wilds):
            return
        clear_tunnel(state, True)
    else:
        discard(state, colour, cards)
        discard(state, WILD, wilds)
        if phase == TUNNEL:
            clear_tunnel(state, True)
    settle(state)
    if phase == PAY_STATION:
        _place_station(state, seat)
    else:
        _place_route(tables, state, seat)
    end_turn(state)


@inline
def _spend(state: State, seat: Seat, kind: int, number: int) -> None:
    """Cards out of the hand. A spent card may be one the others knew of, so they know of fewer."""
    state["hand"][seat, kind] = int(state["hand"][seat, kind]) - number
    state["known"][seat, kind] = max(0, int(state["known"][seat, kind]) - number)
    state["hand_size"][seat] = int(state["hand_size"][seat]) - number


@inline
def _place_route(tables: Tables, state: State, seat: Seat) -> None:
    """The seat owns the route, and scores it: C17, C19, C20."""
    route = int(state["route"])
    length = int(tables["route_length"][route])
    state["pieces"][seat] = int(state["pieces"][seat]) - length
    state["score"][seat] = int(state["score"][seat]) + int(tables["length_points"][length])
    word = route >> 6
    state["owned"][seat, word] = state["owned"][seat, word] | bit(route & 63)
    for other in range(MAX_SEATS):
        _close(state, other, route)
    twin = int(tables["route_twin"][route])
    if twin != NO_ROUTE:
        _close(state, seat, twin)
        if int(state["players"]) < int(tables["doubles_from"]):
            for other in range(MAX_SEATS):
                _close(state, other, twin)


@inline
def _close(state: State, seat: Seat, route: RouteId) -> None:
    word = route >> 6
    state["available"][seat, word] = state["available"][seat, word] & ~bit(route & 63)


@inline
def _place_station(state: State, seat: Seat) -> None:
    state["station_cities"][seat] = state["station_cities"][seat] | bit(int(state["city"]))
    state["stations_left"][seat] = int(state["stations_left"][seat]) - 1
