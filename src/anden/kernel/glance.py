"""What a player works out at a glance, as numbers of an observation.

Ways are measured in pieces: own routes are free, those the seat can still claim take their spaces,
and all others are closed. Stations count for nothing here.

Work on many routes or tickets can be shared out: whoever is `first` of so many (`stride`) does its
share. One alone is first 0, stride 1; on a GPU the threads of a block share a game's glance.
"""

import numpy as np
from numpy.typing import NDArray

from anden.machine.intrinsics import apart
from anden.machine.jit import inline, jit

from .bits import ZERO, bit, has, lowest, without_lowest
from .ids import Seat, TicketId
from .layout import (
    GRAY,
    MAX_COLOURS,
    MAX_TICKETS,
    NUM_KINDS,
    WILD,
    Net,
    Sketch,
    State,
    Tables,
)
from .legal import claimable
from .network import build_net, longest_path
from .unseen import unseen_cards
from .ways import FAR, plan_way, sketch_map, spread

CLOSENESS = 8  # of a route on a cheapest way; a piece less for each piece of detour

TICKET_PARTS = 5  # needs, complete, planned, needs of the offer, extra
ROUTE_PARTS = 6  # lacking, claimable, ways, ways for the offer, closeness, plan
LEFT_FACTS = 2  # the fewest pieces of any seat, pieces the plan takes


@inline
def routes_from(tables: Tables, at: int) -> int:
    """Where the numbers by route begin in a glance that begins at `at`."""
    return at + TICKET_PARTS * int(tables["num_tickets"])


@inline
def longest_from(tables: Tables, at: int) -> int:
    """Where the longest paths begin, or what follows them."""
    return routes_from(tables, at) + ROUTE_PARTS * int(tables["num_routes"])


@jit
def encode_glance(
    tables: Tables, state: State, net: Net, sketch: Sketch, row: NDArray[np.int16], at: int
) -> int:
    """Writes all of it from `at` on; returns where it ends. `net` and `sketch` are scratch."""
    apart()
    seat = int(state["seat"])
    for place in range(at, longest_from(tables, at)):
        row[place] = 0
    sketch_map(tables, state, seat, sketch)
    encode_cards(tables, state, seat, row, at, 0, 1)
    _encode_ways(tables, state, seat, sketch, row, at)
    pieces = encode_plan(tables, state, seat, sketch, row, at)
    encode_planned_routes(tables, sketch, row, at, 0, 1)
    _encode_extra(tables, state, seat, pieces, sketch, row, at)
    if int(tables["longest_bonus"]) > 0:
        for place in range(int(state["players"])):
            encode_longest(tables, state, place, net, row, at)
    return encode_left(tables, state, seat, pieces, row, at)


@inline
def encode_cards(
    tables: Tables,
    state: State,
    seat: Seat,
    row: NDArray[np.int16],
    at: int,
    first: int,
    stride: int,
) -> None:
    """Cards lacking for each route that the seat may still claim, and which it can claim now."""
    num_routes = int(tables["num_routes"])
    routes_at = routes_from(tables, at)
    low, high = claimable(tables, state, seat)
    most = 0
    for colour in range(MAX_COLOURS):
        most = max(most, int(state["hand"][seat, colour]))
    wilds = int(state["hand"][seat, WILD])
    for route in range(first, num_routes, stride):
        word = low if route < 64 else high
        row[routes_at + num_routes + route] = int(has(word, route & 63))
        if has(state["available"][seat, route >> 6], route & 63):
            colour = int(tables["route_colour"][route])
            held = most if colour == GRAY else int(state["hand"][seat, colour])
            symbols = int(tables["route_symbols"][route])
            others = int(tables["route_length"][route]) - symbols - held
            lacking = max(0, symbols - wilds) + max(0, others - max(0, wilds - symbols))
            row[routes_at + route] = lacking


