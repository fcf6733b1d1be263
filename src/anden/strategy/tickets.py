"""Tickets: what a draw of them promises, and which of an offer to keep."""

import numpy as np

from anden.kernel.actions import KEEP_TICKETS
from anden.kernel.bits import ZERO, bit, has, lowest, without_lowest
from anden.kernel.ids import ActionId, Seat, TicketId
from anden.kernel.layout import MAX_TICKETS, SETUP, State, Tables
from anden.kernel.tickets import tickets_left
from anden.machine.jit import inline, jit

from .numbers import Numbers
from .paths import other_end, spread_from
from .plan import SWING, make_plan
from .style import Style
from .workspace import FAR, Workspace

DRAWING = 1.0  # the turn that drawing tickets takes


@jit
def promise_of_draw(
    tables: Tables, state: State, seat: Seat, numbers: Numbers, workspace: Workspace
) -> float:
    """Points that drawing tickets now brings on average; the plan must be made.

    The best of the offer is kept, and part of the next best. Every ticket the seat has not seen
    is equally likely.
    """
    number = _list_promises(tables, state, seat, numbers, workspace)
    if number == 0:
        return -FAR
    offered = min(int(tables["draw_tickets"]), tickets_left(state), number)
    # With values in falling order, the best of k is the i-th with chance C(n-1-i, k-1) / C(n, k).
    promise = 0.0
    second = 0.0
    chance = offered / number
    for place in range(number):
        value = float(workspace["promise"][place])
        promise += chance * value
        second += max(value, 0.0) * offered / number
        left = number - 1 - place
        if left <= 0:
            break
        chance *= max(0, left - offered + 1) / left
    return promise + float(numbers["extra_tickets"]) * max(0.0, second - max(promise, 0.0))


@inline
def _list_promises(
    tables: Tables, state: State, seat: Seat, numbers: Numbers, workspace: Workspace
) -> int:
    """What each unseen ticket would bring into `promise`, in falling order; how many there are."""
    promise = workspace["promise"]
    unseen = tables["regular_tickets"] & ~state["tickets"][seat]
    for place in range(MAX_TICKETS):
        if int(state["returned_by"][place]) == seat and int(state["returned"][place]) >= 0:
            unseen = unseen & ~bit(int(state["returned"][place]))
    number = 0
    while unseen != ZERO:
        ticket = lowest(unseen)
        unseen = without_lowest(unseen)
        value = _promise_of(tables, state, seat, ticket, numbers, workspace)
        place = number
        while place > 0 and float(promise[place - 1]) < value:
            promise[place] = promise[place - 1]
            place -= 1
        promise[place] = value
        number += 1
    return number


@inline
def _promise_of(
    tables: Tables,
    state: State,
    seat: Seat,
    ticket: TicketId,
    numbers: Numbers,
    workspace: Workspace,
) -> float:
    """What one more ticket would bring: its points if it is joined already, or less its cost,
    or the loss of its points.
    """
    start = int(tables["ticket_a"][ticket])
    goal = int(tables["ticket_b"][ticket])
    points = int(tables["ticket_points"][ticket])
    if has(workspace["component"][start], goal):
        return points
    cost = spread_from(tables, start, goal, workspace)
    trust = float(numbers["ticket_trust"])
    worth = points * (SWING * trust - 1.0) - cost
    if cost >= FAR or worth < -points:
        return -points
    pieces = int(workspace["plan_pieces"])
    turns = float(workspace["plan_turns"])
    city = goal
    while city != start:
        route = int(workspace["via"][city])
        city = other_end(tables, route, city)
        if float(workspace["weight"][route]) > 0.0:
            turns += float(workspace["route_turns"][route])
            pieces += int(tables["route_length"][route])
    if pieces > int(state["pieces"][seat]):
        return -points
    if turns > float(workspace["turns_left"]) - DRAWING + float(numbers["late_slack"]):
        return -points
    return worth


@jit
def choose_keep(
    tables: Tables,
    state: State,
    seat: Seat,
    legal: np.uint64,
    style: Style,
    workspace: Workspace,
) -> ActionId:
    """The subset of the offer with the best plan; weights and `turns_left` are given."""
    best = -1
    most = -FAR
    is_first = int(state["phase"]) == SETUP
    for subset in range(1, 1 << int(state["offer_size"][seat])):
        if not has(legal, KEEP_TICKETS + subset):
            continue
        kept, number = _tickets_of(state, seat, subset)
        make_plan(tables, state, seat, state["tickets"][seat] | kept, style, workspace)
        joined = kept & ~workspace["open_tickets"]
        value = float(workspace["plan_value"]) - points_of(tables, kept)
        value = value + points_of(tables, joined) * SWING
        if is_first:
            value += float(style["numbers"]["keep_bias"]) * number
        if value > most:
            most = value
            best = subset
    workspace["has_plan"] = 0
    return KEEP_TICKETS + best


@inline
def _tickets_of(state: State, seat: Seat, subset: int) -> tuple[np.uint64, int]:
    """The tickets of a subset of the seat's offer, and how many they are."""
    kept = ZERO
    number = 0
    for place in range(int(state["offer_size"][seat])):
        if (subset >> place) & 1:
            kept = kept | bit(int(state["offer"][seat, place]))
            number += 1
    return kept, number


@inline
def points_of(tables: Tables, tickets: np.uint64) -> int:
    """What a set of tickets is worth."""
    points = 0
    while tickets != ZERO:
        points += int(tables["ticket_points"][lowest(tickets)])
        tickets = without_lowest(tickets)
    return points
