"""What the seat to act may do, as five words of action bits."""

import numpy as np
from numpy.typing import NDArray

from anden.machine.jit import inline, jit

from .actions import (
    DRAW_DECK,
    DRAW_TICKETS,
    MAX_ACTIONS,
    NUM_WORDS,
    PASS,
    PAY_WILDS,
    WITHDRAW,
)
from .bits import ZERO, bit, has, low_bits
from .ids import ActionId, RouteId, Seat
from .layout import (
    GRAY,
    KEEP,
    MAX_COLOURS,
    MAX_LENGTH,
    MAX_SEATS,
    NO_CARD,
    OVER,
    PAY_ROUTE,
    PAY_STATION,
    ROW_SIZE,
    SECOND_CARD,
    SETUP,
    TUNNEL,
    TURN,
    WILD,
    State,
    Tables,
)
from .tickets import tickets_left

Words = tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]


@inline
def legal_words(tables: Tables, state: State) -> Words:
    """The legal actions: bit i of word w is action 64 * w + i. All empty when the game is over."""
    phase = int(state["phase"])
    if phase == TURN:
        return _turn_words(tables, state)
    draws = ZERO
    pays = ZERO
    seat = int(state["seat"])
    if phase == SECOND_CARD:
        draws = _row_kinds(state) & ~bit(WILD) | bit(DRAW_DECK)  # C7
    elif phase == KEEP:
        draws = tables["draw_keeps"][int(state["offer_size"][seat])]
    elif phase == SETUP:
        draws = tables["deal_keeps"][int(state["offer_size"][seat])]
    elif phase != OVER:
        draws, pays = _price_words(tables, state, seat, phase)
    return draws, pays, ZERO, ZERO, ZERO


@inline
def _price_words(
    tables: Tables, state: State, seat: Seat, phase: int
) -> tuple[np.uint64, np.uint64]:
    """Ways to pay what is at stake, or to withdraw from a tunnel."""
    colour, price, min_wilds = price_at_stake(tables, state)
    small, pays = payments(state, seat, colour, price, min_wilds)
    if phase == TUNNEL:
        small = small | bit(WITHDRAW)
    return small, pays


@inline
def price_at_stake(tables: Tables, state: State) -> tuple[int, int, int]:
    """What the seat to act is paying for: the colour (GRAY: any), cards in all, wilds at least.

    That is a route, a station, or a tunnel's surcharge: the phase must be one of the three.
    """
    phase = int(state["phase"])
    if phase == PAY_ROUTE:
        route = int(state["route"])
        symbols = int(tables["route_symbols"][route])
        return int(tables["route_colour"][route]), int(tables["route_length"][route]), symbols
    if phase == PAY_STATION:
        return GRAY, station_price(tables, state, int(state["seat"])), 0
    return int(state["laid_colour"]), int(state["surcharge"]), 0


@inline
def _turn_words(tables: Tables, state: State) -> Words:
    seat = int(state["seat"])
    small = ZERO
    if state["deck_size"] > 0:  # C13
        small = _row_kinds(state) | bit(DRAW_DECK)
    if tickets_left(state) > 0:
        small = small | bit(DRAW_TICKETS)
    low, high = claimable(tables, state, seat)
    cities = ZERO
    if state["stations_left"][seat] > 0:
        cities = station_sites(tables, state, seat)
    if small | low | high | cities == ZERO:
        small = bit(PASS)  # C23
    return small, ZERO, low, high, cities


@inline
def _row_kinds(state: State) -> np.uint64:
    kinds = ZERO
    for slot in range(ROW_SIZE):
        kinds = kinds | bit(int(state["row"][slot]) & 63)
    return kinds & ~bit(NO_CARD & 63)


@inline
def claimable(tables: Tables, state: State, seat: Seat) -> tuple[np.uint64, np.uint64]:
    """Routes the seat may claim and can pay for: C16 to C19, E6."""
    wilds = min(int(state["hand"][seat, WILD]), MAX_LENGTH)
    low = ZERO
    high = ZERO
    for colour in range(MAX_COLOURS):
        cards = min(int(state["hand"][seat, colour]) + wilds, MAX_LENGTH)
        low = low | tables["payable"][colour, cards, 0]
        high = high | tables["payable"][colour, cards, 1]
    pieces = min(int(state["pieces"][seat]), MAX_LENGTH)
    low = low & tables["within_symbols"][wilds, 0] & tables["within_length"][pieces, 0]
    high = high & tables["within_symbols"][wilds, 1] & tables["within_length"][pieces, 1]
    return low & state["available"][seat, 0], high & state["available"][seat, 1]


@inline
def station_price(tables: Tables, state: State, seat: Seat) -> int:
    """Cards the seat's next station costs: E11."""
    return int(tables["stations"]) - int(state["stations_left"][seat]) + 1


@inline
def station_sites(tables: Tables, state: State, seat: Seat) -> np.uint64:
    """Cities where the seat can build a station now: E11."""
    most = 0
    for colour in range(MAX_COLOURS):
        most = max(most, int(state["hand"][seat, colour]))
    if most + int(state["hand"][seat, WILD]) < station_price(tables, state, seat):
        return ZERO
    sites: np.uint64 = tables["cities"]
    for other in range(MAX_SEATS):
        sites = sites & ~state["station_cities"][other]
    return sites


@inline
def route_payments(
    tables: Tables, state: State, seat: Seat, route: RouteId
) -> tuple[np.uint64, np.uint64]:
    """Every way the seat can pay for the route: C16, E6."""
    colour = int(tables["route_colour"][route])
    length = int(tables["route_length"][route])
    return payments(state, seat, colour, length, int(tables["route_symbols"][route]))


@inline
def payments(
    state: State, seat: Seat, colour: int, price: int, min_wilds: int
) -> tuple[np.uint64, np.uint64]:
    """Bits of action words 0 and 1: every mix of one colour and wilds that makes the price.

    GRAY stands for any one colour, WILD for wilds only.
    """
    wilds = int(state["hand"][seat, WILD])
    small = bit(PAY_WILDS) if wilds >= price else ZERO
    pays = ZERO
    if colour != WILD:
        start = 0 if colour == GRAY else colour
        stop = MAX_COLOURS if colour == GRAY else colour + 1
        most_wilds = min(wilds, price - 1)
        for paid in range(start, stop):
            fewest = max(min_wilds, price - int(state["hand"][seat, paid]))
            if fewest <= most_wilds:
                run = low_bits(most_wilds - fewest + 1)
                pays = pays | run << np.uint64(paid * 8 + fewest)
    return small, pays


@jit
def is_over(state: State) -> bool:
    return int(state["phase"]) == OVER


@jit
def is_legal(tables: Tables, state: State, action: ActionId) -> bool:
    if action < 0 or action >= MAX_ACTIONS:
        return False
    return has(legal_words(tables, state)[action >> 6], action & 63)


@jit
def legal_mask(tables: Tables, state: State, mask: NDArray[np.bool_]) -> None:
    """Fills `mask`, of MAX_ACTIONS or fewer entries, with what is legal."""
    words = legal_words(tables, state)
    for word in range(NUM_WORDS):
        for index in range(min(64, len(mask) - 64 * word)):
            mask[64 * word + index] = has(words[word], index)
