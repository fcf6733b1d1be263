"""The hand against the plan: which cards are set aside for what, and what is wanted."""

import numpy as np

from anden.kernel.bits import ZERO, bit, has, lowest, without_lowest
from anden.kernel.ids import RouteId, Seat
from anden.kernel.layout import (
    GRAY,
    MAX_COLOURS,
    NUM_KINDS,
    ROW_SIZE,
    WILD,
    WORDS,
    State,
    Tables,
)
from anden.kernel.unseen import unseen_cards
from anden.machine.jit import inline, jit

from .desk import Desk
from .params import (
    EXTRA_VALUE,
    IDLE_VALUE,
    READY_VALUE,
    SET_VALUE,
    URGENT_VALUE,
    WILD_VALUE,
    Params,
)


@jit
def set_aside(tables: Tables, state: State, seat: Seat, desk: Desk) -> None:
    """Shares the hand out among the planned routes, the most urgent first."""
    for kind in range(NUM_KINDS):
        desk["spare"][kind] = int(state["hand"][seat, kind])
    low = desk["plan"][0]
    high = desk["plan"][1]
    while low | high != ZERO:
        route = _most_urgent(low, high, desk)
        if route < 64:
            low = low & ~bit(route)
        else:
            high = high & ~bit(route - 64)
        reserve(tables, route, desk)


@inline
def _most_urgent(low: np.uint64, high: np.uint64, desk: Desk) -> RouteId:
    best = -1
    most = -1.0
    for word in range(WORDS):
        routes = low if word == 0 else high
        while routes != ZERO:
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            if float(desk["urgency"][route]) > most:
                most = float(desk["urgency"][route])
                best = route
    return best


@inline
def reserve(tables: Tables, route: RouteId, desk: Desk) -> None:
    """Sets cards aside for a route, of those not set aside yet."""
    length = int(tables["route_length"][route])
    colour = int(tables["route_colour"][route])
    symbols = int(tables["route_symbols"][route])
    if colour == GRAY:
        colour = _colour_for(length - symbols, desk)
    wilds = min(symbols, int(desk["spare"][WILD]))
    lacking_wilds = symbols - wilds
    cards = min(length - symbols, int(desk["spare"][colour]))
    lacking = length - symbols - cards
    further = min(lacking, int(desk["spare"][WILD]) - wilds)
    wilds += further
    desk["spare"][colour] = int(desk["spare"][colour]) - cards
    desk["spare"][WILD] = int(desk["spare"][WILD]) - wilds
    desk["missing"][route] = lacking - further + lacking_wilds
    desk["paid_with"][route] = colour
    desk["paid_wilds"][route] = wilds


@inline
def _colour_for(price: int, desk: Desk) -> int:
    """The colour to pay a gray route with: the least that is enough, or else the most."""
    best = 0
    rank = -1000
    for colour in range(MAX_COLOURS):
        held = int(desk["spare"][colour])
        here = 100 - held if held >= price else held
        if here > rank:
            rank = here
            best = colour
    return best


@jit
def value_cards(tables: Tables, state: State, seat: Seat, params: Params, desk: Desk) -> None:
    """Fills `want`, after `set_aside`, and `odds` of the deck."""
    for kind in range(NUM_KINDS):
        held = int(desk["spare"][kind])
        desk["want"][kind] = float(params[IDLE_VALUE]) + float(params[SET_VALUE]) * held
        if kind < MAX_COLOURS and int(tables["card_counts"][kind]) == 0:
            desk["want"][kind] = 0.0
    wild = 0.0
    for word in range(WORDS):
        routes = desk["plan"][word] | desk["extra"][word]
        while routes != ZERO:
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            missing = int(desk["missing"][route])
            if missing == 0:
                continue
            value = 1.0 + float(params[READY_VALUE]) / missing
            if has(desk["extra"][word], route & 63):
                value *= float(params[EXTRA_VALUE])
            value += float(params[URGENT_VALUE]) * float(desk["urgency"][route])
            colour = int(desk["paid_with"][route])
            desk["want"][colour] = max(float(desk["want"][colour]), value)
            wild = max(wild, value)
    desk["want"][WILD] = max(float(desk["want"][WILD]), wild) * float(params[WILD_VALUE])
    _reckon_odds(tables, state, seat, desk)


@inline
def _reckon_odds(tables: Tables, state: State, seat: Seat, desk: Desk) -> None:
    """How likely each kind is to come off the deck, from all that the seat can't see."""
    total = 0
    for kind in range(NUM_KINDS):
        unseen = max(unseen_cards(tables, state, seat, kind), 0)
        desk["odds"][kind] = unseen
        total += unseen
    if total > 0:
        for kind in range(NUM_KINDS):
            desk["odds"][kind] = float(desk["odds"][kind]) / total


@inline
def blind_value(desk: Desk) -> float:
    """What the next card of the deck is worth on average."""
    value = 0.0
    for kind in range(NUM_KINDS):
        value += float(desk["odds"][kind]) * float(desk["want"][kind])
    return value


@inline
def best_in_row(state: State, desk: Desk, with_wild: bool) -> int:
    """The most wanted kind of the row, or -1 if it is empty."""
    best = -1
    for slot in range(ROW_SIZE):
        kind = int(state["row"][slot])
        if kind < 0 or (kind == WILD and not with_wild):
            continue
        if best < 0 or float(desk["want"][kind]) > float(desk["want"][best]):
            best = kind
    return best
