"""The plan: a cheap network that joins the cities of the tickets worth completing.

A Steiner forest, approached by laying one ticket after another over what is laid already, in
several orders, and keeping the best. A ticket that costs more than it brings, or that pieces or
time do not allow, is left out.
"""

import numpy as np

from anden.kernel.bits import ZERO, bit, has, lowest, next_route, without_lowest
from anden.kernel.ids import Seat, TicketId
from anden.kernel.layout import LAST_ROUND_PIECES, WORDS, State, Tables
from anden.machine.jit import inline, jit

from .numbers import Numbers
from .paths import find_components, other_end, spread_from
from .route_sets import add_route, has_route
from .style import Style
from .workspace import FAR, Workspace

# A ticket counts against its holder until it is completed, so that completing it brings its
# points twice.
SWING = 2.0
LATE_WEIGHT = 2.0  # how much more late turns count when a ticket is taken on: they may not come
ENDLESS = 1000.0  # more turns than any game has
THIS_TURN = 1.0  # the one to be taken now
LAST_TURN = 1.0  # that of the last round, for whoever is still before it


@jit
def expect_turns(state: State, numbers: Numbers) -> float:
    """How many more turns a seat may expect, this one included.

    Whoever has fewest turns to go ends the game: turns to claim routes for all pieces, and turns
    to draw the cards that the hand lacks for them.
    """
    players = int(state["players"])
    last_turns = int(state["last_turns"])
    if last_turns > 0:
        return THIS_TURN if last_turns <= players else THIS_TURN + LAST_TURN
    least = ENDLESS
    for other in range(players):
        left = max(0.0, int(state["pieces"][other]) - float(LAST_ROUND_PIECES))
        lacking = max(0.0, left - float(numbers["hand_use"]) * int(state["hand_size"][other]))
        least = min(least, left / float(numbers["pace"]) + lacking / float(numbers["card_pace"]))
    return THIS_TURN + least


@jit
def list_open(
    tables: Tables, state: State, seat: Seat, tickets: np.uint64, workspace: Workspace
) -> None:
    """Fills `open_tickets` with those that own routes do not join yet, and `component`."""
    owned = state["owned"][seat]
    find_components(tables, owned[0], owned[1], workspace["component"])
    unjoined = ZERO
    while tickets != ZERO:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        a = int(tables["ticket_a"][ticket])
        if not has(workspace["component"][a], int(tables["ticket_b"][ticket])):
            unjoined = unjoined | bit(ticket)
    workspace["open_tickets"] = unjoined


@jit
def make_plan(
    tables: Tables,
    state: State,
    seat: Seat,
    tickets: np.uint64,
    style: Style,
    workspace: Workspace,
) -> None:
    """The best plan found for a set of tickets; `base_weight`, `route_turns` and `turns_left` are
    given.

    `plan_value` counts what the plan brings: tickets that turn from lost to won, less the cost.
    """
    list_open(tables, state, seat, tickets, workspace)
    _sort_tickets(tables, workspace)
    number = int(workspace["num_open"])
    orders = int(style["orders"])
    best = -FAR
    rounds = min(orders, max(number, 1))
    for turn in range(rounds + int(number > 1 and orders > 1)):
        _lay_tickets(tables, state, seat, turn, turn == rounds, style["numbers"], workspace)
        if float(workspace["plan_value"]) > best:
            best = float(workspace["plan_value"])
            _keep_best(workspace)
    _take_best(workspace)
    workspace["plan_value"] = best
    workspace["planned_tickets"] = tickets
    workspace["has_plan"] = 1
    for route in range(int(tables["num_routes"])):
        workspace["weight"][route] = workspace["base_weight"][route]
    sum_up(tables, workspace)


@inline
def _keep_best(workspace: Workspace) -> None:
    workspace["best_goals"] = workspace["goals"]
    for word in range(WORDS):
        workspace["best_plan"][word] = workspace["plan"][word]
        workspace["best_borrow"][word] = workspace["borrow"][word]


@inline
def _take_best(workspace: Workspace) -> None:
    workspace["goals"] = workspace["best_goals"]
    for word in range(WORDS):
        workspace["plan"][word] = workspace["best_plan"][word]
        workspace["borrow"][word] = workspace["best_borrow"][word]


@inline
def _sort_tickets(tables: Tables, workspace: Workspace) -> None:
    """The open tickets into `order`, dearest first."""
    number = 0
    order = workspace["order"]
    rest = workspace["open_tickets"]
    while rest != ZERO:
        ticket = lowest(rest)
        rest = without_lowest(rest)
        place = number
        points = int(tables["ticket_points"][ticket])
        while place > 0 and int(tables["ticket_points"][int(order[place - 1])]) < points:
            order[place] = order[place - 1]
            place -= 1
        order[place] = ticket
        number += 1
    workspace["num_open"] = number


