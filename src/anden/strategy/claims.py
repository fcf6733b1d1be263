"""Claims and stations: which one serves the plan best now, or is most in a rival's way."""

import numpy as np

from anden.kernel.actions import CLAIM, STATION
from anden.kernel.bits import ZERO, has, next_route
from anden.kernel.ids import ActionId, RouteId, Seat
from anden.kernel.layout import GRAY, NO_ROUTE, TUNNEL_REVEAL, WILD, State, Tables
from anden.machine.jit import inline, jit

from .blocking import rate_blocks
from .extras import NOT_WORTH_IT, worth_of
from .numbers import Numbers
from .route_sets import has_route
from .workspace import NO_ACTION, Workspace

EASE = 3.0  # turns to spare from which a plan needs no hurry
DIG_TURNS = 1.5  # turns left up to which a tunnel is dug whatever the odds: now or never
STATION_TURNS = 3.0  # turns left up to which a station no longer waits for the rest of the plan
# Of the three cards turned over at a tunnel, so many may demand more.
ONE_CARD, TWO_CARDS = 1, 2
ODD_ONES = 3.0  # in how many ways one card of three can be the odd one out
assert TUNNEL_REVEAL == 3


@inline
def best_claim(
    tables: Tables,
    state: State,
    seat: Seat,
    low: np.uint64,
    high: np.uint64,
    numbers: Numbers,
    workspace: Workspace,
) -> tuple[float, ActionId]:
    """The planned route to claim now, of a set of legal ones, and what that is worth; or
    NO_ACTION.
    """
    best = NOT_WORTH_IT
    action = NO_ACTION
    low = low & workspace["plan"][0]
    high = high & workspace["plan"][1]
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        if int(workspace["missing"][route]) > 0:
            continue
        if not _dares(tables, state, seat, route, numbers, workspace):
            continue
        value = _worth_of_planned(tables, route, numbers, workspace)
        if value > best:
            best = value
            action = CLAIM + route
    return best, action


@inline
def _worth_of_planned(
    tables: Tables, route: RouteId, numbers: Numbers, workspace: Workspace
) -> float:
    points = int(tables["length_points"][int(tables["route_length"][route])])
    value = float(numbers["claim_base"]) + float(numbers["claim_points"]) * points
    value += float(numbers["claim_urgency"]) * float(workspace["urgency"][route])
    slack = float(workspace["turns_left"]) - float(workspace["plan_turns"])
    value += float(numbers["hurry"]) * max(0.0, EASE - slack)
    return value


@jit
def best_block(
    tables: Tables,
    state: State,
    seat: Seat,
    low: np.uint64,
    high: np.uint64,
    numbers: Numbers,
    workspace: Workspace,
) -> tuple[float, RouteId]:
    """The route outside the plan, of a set of legal ones, that is worth most for what it costs a
    rival; or NO_ROUTE.
    """
    best = NOT_WORTH_IT
    chosen = NO_ROUTE
    rate_blocks(tables, state, seat, low, high, workspace)
    low = low & ~workspace["plan"][0]
    high = high & ~workspace["plan"][1]
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        block = float(workspace["block"][route])
        length = int(tables["route_length"][route])
        fits = int(workspace["plan_pieces"]) + length <= int(state["pieces"][seat])
        if block > 0.0 and fits:
            value = worth_of(tables, state, seat, route, numbers, workspace)
            value += float(numbers["block_value"]) * block
            if value > best:
                best = value
                chosen = route
    return best, chosen


@inline
def _dares(
    tables: Tables, state: State, seat: Seat, route: RouteId, numbers: Numbers, workspace: Workspace
) -> bool:
    """Whether a tunnel is likely enough to succeed; other routes always do."""
    if not has_route(tables["tunnels"], route) or float(workspace["turns_left"]) <= DIG_TURNS:
        return True
    colour = int(tables["route_colour"][route])
    length = int(tables["route_length"][route])
    wilds = int(state["hand"][seat, WILD])
    if colour == GRAY:
        colour = int(workspace["paid_with"][route])
    reserve = int(state["hand"][seat, colour]) + wilds - length
    hit = float(workspace["odds"][colour]) + float(workspace["odds"][WILD])
    return tunnel_odds(hit, reserve) >= float(numbers["tunnel_odds"])


@inline
def tunnel_odds(hit: float, reserve: int) -> float:
    """The chance that at most `reserve` of three cards demand more, each with the chance `hit`."""
    miss = 1.0 - hit
    if reserve < 0:
        return 0.0
    odds = miss * miss * miss
    if reserve >= ONE_CARD:
        odds += ODD_ONES * hit * miss * miss
    if reserve >= TWO_CARDS:
        odds += ODD_ONES * hit * hit * miss
    return 1.0 if reserve >= TUNNEL_REVEAL else odds


@inline
def station_for_plan(tables: Tables, sites: np.uint64, workspace: Workspace) -> ActionId:
    """A station that the plan needs, once the rest of the plan stands or time is short; or
    NO_ACTION. `sites` are the cities where one can be built.
    """
    low = workspace["borrow"][0]
    high = workspace["borrow"][1]
    has_rest = workspace["plan"][0] | workspace["plan"][1] != ZERO
    if has_rest and float(workspace["turns_left"]) > STATION_TURNS:
        return NO_ACTION
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        if has(sites, int(tables["route_a"][route])):
            return STATION + int(tables["route_a"][route])
        if has(sites, int(tables["route_b"][route])):
            return STATION + int(tables["route_b"][route])
    return NO_ACTION
