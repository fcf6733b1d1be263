"""The plan: a cheap network that joins the cities of the tickets worth completing.

A Steiner forest, approached by laying one ticket after another over what is laid already, in
several orders, and keeping the best. A ticket that costs more than it brings, or that pieces or
time do not allow, is left out.
"""

import numpy as np

from anden.kernel.bits import ZERO, bit, has, lowest, without_lowest
from anden.kernel.ids import Seat, TicketId
from anden.kernel.layout import WORDS, State, Tables
from anden.machine.jit import inline, jit

from .desk import FAR, Desk
from .params import CARD_PACE, HAND_USE, LATE_SLACK, PACE, TICKET_TRUST, TURN_VALUE, Params
from .paths import find_components, spread_from


@jit
def expect_turns(tables: Tables, state: State, seat: Seat, params: Params) -> float:
    """How many more turns the seat may expect, this one included.

    Whoever has fewest turns to go ends the game: turns to claim routes for all pieces, and turns
    to draw the cards that the hand lacks for them.
    """
    players = int(state["players"])
    last_turns = int(state["last_turns"])
    if last_turns > 0:
        return 1.0 if last_turns <= players else 2.0
    least = 1000.0
    for other in range(players):
        left = max(0.0, int(state["pieces"][other]) - 2.0)
        lacking = max(0.0, left - float(params[HAND_USE]) * int(state["hand_size"][other]))
        least = min(least, left / float(params[PACE]) + lacking / float(params[CARD_PACE]))
    return 1.0 + least


@jit
def list_open(tables: Tables, state: State, seat: Seat, tickets: np.uint64, desk: Desk) -> None:
    """Fills `open` with the tickets that own routes do not join yet, and `component`."""
    owned = state["owned"][seat]
    find_components(tables, owned[0], owned[1], desk["component"])
    unjoined = ZERO
    while tickets != ZERO:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        a = int(tables["ticket_a"][ticket])
        if not has(desk["component"][a], int(tables["ticket_b"][ticket])):
            unjoined = unjoined | bit(ticket)
    desk["open"] = unjoined


@jit
def make_plan(
    tables: Tables,
    state: State,
    seat: Seat,
    tickets: np.uint64,
    params: Params,
    orders: int,
    desk: Desk,
) -> None:
    """The best plan found for a set of tickets; `base`, `route_turns` and `left` are given.

    `value` counts what the plan brings: tickets that turn from lost to won, less the cost.
    """
    list_open(tables, state, seat, tickets, desk)
    number = _sort_tickets(tables, desk)
    best = -FAR
    rounds = min(orders, max(number, 1))
    for turn in range(rounds + int(number > 1 and orders > 1)):
        _lay_tickets(tables, state, seat, number, turn, turn == rounds, params, desk)
        if float(desk["value"]) > best:
            best = float(desk["value"])
            desk["best_goals"] = desk["goals"]
            for word in range(WORDS):
                desk["best_plan"][word] = desk["plan"][word]
                desk["best_borrow"][word] = desk["borrow"][word]
    desk["goals"] = desk["best_goals"]
    desk["value"] = best
    for word in range(WORDS):
        desk["plan"][word] = desk["best_plan"][word]
        desk["borrow"][word] = desk["best_borrow"][word]
        desk["seen_owned"][word] = state["owned"][seat, word]
    desk["seen_tickets"] = tickets
    desk["made"] = 1
    for route in range(int(tables["num_routes"])):
        desk["weight"][route] = desk["base"][route]
    sum_up(tables, desk)


@inline
def _sort_tickets(tables: Tables, desk: Desk) -> int:
    """The open tickets into `order`, dearest first; how many there are."""
    number = 0
    rest = desk["open"]
    while rest != ZERO:
        ticket = lowest(rest)
        rest = without_lowest(rest)
        place = number
        points = int(tables["ticket_points"][ticket])
        while place > 0 and int(tables["ticket_points"][int(desk["order"][place - 1])]) < points:
            desk["order"][place] = desk["order"][place - 1]
            place -= 1
        desk["order"][place] = ticket
        number += 1
    return number


