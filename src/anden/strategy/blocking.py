"""Routes that a rival's own routes show it needs."""

from anden.kernel.bits import ZERO, bit, has, lowest, without_lowest
from anden.kernel.layout import NO_ROUTE, WORDS, Board, State
from anden.kernel.legal import Words

from .desk import FAR, Desk
from .jit import inline, jit
from .paths import find_components, spread_from

MOST_LOSS = 20.0  # spaces of detour beyond which a rival gives the ticket up
GAP = 0.6  # how likely a rival needs the route that joins two of its networks


@jit
def rate_blocks(board: Board, state: State, seat: int, words: Words, desk: Desk) -> None:
    """Fills `block` for the routes the seat can claim now: spaces of detour it costs rivals.

    Only a route between two networks of one rival counts: that is evidence, the rest is guessing.
    Weights are left as the rival sees them.
    """
    players = int(state["players"])
    for route in range(int(board["num_routes"])):
        desk["block"][route] = 0.0
    for other in range(players):
        if other == seat:
            continue
        owned = state["owned"][other]
        find_components(board, owned[0], owned[1], desk["rival_component"])
        is_weighed = False
        for word in range(WORDS):
            routes = words[2 + word] & state["available"][other, word]
            while routes != ZERO:
                route = 64 * word + lowest(routes)
                routes = without_lowest(routes)
                if not _is_gap(board, route, desk):
                    continue
                if not is_weighed:
                    _weigh_for(board, state, other, desk)
                    is_weighed = True
                loss = _detour_without(board, state, route, desk)
                desk["block"][route] = float(desk["block"][route]) + GAP * loss / (players - 1.0)


@inline
def _is_gap(board: Board, route: int, desk: Desk) -> bool:
    a = int(board["route_a"][route])
    b = int(board["route_b"][route])
    at_a = desk["rival_component"][a]
    at_b = desk["rival_component"][b]
    return bool(at_a != at_b and at_a != bit(a) and at_b != bit(b))


@inline
def _weigh_for(board: Board, state: State, seat: int, desk: Desk) -> None:
    for route in range(int(board["num_routes"])):
        word = route >> 6
        if has(state["owned"][seat, word], route & 63):
            desk["weight"][route] = 0.0
        elif has(state["available"][seat, word], route & 63):
            desk["weight"][route] = int(board["route_length"][route]) + 1.0
        else:
            desk["weight"][route] = FAR


@inline
def _detour_without(board: Board, state: State, route: int, desk: Desk) -> float:
    """How much longer the rival's way between the route's ends becomes."""
    twin = int(board["route_twin"][route])
    whole = float(desk["weight"][route])
    closes_twin = twin != NO_ROUTE and int(state["players"]) < int(board["doubles_from"])
    beside = float(desk["weight"][twin]) if closes_twin else 0.0
    desk["weight"][route] = FAR
    if closes_twin:
        desk["weight"][twin] = FAR
    a = int(board["route_a"][route])
    detour = spread_from(board, a, int(board["route_b"][route]), desk)
    desk["weight"][route] = whole
    if closes_twin:
        desk["weight"][twin] = beside
    return min(detour, MOST_LOSS) - min(whole, MOST_LOSS)