@jit
def _lay_tickets(
    tables: Tables,
    state: State,
    seat: Seat,
    first: int,
    is_reversed: bool,
    numbers: Numbers,
    workspace: Workspace,
) -> None:
    """Lays the open tickets in turn, from the `first` on, or backwards."""
    _clear_plan(tables, workspace)
    workspace["stations"] = int(state["stations_left"][seat])
    number = int(workspace["num_open"])
    for index in range(number):
        place = number - 1 - index if is_reversed else (index + first) % number
        ticket = int(workspace["order"][place])
        _lay_ticket(tables, state, seat, ticket, numbers, workspace)


@inline
def _clear_plan(tables: Tables, workspace: Workspace) -> None:
    for route in range(int(tables["num_routes"])):
        workspace["weight"][route] = workspace["base_weight"][route]
    for word in range(WORDS):
        workspace["plan"][word] = ZERO
        workspace["borrow"][word] = ZERO
    workspace["goals"] = ZERO
    workspace["plan_value"] = 0.0
    workspace["plan_pieces"] = 0
    workspace["plan_turns"] = 0.0


@jit
def _lay_ticket(
    tables: Tables,
    state: State,
    seat: Seat,
    ticket: TicketId,
    numbers: Numbers,
    workspace: Workspace,
) -> None:
    """Adds the cheapest way for a ticket to the plan if it is worth it."""
    gain = SWING * float(numbers["ticket_trust"]) * int(tables["ticket_points"][ticket])
    start = int(tables["ticket_a"][ticket])
    goal = int(tables["ticket_b"][ticket])
    cost = spread_from(tables, start, goal, workspace)
    if cost >= FAR or cost > gain:
        return
    pieces = int(workspace["plan_pieces"])
    turns = float(workspace["plan_turns"])
    stations = int(workspace["stations"])
    city = goal
    while city != start:
        route = int(workspace["via"][city])
        city = other_end(tables, route, city)
        if float(workspace["weight"][route]) > 0.0:
            turns += float(workspace["route_turns"][route])
            if has_route(state["available"][seat], route):
                pieces += int(tables["route_length"][route])
            else:
                stations -= 1
    late = max(0.0, turns - float(workspace["turns_left"]) - float(numbers["late_slack"]))
    if pieces > int(state["pieces"][seat]) or stations < 0:
        return
    if cost + late * LATE_WEIGHT * float(numbers["turn_value"]) > gain:
        return
    _add_way(tables, state, seat, ticket, workspace)
    value = float(workspace["plan_value"]) + gain - cost - late * float(numbers["turn_value"])
    workspace["plan_value"] = value
    workspace["plan_pieces"] = pieces
    workspace["plan_turns"] = turns
    workspace["stations"] = stations


@inline
def _add_way(
    tables: Tables, state: State, seat: Seat, ticket: TicketId, workspace: Workspace
) -> None:
    """Plans the way found for a ticket: what is the seat's to claim, and what to borrow."""
    start = int(tables["ticket_a"][ticket])
    city = int(tables["ticket_b"][ticket])
    while city != start:
        route = int(workspace["via"][city])
        city = other_end(tables, route, city)
        if float(workspace["weight"][route]) > 0.0:
            workspace["weight"][route] = 0.0
            if has_route(state["available"][seat], route):
                add_route(workspace["plan"], route)
            else:
                add_route(workspace["borrow"], route)
    workspace["goals"] = workspace["goals"] | bit(ticket)


@inline
def sum_up(tables: Tables, workspace: Workspace) -> None:
    """Pieces and turns that the rest of the plan takes; its routes weigh nothing."""
    pieces = 0
    turns = 0.0
    low = workspace["plan"][0] | workspace["borrow"][0]
    high = workspace["plan"][1] | workspace["borrow"][1]
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        workspace["weight"][route] = 0.0
        turns += float(workspace["route_turns"][route])
        if has_route(workspace["plan"], route):
            pieces += int(tables["route_length"][route])
    workspace["plan_pieces"] = pieces
    workspace["plan_turns"] = turns


@inline
def is_stale(state: State, seat: Seat, workspace: Workspace) -> bool:
    """Whether something happened that the plan does not reckon with."""
    if int(workspace["has_plan"]) == 0:
        return True
    if workspace["planned_tickets"] != state["tickets"][seat]:
        return True
    for word in range(WORDS):
        if workspace["plan"][word] & ~state["available"][seat, word] != ZERO:
            return True
    return False