@inline
def _encode_ways(
    tables: Tables, state: State, seat: Seat, sketch: Sketch, row: NDArray[np.int16], at: int
) -> None:
    """Own tickets and those on offer: what each still takes, and the routes that serve it."""
    most = int(state["pieces"][seat])
    tickets = state["tickets"][seat] | offered_tickets(state, seat)
    while tickets != ZERO:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        a = int(tables["ticket_a"][ticket])
        b = int(tables["ticket_b"][ticket])
        if not has(sketch["joined"][a], b):
            spread(tables, a, most, sketch, sketch["due"], sketch["from_a"])
            if int(sketch["from_a"][b]) < FAR:
                spread(tables, b, most, sketch, sketch["due"], sketch["from_b"])
                rate_routes(tables, state, seat, ticket, sketch, row, at, 0, 1)
        encode_needs(tables, state, seat, ticket, sketch, row, at)


@inline
def encode_needs(
    tables: Tables,
    state: State,
    seat: Seat,
    ticket: TicketId,
    sketch: Sketch,
    row: NDArray[np.int16],
    at: int,
) -> None:
    """What a ticket takes that is the seat's or on offer; `from_a` tells, unless it is complete."""
    num_tickets = int(tables["num_tickets"])
    is_own = has(state["tickets"][seat], ticket)
    a = int(tables["ticket_a"][ticket])
    b = int(tables["ticket_b"][ticket])
    if has(sketch["joined"][a], b):
        row[at + num_tickets + ticket] = int(is_own)
    else:
        place = at if is_own else at + 3 * num_tickets
        row[place + ticket] = min(int(sketch["from_a"][b]), int(tables["pieces"]) + 1)


@jit
def rate_routes(
    tables: Tables,
    state: State,
    seat: Seat,
    ticket: TicketId,
    sketch: Sketch,
    row: NDArray[np.int16],
    at: int,
    first: int,
    stride: int,
) -> None:
    """Counts a ticket for the routes on its cheapest ways; an own one makes routes close to it.

    `from_a` and `from_b` tell how far all cities are from its own, which can be joined.
    """
    apart()
    num_routes = int(tables["num_routes"])
    routes_at = routes_from(tables, at)
    is_own = has(state["tickets"][seat], ticket)
    needs = int(sketch["from_a"][int(tables["ticket_b"][ticket])])
    ways_at = routes_at + (2 if is_own else 3) * num_routes
    close_at = routes_at + 4 * num_routes
    for route in range(first, num_routes, stride):
        if has(state["available"][seat, route >> 6], route & 63):
            a = int(tables["route_a"][route])
            b = int(tables["route_b"][route])
            forth = int(sketch["from_a"][a]) + int(sketch["from_b"][b])
            back = int(sketch["from_a"][b]) + int(sketch["from_b"][a])
            detour = min(forth, back) + int(tables["route_length"][route]) - needs
            if detour == 0:
                row[ways_at + route] += 1
            if is_own:
                row[close_at + route] = max(int(row[close_at + route]), CLOSENESS - detour)


@inline
def offered_tickets(state: State, seat: Seat) -> np.uint64:
    """The tickets the seat is to choose from."""
    tickets = ZERO
    for place in range(int(state["offer_size"][seat])):
        ticket = int(state["offer"][seat, place])
        if ticket >= 0:
            tickets = tickets | bit(ticket)
    return tickets


@inline
def encode_plan(
    tables: Tables, state: State, seat: Seat, sketch: Sketch, row: NDArray[np.int16], at: int
) -> int:
    """A cheap net for own tickets, the nearest first, as far as pieces go; the pieces it takes."""
    num_tickets = int(tables["num_tickets"])
    pieces = 0
    own = state["tickets"][seat]
    for _ in range(MAX_TICKETS):
        if own == ZERO:
            break
        ticket = _nearest(own, row, at)
        own = own & ~bit(ticket)
        a = int(tables["ticket_a"][ticket])
        b = int(tables["ticket_b"][ticket])
        if not has(sketch["joined"][a], b):
            if int(row[at + ticket]) > int(tables["pieces"]):
                continue
            most = int(state["pieces"][seat]) - pieces
            spread(tables, a, most, sketch, sketch["due"], sketch["from_a"])
            if int(sketch["from_a"][b]) == FAR:
                continue
            pieces += plan_way(tables, state, seat, b, sketch)
        row[at + 2 * num_tickets + ticket] = 1
    sketch["planned"] = pieces
    return pieces


