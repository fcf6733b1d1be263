"""A turn: a claim, a station, tickets or cards."""

import numpy as np

from anden.kernel.actions import CLAIM, DRAW_DECK, DRAW_TICKETS, STATION
from anden.kernel.bits import ZERO, bit, has, lowest, next_route, without_lowest
from anden.kernel.ids import ActionId, RouteId, Seat
from anden.kernel.layout import State, Tables
from anden.kernel.legal import Words
from anden.machine.jit import inline, jit

from .claims import best_block, best_claim, station_for_plan
from .draws import best_draw
from .extras import seek_points
from .needs import value_cards
from .numbers import Numbers
from .plan import SWING
from .route_sets import has_route, is_among
from .style import QUICK, Style
from .tickets import promise_of_draw
from .workspace import NO_ACTION, Workspace

LAST_TURN = 1.0  # turns left when nothing can be prepared any more
DIGGING_ODDS = 0.6  # how often a tunnel succeeds on the last turn, roughly


@jit
def choose_turn(
    tables: Tables, state: State, seat: Seat, words: Words, style: Style, workspace: Workspace
) -> ActionId:
    """What serves the plan best. It must be made, and cards set aside for it."""
    small, _, low, high, sites = words
    numbers = style["numbers"]
    if float(workspace["turns_left"]) <= LAST_TURN:
        action = _last_action(tables, low, high, workspace)
        if action != NO_ACTION:
            return action
    station = station_for_plan(tables, sites, workspace)
    if station != NO_ACTION:
        return station
    extra_value, extra = seek_points(tables, state, seat, numbers, workspace)
    value_cards(tables, state, seat, numbers, workspace)
    best, action = best_claim(tables, state, seat, low, high, numbers, workspace)
    if extra_value > best and is_among(low, high, extra):
        best = extra_value
        action = CLAIM + extra
    if has(small, DRAW_TICKETS) and _wants_tickets(tables, state, seat, best, numbers, workspace):
        return DRAW_TICKETS
    if int(style["orders"]) > QUICK and float(numbers["block_value"]) > 0.0:
        block_value, block = best_block(tables, state, seat, low, high, numbers, workspace)
        if block_value > best:
            best = block_value
            action = CLAIM + block
    if has(small, DRAW_DECK):
        draw_value, card = best_draw(state, numbers, workspace)
        if action == NO_ACTION or draw_value > best:
            return card
    return action if action != NO_ACTION else _any_action(words)


@inline
def _wants_tickets(
    tables: Tables, state: State, seat: Seat, best: float, numbers: Numbers, workspace: Workspace
) -> bool:
    """Whether there is time for more tickets, no claim is worth as much, and they promise enough.

    `best` is what the best claim is worth.
    """
    slack = float(workspace["turns_left"]) - float(workspace["plan_turns"])
    if slack < float(numbers["ticket_turns"]) or best >= float(numbers["ticket_yield"]):
        return False
    promise = promise_of_draw(tables, state, seat, numbers, workspace)
    return promise >= float(numbers["ticket_bar"])


@jit
def _last_action(tables: Tables, low: np.uint64, high: np.uint64, workspace: Workspace) -> ActionId:
    """The claim with the most points at once, tickets completed by it included; NO_ACTION if
    there is none.
    """
    best = 0.0
    action = NO_ACTION
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        gain = float(tables["length_points"][int(tables["route_length"][route])])
        gain += SWING * _completed_by(tables, route, workspace)
        if has_route(tables["tunnels"], route):
            gain *= DIGGING_ODDS
        if gain > best:
            best = gain
            action = CLAIM + route
    return action


@inline
def _completed_by(tables: Tables, route: RouteId, workspace: Workspace) -> int:
    """Points of the open tickets that one more route completes."""
    a = int(tables["route_a"][route])
    b = int(tables["route_b"][route])
    joined = workspace["component"][a] | workspace["component"][b]
    points = 0
    tickets = workspace["open_tickets"]
    while tickets != ZERO:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        ends = bit(int(tables["ticket_a"][ticket])) | bit(int(tables["ticket_b"][ticket]))
        if ends & ~joined == ZERO:
            points += int(tables["ticket_points"][ticket])
    return points


@inline
def _any_action(words: Words) -> ActionId:
    """Something legal when nothing is wanted: a card, a route, a station, or tickets."""
    small, _, low, high, sites = words
    if has(small, DRAW_DECK):
        return DRAW_DECK
    if low | high != ZERO:
        route, _, _ = next_route(low, high)
        return CLAIM + route
    if sites != ZERO:
        return STATION + lowest(sites)
    return lowest(small)
