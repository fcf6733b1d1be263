"""Paying for routes and stations, and placing them."""

from .actions import PAY, PAY_WILDS
from .bits import bit
from .cards import discard, settle
from .jit import inline
from .layout import MAX_SEATS, NO_ROUTE, PAY_ROUTE, PAY_STATION, TUNNEL, WILD, Board, State
from .legal import station_price
from .tunnel import clear_tunnel, dig, is_tunnel
from .turn import end_turn


@inline
def begin_claim(state: State, route: int) -> None:
    state["route"] = route
    state["phase"] = PAY_ROUTE


@inline
def begin_station(state: State, city: int) -> None:
    state["city"] = city
    state["phase"] = PAY_STATION


@inline
def apply_pay(board: Board, state: State, action: int) -> None:
    """The chosen cards leave the hand for the route, station or tunnel at stake."""
    phase = int(state["phase"])
    seat = int(state["seat"])
    if phase == PAY_STATION:
        price = station_price(board, state, seat)
    elif phase == TUNNEL:
        price = int(state["surcharge"])
    else:
        price = int(board["route_length"][int(state["route"])])
    colour = WILD
    wilds = price
    if action != PAY_WILDS:
        colour = (action - PAY) >> 3
        wilds = (action - PAY) & 7
    cards = price - wilds
    _spend(state, seat, colour, cards)
    _spend(state, seat, WILD, wilds)
    if phase == PAY_ROUTE and is_tunnel(board, int(state["route"])):
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
        _place_route(board, state, seat)
    end_turn(state)


@inline
def _spend(state: State, seat: int, kind: int, number: int) -> None:
    """Cards out of the hand. A spent card may be one the others knew of, so they know of fewer."""
    state["hand"][seat, kind] = int(state["hand"][seat, kind]) - number
    state["known"][seat, kind] = max(0, int(state["known"][seat, kind]) - number)
    state["hand_size"][seat] = int(state["hand_size"][seat]) - number


@inline
def _place_route(board: Board, state: State, seat: int) -> None:
    """The seat owns the route, and scores it: C17, C19, C20."""
    route = int(state["route"])
    length = int(board["route_length"][route])
    state["pieces"][seat] = int(state["pieces"][seat]) - length
    state["score"][seat] = int(state["score"][seat]) + int(board["length_points"][length])
    word = route >> 6
    state["owned"][seat, word] = state["owned"][seat, word] | bit(route & 63)
    for other in range(MAX_SEATS):
        _close(state, other, route)
    twin = int(board["route_twin"][route])
    if twin != NO_ROUTE:
        _close(state, seat, twin)
        if int(state["players"]) < int(board["doubles_from"]):
            for other in range(MAX_SEATS):
                _close(state, other, twin)


@inline
def _close(state: State, seat: int, route: int) -> None:
    word = route >> 6
    state["available"][seat, word] = state["available"][seat, word] & ~bit(route & 63)


@inline
def _place_station(state: State, seat: int) -> None:
    state["station_cities"][seat] = state["station_cities"][seat] | bit(int(state["city"]))
    state["stations_left"][seat] = int(state["stations_left"][seat]) - 1
