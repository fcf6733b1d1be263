"""Routes that a rival's own routes show it needs."""

from anden.kernel.bits import ZERO, bit, has, lowest, without_lowest
from anden.kernel.ids import RouteId, Seat
from anden.kernel.layout import NO_ROUTE, WORDS, State, Tables
from anden.kernel.legal import Words
from anden.machine.jit import inline, jit

from .desk import FAR, Desk
from .paths import find_components, spread_from

MOST_LOSS = 20.0  # spaces of detour beyond which a rival gives the ticket up
GAP = 0.6  # how likely a rival needs the route that joins two of its networks


@jit
def rate_blocks(tables: Tables, state: State, seat: Seat, words: Words, desk: Desk) -> None:
    """Fills `block` for the routes the seat can claim now: spaces of detour it costs rivals.

    Only a route between two networks of one rival counts: that is evidence, the rest is guessing.
    Weights are left as the rival sees them.
    """
    players = int(state["players"])
    for route in range(int(tables["num_routes"])):
        desk["block"][route] = 0.0
    for other in range(players):
        if other == seat:
            continue
        owned = state["owned"][other]
        find_components(tables, owned[0], owned[1], desk["rival_component"])
        is_weighed = False
        for word in range(WORDS):
            routes = words[2 + word] & state["available"][other, word]
            while routes != ZERO:
                route = 64 * word + lowest(routes)
                routes = without_lowest(routes)
                if not _is_gap(tables, route, desk):
                    continue
                if not is_weighed:
                    _weigh_for(tables, state, other, desk)
                    is_weighed = True
                loss = _detour_without(tables, state, route, desk)
                desk["block"][route] = float(desk["block"][route]) + GAP * loss / (players - 1.0)


@inline
def _is_gap(tables: Tables, route: RouteId, desk: Desk) -> bool:
    a = int(tables["route_a"][route])
    b = int(tables["route_b"][route])
    at_a = desk["rival_component"][a]
    at_b = desk["rival_component"][b]
    return bool(at_a != at_b and at_a != bit(a) and at_b != bit(b))


@inline
def _weigh_for(tables: Tables, state: State, seat: Seat, desk: Desk) -> None:
    for route in range(int(tables["num_routes"])):
        word = route >> 6
        if has(state["owned"][seat, word], route & 63):
            desk["weight"][route] = 0.0
        elif has(state["available"][seat, word], route & 63):
            desk["weight"][route] = int(tables["route_length"][route]) + 1.0
        else:
            desk["weight"][route] = FAR


@inline
def _detour_without(tables: Tables, state: State, route: RouteId, desk: Desk) -> float:
    """How much longer the rival's way between the route's ends becomes."""
    twin = int(tables["route_twin"][route])
    whole = float(desk["weight"][route])
    closes_twin = twin != NO_ROUTE and int(state["players"]) < int(tables["doubles_from"])
    beside = float(desk["weight"][twin]) if closes_twin else 0.0
    desk["weight"][route] = FAR
    if closes_twin:
        desk["weight"][twin] = FAR
    a = int(tables["route_a"][route])
    detour = spread_from(tables, a, int(tables["route_b"][route]), desk)
    desk["weight"][route] = whole
    if closes_twin:
        desk["weight"][twin] = beside
    return min(detour, MOST_LOSS) - min(whole, MOST_LOSS)