@inline
def encode_planned_routes(
    tables: Tables, sketch: Sketch, row: NDArray[np.int16], at: int, first: int, stride: int
) -> None:
    num_routes = int(tables["num_routes"])
    plan_at = routes_from(tables, at) + 5 * num_routes
    for route in range(first, num_routes, stride):
        row[plan_at + route] = int(has(sketch["plan"][route >> 6], route & 63))


@inline
def _nearest(tickets: np.uint64, row: NDArray[np.int16], at: int) -> TicketId:
    """The ticket of a set that takes the fewest pieces."""
    best = lowest(tickets)
    rest = without_lowest(tickets)
    while rest != ZERO:
        ticket = lowest(rest)
        rest = without_lowest(rest)
        if int(row[at + ticket]) < int(row[at + best]):
            best = ticket
    return best


@inline
def tickets_of_others(tables: Tables, state: State, seat: Seat) -> np.uint64:
    """All tickets but those the seat has kept."""
    tickets = tables["regular_tickets"] | tables["long_tickets"]
    others: np.uint64 = tickets & ~state["tickets"][seat]
    return others


@inline
def _encode_extra(
    tables: Tables,
    state: State,
    seat: Seat,
    planned: int,
    sketch: Sketch,
    row: NDArray[np.int16],
    at: int,
) -> None:
    """What every ticket that the seat does not have would take beyond the plan."""
    most = int(state["pieces"][seat]) - planned
    left = tickets_of_others(tables, state, seat)
    while left != ZERO:
        city = int(tables["ticket_a"][lowest(left)])
        spread(tables, city, most, sketch, sketch["due"], sketch["from_a"])
        rest = left
        while rest != ZERO:
            ticket = lowest(rest)
            rest = without_lowest(rest)
            a = int(tables["ticket_a"][ticket])
            b = int(tables["ticket_b"][ticket])
            if a == city or b == city:
                left = left & ~bit(ticket)
                put_extra(tables, ticket, int(sketch["from_a"][a + b - city]), row, at)


@inline
def put_extra(
    tables: Tables, ticket: TicketId, extra: int, row: NDArray[np.int16], at: int
) -> None:
    """Notes what a ticket takes beyond the plan."""
    start = at + 4 * int(tables["num_tickets"])
    row[start + ticket] = min(extra, int(tables["pieces"]) + 1)


@jit
def encode_longest(
    tables: Tables, state: State, place: int, net: Net, row: NDArray[np.int16], at: int
) -> None:
    """Spaces in the longest path so far of the seat so many places after the one to act."""
    seat = (int(state["seat"]) + place) % int(state["players"])
    build_net(tables, state["owned"][seat, 0], state["owned"][seat, 1], net)
    row[longest_from(tables, at) + place] = longest_path(net)


@inline
def encode_left(
    tables: Tables, state: State, seat: Seat, planned: int, row: NDArray[np.int16], at: int
) -> int:
    """How long the game may last, and the cards that the seat can't place; where it ends."""
    end = longest_from(tables, at)
    if int(tables["longest_bonus"]) > 0:
        end += int(state["players"])
    row[end] = _fewest_pieces(state)
    row[end + 1] = planned
    end += LEFT_FACTS
    for kind in range(NUM_KINDS):
        row[end + kind] = max(0, unseen_cards(tables, state, seat, kind))
    return end + NUM_KINDS


@inline
def _fewest_pieces(state: State) -> int:
    fewest = int(state["pieces"][0])
    for seat in range(1, int(state["players"])):
        fewest = min(fewest, int(state["pieces"][seat]))
    return fewest
