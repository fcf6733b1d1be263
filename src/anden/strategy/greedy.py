"""Greed: the most points there are now; otherwise cards towards the next route."""

import numpy as np

from anden.kernel.actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_ROW,
    KEEP_TICKETS,
    PAY,
    PAY_WILDS,
    WITHDRAW,
)
from anden.kernel.bits import ZERO, has, lowest, next_route, without_lowest
from anden.kernel.chance import GOLDEN, mix
from anden.kernel.ids import ActionId, RouteId, Seat
from anden.kernel.layout import (
    GRAY,
    KEEP,
    MAX_COLOURS,
    MAX_LENGTH,
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

from .luck import coarse_fraction
from .paths import other_end, spread_from, weigh_by_length
from .payment import split_payment
from .route_sets import WORD_BITS, add_route, has_route
from .workspace import FAR, NO_ACTION, Workspace

BIG_HAND = 12  # cards from which even a short route is claimed
SHORT_POINTS = 4  # a route with fewer points is short
NEEDED_FACTOR = 2  # a route that a ticket needs counts for this many times its points
WILDS_PER_POINT = 10.0  # wilds spent that weigh as much as a point
CUT_OFF = 100.0  # pieces that a ticket counts as which can't be completed
TICKET_COST = 1000.0  # of keeping one: more than any number of pieces
WANTED_COLOUR = 20  # cards of a colour that its being needed counts as
WANTED_ANY = 1  # and its being good for a needed gray route
CLEARLY = 0.01  # by how much a card has to beat another: more than luck adds
LUCK_PARTS = 1000.0  # luck adds less than one of so many parts


@jit
def greedy_action(tables: Tables, state: State, luck: np.uint64, workspace: Workspace) -> ActionId:
    """The greedy action for the seat to act; `luck` decides between equals."""
    seat = int(state["seat"])
    phase = int(state["phase"])
    words = legal_words(tables, state)
    luck = luck ^ mix(np.uint64(int(state["turn"])) * GOLDEN)
    weigh_by_length(tables, state, seat, True, workspace)
    if phase in (SETUP, KEEP):
        return _keep_cheapest(tables, state, seat, words[0], luck, workspace)
    if phase in (TURN, SECOND_CARD):
        _list_needed(tables, state, seat, workspace)
        action = _best_claim(tables, state, seat, words, luck, workspace)
        if action == NO_ACTION:
            action = _best_card(tables, state, seat, words[0], luck, workspace)
        return action if action != NO_ACTION else _first_of(words)
    return _thriftiest(words, luck)


@inline
def _drawn(luck: np.uint64, number: int) -> float:
    """A small fraction for each number, to tell equals apart."""
    return coarse_fraction(mix(luck + np.uint64(number) * GOLDEN)) / LUCK_PARTS


@inline
def _keep_cheapest(
    tables: Tables,
    state: State,
    seat: Seat,
    legal: np.uint64,
    luck: np.uint64,
    workspace: Workspace,
) -> ActionId:
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
                pieces = spread_from(tables, a, int(tables["ticket_b"][ticket]), workspace)
                cost += TICKET_COST + min(pieces, CUT_OFF)
        if cost < least:
            least = cost
            best = subset
    return KEEP_TICKETS + best


@inline
def _list_needed(tables: Tables, state: State, seat: Seat, workspace: Workspace) -> None:
    """The routes on the shortest ways of the open tickets, into `plan`."""
    for word in range(WORDS):
        workspace["plan"][word] = ZERO
    tickets = state["tickets"][seat]
    while tickets != ZERO:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        start = int(tables["ticket_a"][ticket])
        city = int(tables["ticket_b"][ticket])
        if spread_from(tables, start, city, workspace) > int(state["pieces"][seat]):
            continue
        while city != start:
            route = int(workspace["via"][city])
            city = other_end(tables, route, city)
            if float(workspace["weight"][route]) > 0.0:
                add_route(workspace["plan"], route)


@inline
def _best_claim(
    tables: Tables,
    state: State,
    seat: Seat,
    words: Words,
    luck: np.uint64,
    workspace: Workspace,
) -> ActionId:
    """Points, doubled where a ticket needs the route; short routes wait for a big hand."""
    best = NO_ACTION
    most = 0.0
    _, _, low, high, _ = words
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        points = int(tables["length_points"][int(tables["route_length"][route])])
        if has_route(workspace["plan"], route):
            points *= NEEDED_FACTOR
        elif points < SHORT_POINTS and int(state["hand_size"][seat]) < BIG_HAND:
            continue
        wilds = _fewest_wilds(tables, state, seat, route)
        worth = points - wilds / WILDS_PER_POINT + _drawn(luck, route)
        if worth > most:
            most = worth
            best = CLAIM + route
    return best


@inline
def _fewest_wilds(tables: Tables, state: State, seat: Seat, route: RouteId) -> int:
    _, pays = route_payments(tables, state, seat, route)
    fewest = int(tables["route_length"][route])
    while pays != ZERO:
        _, wilds = split_payment(lowest(pays))
        pays = without_lowest(pays)
        fewest = min(fewest, wilds)
    return fewest


@inline
def _best_card(
    tables: Tables,
    state: State,
    seat: Seat,
    legal: np.uint64,
    luck: np.uint64,
    workspace: Workspace,
) -> ActionId:
    """Wilds first, then colours that tickets need, then what there is most of; else blind."""
    if has(legal, DRAW_ROW + WILD):
        return DRAW_ROW + WILD
    wanted, any_is_wanted = _wanted_colours(tables, workspace)
    best = DRAW_DECK if has(legal, DRAW_DECK) else NO_ACTION
    most = 0.0
    for colour in range(MAX_COLOURS):
        if has(legal, DRAW_ROW + colour):
            want = WANTED_ANY if any_is_wanted else 0
            if (wanted >> colour) & 1:
                want = WANTED_COLOUR
            worth = int(state["hand"][seat, colour]) + want + _drawn(luck, colour)
            if worth > most + CLEARLY:
                most = worth
                best = DRAW_ROW + colour
    return best


@inline
def _wanted_colours(tables: Tables, workspace: Workspace) -> tuple[int, bool]:
    """The colours of needed routes, as bits, and whether one of the routes is gray."""
    wanted = 0
    any_is_wanted = False
    low = workspace["plan"][0]
    high = workspace["plan"][1]
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        colour = int(tables["route_colour"][route])
        if colour == GRAY:
            any_is_wanted = True
        else:
            wanted |= 1 << colour
    return wanted, any_is_wanted


@inline
def _thriftiest(words: Words, luck: np.uint64) -> ActionId:
    """The payment with the fewest wilds; none at all gives a tunnel up."""
    best = PAY_WILDS if has(words[0], PAY_WILDS) else WITHDRAW
    least = float(MAX_LENGTH)
    pays = words[1]
    while pays != ZERO:
        index = lowest(pays)
        pays = without_lowest(pays)
        _, wilds = split_payment(index)
        cost = wilds + _drawn(luck, index)
        if cost < least:
            least = cost
            best = PAY + index
    return best


@inline
def _first_of(words: Words) -> ActionId:
    """The first legal action: tickets, a pass, a station."""
    for index in range(len(words)):
        if words[index] != ZERO:
            return WORD_BITS * index + lowest(words[index])
    return NO_ACTION
