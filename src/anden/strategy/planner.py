"""The planner: a plan for the tickets, then the move that serves it best."""

from anden.kernel.actions import PASS, PAY_WILDS, WITHDRAW
from anden.kernel.bits import ZERO, bit, has, next_route
from anden.kernel.ids import ActionId, RouteId, Seat
from anden.kernel.layout import KEEP, SECOND_CARD, SETUP, TUNNEL, TURN, WORDS, State, Tables
from anden.kernel.legal import legal_words
from anden.machine.jit import inline, jit

from .draws import second_card
from .extras import seek_points
from .needs import set_aside, value_cards
from .paths import spread_from
from .payment import choose_payment
from .plan import expect_turns, is_stale, list_open, make_plan, sum_up
from .style import QUICK, Style
from .tickets import choose_keep
from .turn import choose_turn
from .weights import rivals_at, weigh_routes
from .workspace import FAR, Workspace

LEAST_DANGER = 0.3  # of losing a planned route that no rival has come near
LEAST_LOSS = 0.5  # of a planned route with a detour that costs nothing
MOST_DETOUR = 30.0  # points of detour beyond which a route is no worse to lose
DETOUR_UNIT = 10.0  # points of detour that count as the loss of one unit


@jit
def plan_action(tables: Tables, state: State, style: Style, workspace: Workspace) -> ActionId:
    """The planner's action for the seat to act. A workspace kept between calls keeps its plan,
    which is made anew only when it is broken, if the style is QUICK.
    """
    seat = int(state["seat"])
    phase = int(state["phase"])
    words = legal_words(tables, state)
    small, pays, _, _, _ = words
    if phase in (SETUP, KEEP):
        workspace["turns_left"] = expect_turns(state, style["numbers"])
        weigh_routes(tables, state, seat, style, workspace)
        return choose_keep(tables, state, seat, small, style, workspace)
    if phase == TUNNEL and pays == ZERO and not has(small, PAY_WILDS):
        return WITHDRAW
    if small == bit(PASS):
        return PASS
    _refresh(tables, state, seat, style, workspace)
    if phase == TURN:
        return choose_turn(tables, state, seat, words, style, workspace)
    if phase == SECOND_CARD:
        seek_points(tables, state, seat, style["numbers"], workspace)
        value_cards(tables, state, seat, style["numbers"], workspace)
        return second_card(state, workspace)
    return choose_payment(tables, state, seat, pays, workspace)


@inline
def _refresh(tables: Tables, state: State, seat: Seat, style: Style, workspace: Workspace) -> None:
    """A plan that fits the position, and how urgent its routes are."""
    for word in range(WORDS):
        workspace["plan"][word] = workspace["plan"][word] & ~state["owned"][seat, word]
    workspace["turns_left"] = expect_turns(state, style["numbers"])
    if int(style["orders"]) > QUICK or is_stale(state, seat, workspace):
        weigh_routes(tables, state, seat, style, workspace)
        make_plan(tables, state, seat, state["tickets"][seat], style, workspace)
    else:
        list_open(tables, state, seat, state["tickets"][seat], workspace)
        sum_up(tables, workspace)
    low = workspace["plan"][0]
    high = workspace["plan"][1]
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        _rate_urgency(tables, state, seat, route, style, workspace)
    set_aside(tables, state, seat, workspace)


@inline
def _rate_urgency(
    tables: Tables, state: State, seat: Seat, route: RouteId, style: Style, workspace: Workspace
) -> None:
    """How bad and how likely it is to lose a planned route."""
    share = float(style["numbers"]["detour_share"])
    rivals = int(state["players"]) - 1.0
    danger = LEAST_DANGER + rivals_at(tables, state, seat, route) / rivals
    loss = 1.0
    if int(style["orders"]) > QUICK and share > 0.0:
        workspace["weight"][route] = FAR
        a = int(tables["route_a"][route])
        detour = spread_from(tables, a, int(tables["route_b"][route]), workspace)
        workspace["weight"][route] = 0.0
        loss = LEAST_LOSS + share * min(detour, MOST_DETOUR) / DETOUR_UNIT
    workspace["urgency"][route] = danger * loss
