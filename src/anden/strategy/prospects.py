"""Tickets: what a draw of them promises, and which of an offer to keep."""

import numpy as np

from anden.kernel.actions import KEEP_TICKETS
from anden.kernel.bits import ZERO, bit, has, lowest, without_lowest
from anden.kernel.ids import ActionId, Seat, TicketId
from anden.kernel.layout import MAX_TICKETS, SETUP, State, Tables
from anden.kernel.tickets import tickets_left
from anden.machine.jit import inline, jit

from .desk import FAR, Desk
from .params import EXTRA_TICKETS, KEEP_BIAS, LATE_SLACK, TICKET_TRUST, Params
from .paths import spread_from
from .plan import make_plan


@jit
def promise_of_draw(tables: Tables, state: State, seat: Seat, params: Params, desk: Desk) -> float:
    """Points that drawing tickets now brings on average; the plan must be made.

    The best of the offer is kept, and part of the next best. Every ticket the seat has not seen
    is equally likely.
    """
    number = _list_promises(tables, state, seat, params, desk)
    if number == 0:
        return -FAR
    offered = min(int(tables["draw_tickets"]), tickets_left(state), number)
    # With values in falling order, the best of k is the i-th with chance C(n-1-i, k-1) / C(n, k).
    promise = 0.0
    second = 0.0
    chance = offered / number
    for place in range(number):
        value = float(desk["promise"][place])
        promise += chance * value
        second += max(value, 0.0) * offered / number
        left = number - 1 - place
        if left <= 0:
            break
        chance *= max(0, left - offered + 1) / left
    return promise + float(params[EXTRA_TICKETS]) * max(0.0, second - max(promise, 0.0))


@inline
def _list_promises(tables: Tables, state: State, seat: Seat, params: Params, desk: Desk) -> int:
    """What each unseen ticket would bring into `promise`, in falling order."""
    unseen = tables["regular_tickets"] & ~state["tickets"][seat]
    for place in range(MAX_TICKETS):
        if int(state["returned_by"][place]) == seat and int(state["returned"][place]) >= 0:
            unseen = unseen & ~bit(int(state["returned"][place]))
    number = 0
    while unseen != ZERO:
        ticket = lowest(unseen)
        unseen = without_lowest(unseen)
        value = _promise_of(tables, state, seat, ticket, params, desk)
        place = number
        while place > 0 and float(desk["promise"][place - 1]) < value:
            desk["promise"][place] = desk["promise"][place - 1]
            place -= 1
        desk["promise"][place] = value
        number += 1
    return number


@inline
def _promise_of(
    tables: Tables, state: State, seat: Seat, ticket: TicketId, params: Params, desk: Desk
) -> float:
    start = int(tables["ticket_a"][ticket])
    goal = int(tables["ticket_b"][ticket])
    points = int(tables["ticket_points"][ticket])
    if has(desk["component"][start], goal):
        return points
    cost = spread_from(tables, start, goal, desk)
    trust = float(params[TICKET_TRUST])
    worth = points * (2.0 * trust - 1.0) - cost
    if cost >= FAR or worth < -points:
        return -points
    pieces = int(desk["pieces"])
    turns = float(desk["turns"])
    city = goal
    while city != start:
        route = int(desk["via"][city])
        city = int(tables["route_a"][route]) + int(tables["route_b"][route]) - city
        if float(desk["weight"][route]) > 0.0:
            turns += float(desk["route_turns"][route])
            pieces += int(tables["route_length"][route])
    if pieces > int(state["pieces"][seat]):
        return -points
    if turns > float(desk["left"]) - 1.0 + float(params[LATE_SLACK]):
        return -points
    return worth


@jit
def choose_keep(
    tables: Tables,
    state: State,
    seat: Seat,
    legal: np.uint64,
    params: Params,
    orders: int,
    desk: Desk,
) -> ActionId:
    """The subset of the offer with the best plan; weights and `left` are given."""
    best = -1
    most = -FAR
    is_first = int(state["phase"]) == SETUP
    size = int(state["offer_size"][seat])
    for subset in range(1, 1 << size):
        if not has(legal, KEEP_TICKETS + subset):
            continue
        kept = ZERO
        points = 0
        number = 0
        for place in range(size):
            if (subset >> place) & 1:
                ticket = int(state["offer"][seat, place])
                kept = kept | bit(ticket)
                points += int(tables["ticket_points"][ticket])
                number += 1
        make_plan(tables, state, seat, state["tickets"][seat] | kept, params, orders, desk)
        value = float(desk["value"]) - points + _joined_points(tables, kept & ~desk["open"]) * 2.0
        if is_first:
            value += float(params[KEEP_BIAS]) * number
        if value > most:
            most = value
            best = subset
    desk["made"] = 0
    return KEEP_TICKETS + best


@inline
def _joined_points(tables: Tables, tickets: np.uint64) -> int:
    points = 0
    while tickets != ZERO:
        points += int(tables["ticket_points"][lowest(tickets)])
        tickets = without_lowest(tickets)
    return points
