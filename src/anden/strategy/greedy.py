"""Greed: the most points there are now; otherwise cards towards the next route."""

import numpy as np

from anden.kernel.actions import (
    CLAIM,
    DRAW_DECK,
    KEEP_TICKETS,
    PAY,
    PAY_WILDS,
    WITHDRAW,
)
from anden.kernel.bits import ZERO, bit, count, has, lowest, without_lowest
from anden.kernel.chance import GOLDEN, mix
from anden.kernel.ids import ActionId, RouteId, Seat
from anden.kernel.layout import (
    GRAY,
    KEEP,
    MAX_COLOURS,
    SECOND_CARD,
    SETUP,
    TURN,
    WILD,
    WORDS,
    State,
    Tables,
)
from anden.kernel.legal import Words, legal_words, route_payments
from anden.machine.jit import inline, jit

from .desk import FAR, Desk
from .paths import spread_from, weigh_by_length

BIG_HAND = 12  # cards from which even a short route is claimed
SHORT_POINTS = 4  # a route with fewer points is short
CUT_OFF = 100.0  # pieces a ticket counts as that can't be completed


@jit
def greedy_action(tables: Tables, state: State, luck: np.uint64, desk: Desk) -> ActionId:
    """The greedy action for the seat to act; `luck` decides between equals."""
    seat = int(state["seat"])
    phase = int(state["phase"])
    words = legal_words(tables, state)
    luck = luck ^ mix(np.uint64(int(state["turn"])) * GOLDEN)
    weigh_by_length(tables, state, seat, True, desk)
    if phase in (SETUP, KEEP):
        return _keep_cheapest(tables, state, seat, words[0], luck, desk)
    if phase in (TURN, SECOND_CARD):
        _list_needed(tables, state, seat, desk)
        action = _best_claim(tables, state, seat, words, luck, desk)
        if action < 0:
            action = _best_card(tables, state, seat, words[0], luck, desk)
        return action if action >= 0 else _first_of(words)
    return _thriftiest(words, luck)


@inline
def _drawn(luck: np.uint64, action: ActionId) -> float:
    """A number below one thousandth, to tell equals apart."""
    return float(mix(luck + np.uint64(action) * GOLDEN) >> np.uint64(40)) / 16777216.0 / 1000.0


@inline
def _keep_cheapest(
    tables: Tables, state: State, seat: Seat, legal: np.uint64, luck: np.uint64, desk: Desk
) -> int:
    """As few tickets as allowed, and of those the ones that take fewest pieces."""
    best = -1
    least = FAR
    size = int(state["offer_size"][seat])
    for subset in range(1, 1 << size):
        if not has(legal, KEEP_TICKETS + subset):
            continue
        cost = _drawn(luck, subset)
        for place in range(size):
            if (subset >> place) & 1:
                ticket = int(state["offer"][seat, place])
                a = int(tables["ticket_a"][ticket])
                pieces = spread_from(tables, a, int(tables["ticket_b"][ticket]), desk)
                cost += 1000.0 + min(pieces, CUT_OFF)
        if cost < least:
            least = cost
            best = subset
    return KEEP_TICKETS + best


@inline
def _list_needed(tables: Tables, state: State, seat: Seat, desk: Desk) -> None:
    """The routes on the shortest ways of the open tickets, into `plan`."""
    for word in range(WORDS):
        desk["plan"][word] = ZERO
    tickets = state["tickets"][seat]
    while tickets != ZERO:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        start = int(tables["ticket_a"][ticket])
        city = int(tables["ticket_b"][ticket])
        if spread_from(tables, start, city, desk) > int(state["pieces"][seat]):
            continue
        while city != start:
            route = int(desk["via"][city])
            city = int(tables["route_a"][route]) + int(tables["route_b"][route]) - city
            if float(desk["weight"][route]) > 0.0:
                desk["plan"][route >> 6] = desk["plan"][route >> 6] | bit(route & 63)


@inline
def _best_claim(
    tables: Tables, state: State, seat: Seat, words: Words, luck: np.uint64, desk: Desk
) -> int:
    """Points, doubled where a ticket needs the route; short routes wait for a big hand."""
    best = -1
    most = 0.0
    for word in range(WORDS):
        routes = words[2 + word]
        while routes != ZERO:
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            points = int(tables["length_points"][int(tables["route_length"][route])])
            if has(desk["plan"][word], route & 63):
                points *= 2
            elif points < SHORT_POINTS and int(state["hand_size"][seat]) < BIG_HAND:
                continue
            worth = points - _fewest_wilds(tables, state, seat, route) / 10.0 + _drawn(luck, route)
            if worth > most:
                most = worth
                best = CLAIM + route
    return best


@inline
def _fewest_wilds(tables: Tables, state: State, seat: Seat, route: RouteId) -> int:
    _, pays = route_payments(tables, state, seat, route)
    fewest = 8
    while pays != ZERO:
        fewest = min(fewest, lowest(pays) & 7)
        pays = without_lowest(pays)
    return min(fewest, int(tables["route_length"][route]))


@inline
def _best_card(
    tables: Tables, state: State, seat: Seat, legal: np.uint64, luck: np.uint64, desk: Desk
) -> int:
    """Wilds first, then colours that tickets need, then what there is most of; else blind."""
    wanted = 0
    wants_any = 0
    for word in range(WORDS):
        routes = desk["plan"][word]
        while routes != ZERO:
            colour = int(tables["route_colour"][64 * word + lowest(routes)])
            routes = without_lowest(routes)
            if colour == GRAY:
                wants_any = 1
            else:
                wanted |= 1 << colour
    if has(legal, WILD):
        return WILD
    best = DRAW_DECK if has(legal, DRAW_DECK) else -1
    most = 0.0
    for colour in range(MAX_COLOURS):
        if has(legal, colour):
            held = int(state["hand"][seat, colour])
            worth = held + (20 if (wanted >> colour) & 1 else wants_any) + _drawn(luck, colour)
            if worth > most + 0.01:
                most = worth
                best = colour
    return best


@inline
def _thriftiest(words: Words, luck: np.uint64) -> int:
    """The payment with the fewest wilds; none at all gives a tunnel up."""
    best = PAY_WILDS if has(words[0], PAY_WILDS) else WITHDRAW
    least = 8.0
    pays = words[1]
    while pays != ZERO:
        index = lowest(pays)
        pays = without_lowest(pays)
        wilds = (index & 7) + _drawn(luck, index)
        if wilds < least:
            least = wilds
            best = PAY + index
    return best


@inline
def _first_of(words: Words) -> int:
    """The first legal action: tickets, a pass, a station."""
    for index in range(len(words)):
        if count(words[index]) > 0:
            return 64 * index + lowest(words[index])
    return -1