@jit
def _lay_tickets(
    tables: Tables,
    state: State,
    seat: Seat,
    number: int,
    first: int,
    is_reversed: bool,
    params: Params,
    desk: Desk,
) -> None:
    """Lays the tickets in turn, from the `first` on, or backwards."""
    for route in range(int(tables["num_routes"])):
        desk["weight"][route] = desk["base"][route]
    for word in range(WORDS):
        desk["plan"][word] = ZERO
        desk["borrow"][word] = ZERO
    desk["goals"] = ZERO
    desk["value"] = 0.0
    desk["pieces"] = 0
    desk["turns"] = 0.0
    stations = int(state["stations_left"][seat])
    for index in range(number):
        place = number - 1 - index if is_reversed else (index + first) % number
        ticket = int(desk["order"][place])
        gain = 2.0 * float(params[TICKET_TRUST]) * int(tables["ticket_points"][ticket])
        stations = lay_ticket(tables, state, seat, ticket, gain, stations, params, desk)


@jit
def lay_ticket(
    tables: Tables,
    state: State,
    seat: Seat,
    ticket: TicketId,
    gain: float,
    stations: int,
    params: Params,
    desk: Desk,
) -> int:
    """Adds the cheapest way for a ticket to the plan if it is worth it; stations then left."""
    start = int(tables["ticket_a"][ticket])
    goal = int(tables["ticket_b"][ticket])
    cost = spread_from(tables, start, goal, desk)
    if cost >= FAR or cost > gain:
        return stations
    pieces = int(desk["pieces"])
    turns = float(desk["turns"])
    borrowed = 0
    city = goal
    while city != start:
        route = int(desk["via"][city])
        city = int(tables["route_a"][route]) + int(tables["route_b"][route]) - city
        if float(desk["weight"][route]) > 0.0:
            turns += float(desk["route_turns"][route])
            if has(state["available"][seat, route >> 6], route & 63):
                pieces += int(tables["route_length"][route])
            else:
                borrowed += 1
    late = max(0.0, turns - float(desk["left"]) - float(params[LATE_SLACK]))
    if pieces > int(state["pieces"][seat]) or borrowed > stations:
        return stations
    if cost + late * 2.0 * float(params[TURN_VALUE]) > gain:
        return stations
    city = goal
    while city != start:
        route = int(desk["via"][city])
        city = int(tables["route_a"][route]) + int(tables["route_b"][route]) - city
        if float(desk["weight"][route]) > 0.0:
            desk["weight"][route] = 0.0
            word = route >> 6
            if has(state["available"][seat, word], route & 63):
                desk["plan"][word] = desk["plan"][word] | bit(route & 63)
            else:
                desk["borrow"][word] = desk["borrow"][word] | bit(route & 63)
    desk["goals"] = desk["goals"] | bit(ticket)
    desk["value"] = float(desk["value"]) + gain - cost - late * float(params[TURN_VALUE])
    desk["pieces"] = pieces
    desk["turns"] = turns
    return stations - borrowed


@inline
def sum_up(tables: Tables, desk: Desk) -> None:
    """Pieces and turns the rest of the plan takes; its routes weigh nothing."""
    pieces = 0
    turns = 0.0
    for word in range(WORDS):
        routes = desk["plan"][word] | desk["borrow"][word]
        while routes != ZERO:
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            desk["weight"][route] = 0.0
            turns += float(desk["route_turns"][route])
            if has(desk["plan"][word], route & 63):
                pieces += int(tables["route_length"][route])
    desk["pieces"] = pieces
    desk["turns"] = turns


@inline
def is_stale(state: State, seat: Seat, desk: Desk) -> bool:
    """Whether something happened that the plan does not reckon with."""
    if int(desk["made"]) == 0 or desk["seen_tickets"] != state["tickets"][seat]:
        return True
    for word in range(WORDS):
        if desk["plan"][word] & ~state["available"][seat, word] != ZERO:
            return True
    return False
