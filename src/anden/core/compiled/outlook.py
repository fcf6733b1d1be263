"""What a seat can do and what its tickets still take, for all routes and tickets at once."""

import numpy as np

from anden.kernel.actions import NUM_WORDS
from anden.kernel.bits import ZERO, lowest, next_route, without_lowest
from anden.kernel.glance import offered_tickets
from anden.kernel.ids import RouteId, Seat, TicketId
from anden.kernel.layout import (
    GRAY,
    MAX_PIECES,
    MAX_ROUTES,
    MAX_TICKETS,
    NUM_KINDS,
    OVER,
    TURN,
    WORDS,
    Records,
    Sketch,
    State,
    Tables,
)
from anden.kernel.legal import (
    claimable,
    legal_words,
    payments,
    route_payments,
    station_price,
)
from anden.kernel.ways import FAR, plan_way, sketch_map, spread
from anden.machine.jit import inline, jit

OUTLOOK = np.dtype(
    [
        ("legal", np.uint64, NUM_WORDS),
        ("route_payments", np.uint64, (MAX_ROUTES, 2)),  # of the legal routes
        ("station_payments", np.uint64, 2),
        ("almost", np.uint64, (NUM_KINDS, WORDS)),  # routes that one more card of a kind would open
        ("pieces", np.int16, MAX_TICKETS),  # that a ticket takes; FAR if nothing joins its cities
        ("way_sizes", np.int16, MAX_TICKETS),
        ("ways", np.int16, (MAX_TICKETS, MAX_PIECES)),  # routes that it takes, from its first city
    ]
)


@jit
def look_ahead(tables: Records, states: Records, outlooks: Records) -> None:
    """Fills what the seat to act can do. Payments are filled for what is legal alone."""
    table, state, outlook = tables[0], states[0], outlooks[0]
    seat = int(state["seat"])
    words = legal_words(table, state)
    for word in range(NUM_WORDS):
        outlook["legal"][word] = words[word]
    low, high = words[2], words[3]
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        small, pays = route_payments(table, state, seat, route)
        outlook["route_payments"][route, 0] = small
        outlook["route_payments"][route, 1] = pays
    if words[4] != ZERO:
        small, pays = payments(state, seat, GRAY, station_price(table, state, seat), 0)
        outlook["station_payments"][0] = small
        outlook["station_payments"][1] = pays
    if int(state["phase"]) == TURN:
        _look_for_almost(table, state, seat, words[2], words[3], outlook)


@inline
def _look_for_almost(
    tables: Tables,
    state: State,
    seat: Seat,
    low: np.uint64,
    high: np.uint64,
    outlook: np.void,
) -> None:
    for kind in range(NUM_KINDS):
        state["hand"][seat, kind] += 1
        with_low, with_high = claimable(tables, state, seat)
        state["hand"][seat, kind] -= 1
        outlook["almost"][kind, 0] = with_low ^ (with_low & low)
        outlook["almost"][kind, 1] = with_high ^ (with_high & high)


@jit
def look_at_tickets(
    tables: Records, states: Records, sketches: Records, seat: Seat, outlooks: Records
) -> None:
    """Fills what each ticket of a seat, kept or on offer, still takes; `sketches` is scratch."""
    state = states[0]
    tickets = state["tickets"][seat]
    if int(state["phase"]) != OVER:
        tickets = tickets | offered_tickets(state, seat)
    while tickets != ZERO:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        look_at_ticket(tables, states, sketches, seat, ticket, outlooks)


@jit
def look_at_ticket(
    tables: Records,
    states: Records,
    sketches: Records,
    seat: Seat,
    ticket: TicketId,
    outlooks: Records,
) -> None:
    """Fills what any ticket would still take if it were the seat's."""
    table, state, sketch, outlook = tables[0], states[0], sketches[0], outlooks[0]
    start, goal = int(table["ticket_a"][ticket]), int(table["ticket_b"][ticket])
    sketch_map(table, state, seat, sketch)
    spread(table, start, FAR - 1, sketch, sketch["due"], sketch["from_a"])
    outlook["way_sizes"][ticket] = 0
    outlook["pieces"][ticket] = sketch["from_a"][goal]
    if int(sketch["from_a"][goal]) < FAR:
        plan_way(table, state, seat, goal, sketch)
        _list_way(table, sketch, ticket, outlook)


@inline
def _list_way(tables: Tables, sketch: Sketch, ticket: TicketId, outlook: np.void) -> None:
    """The routes of the plan by how far they are from the first city."""
    way = outlook["ways"][ticket]
    size = 0
    low, high = sketch["plan"][0], sketch["plan"][1]
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        place = size
        far = _pieces_to(tables, sketch, route)
        while place > 0 and _pieces_to(tables, sketch, int(way[place - 1])) > far:
            way[place] = way[place - 1]
            place -= 1
        way[place] = route
        size += 1
    outlook["way_sizes"][ticket] = size


@inline
def _pieces_to(tables: Tables, sketch: Sketch, route: RouteId) -> int:
    a, b = int(tables["route_a"][route]), int(tables["route_b"][route])
    return min(int(sketch["from_a"][a]), int(sketch["from_a"][b]))
