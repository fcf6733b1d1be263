"""Routes that a rival's own routes show it needs."""

import numpy as np

from anden.kernel.bits import ZERO, bit, next_route
from anden.kernel.ids import RouteId, Seat
from anden.kernel.layout import NO_ROUTE, State, Tables
from anden.machine.jit import inline, jit

from .paths import find_components, spread_from
from .route_sets import has_route
from .workspace import FAR, Workspace

MOST_LOSS = 20.0  # spaces of detour beyond which a rival gives the ticket up
GAP = 0.6  # how likely a rival needs the route that joins two of its networks
CLAIM_SPACES = 1.0  # spaces that the turn of claiming a route counts as


@jit
def rate_blocks(
    tables: Tables, state: State, seat: Seat, low: np.uint64, high: np.uint64, workspace: Workspace
) -> None:
    """Fills `block` for a set of routes that the seat can claim: spaces of detour for rivals.

    Only a route between two networks of one rival counts: that is evidence, the rest is guessing.
    Weights are left as the last rival sees them.
    """
    for route in range(int(tables["num_routes"])):
        workspace["block"][route] = 0.0
    for other in range(int(state["players"])):
        if other != seat:
            available = state["available"][other]
            _rate_for(tables, state, other, low & available[0], high & available[1], workspace)


@inline
def _rate_for(
    tables: Tables,
    state: State,
    rival: Seat,
    low: np.uint64,
    high: np.uint64,
    workspace: Workspace,
) -> None:
    """Adds what each of the routes costs one rival."""
    block = workspace["block"]
    rivals = int(state["players"]) - 1.0
    owned = state["owned"][rival]
    find_components(tables, owned[0], owned[1], workspace["rival_component"])
    is_weighed = False
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        if not _is_gap(tables, route, workspace):
            continue
        if not is_weighed:
            _weigh_for(tables, state, rival, workspace)
            is_weighed = True
        loss = _detour_without(tables, state, route, workspace)
        block[route] = float(block[route]) + GAP * loss / rivals


@inline
def _is_gap(tables: Tables, route: RouteId, workspace: Workspace) -> bool:
    a = int(tables["route_a"][route])
    b = int(tables["route_b"][route])
    at_a = workspace["rival_component"][a]
    at_b = workspace["rival_component"][b]
    return bool(at_a != at_b and at_a != bit(a) and at_b != bit(b))


@inline
def _weigh_for(tables: Tables, state: State, seat: Seat, workspace: Workspace) -> None:
    for route in range(int(tables["num_routes"])):
        if has_route(state["owned"][seat], route):
            workspace["weight"][route] = 0.0
        elif has_route(state["available"][seat], route):
            workspace["weight"][route] = int(tables["route_length"][route]) + CLAIM_SPACES
        else:
            workspace["weight"][route] = FAR


@inline
def _detour_without(tables: Tables, state: State, route: RouteId, workspace: Workspace) -> float:
    """How much longer the rival's way between the route's ends becomes."""
    weight = workspace["weight"]
    twin = int(tables["route_twin"][route])
    whole = float(weight[route])
    closes_twin = twin != NO_ROUTE and int(state["players"]) < int(tables["doubles_from"])
    beside = float(weight[twin]) if closes_twin else 0.0
    weight[route] = FAR
    if closes_twin:
        weight[twin] = FAR
    a = int(tables["route_a"][route])
    detour = spread_from(tables, a, int(tables["route_b"][route]), workspace)
    weight[route] = whole
    if closes_twin:
        weight[twin] = beside
    return min(detour, MOST_LOSS) - min(whole, MOST_LOSS)
