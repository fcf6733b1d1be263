"""The actions worth a thought, the planner's own first."""

import numpy as np
from numpy.typing import NDArray

from anden.kernel.actions import CLAIM, DRAW_DECK, DRAW_TICKETS
from anden.kernel.bits import ZERO, has, low_bits, lowest, next_route, without_lowest
from anden.kernel.ids import ActionId, RouteId, Seat
from anden.kernel.layout import NO_ROUTE, ROW_SIZE, SECOND_CARD, TURN, State, Tables
from anden.kernel.legal import Words, legal_words
from anden.machine.jit import inline, jit

from .extras import worth_of
from .numbers import Numbers
from .planner import plan_action
from .route_sets import WORD_BITS, has_route, without_route
from .style import Style
from .weights import rivals_at
from .workspace import Workspace

MAX_CLAIMS = 6  # each one more leaves fewer deals to the others
# The planner's action, claims, cards from the row and the deck, and tickets.
MAX_CANDIDATES = 1 + MAX_CLAIMS + ROW_SIZE + 1 + 1

TICKETS_TURNS = 2.0  # turns left from which drawing tickets is no longer worth a thought
# What makes a claim promising, besides its points.
PLANNED_WORTH = 10.0  # for a route of the plan
RIVAL_WORTH = 2.0  # for each rival at each of its ends
LEAST_WORTH = -1000.0  # below every claim's

Actions = NDArray[np.int16]


@jit
def list_candidates(
    tables: Tables, state: State, style: Style, workspace: Workspace, actions: Actions
) -> int:
    """Fills `actions` and returns how many: the first is the planner's, the rest differ from it."""
    phase = int(state["phase"])
    words = legal_words(tables, state)
    actions[0] = plan_action(tables, state, style, workspace)
    size = 1
    if phase == SECOND_CARD:
        return _add_draws(words, actions, size)
    if phase != TURN:
        return _add_all(words, actions, size)
    size = _add_claims(tables, state, words, style["numbers"], workspace, actions, size)
    size = _add_draws(words, actions, size)
    if has(words[0], DRAW_TICKETS) and float(workspace["turns_left"]) > TICKETS_TURNS:
        size = _add(actions, size, DRAW_TICKETS)
    return size


@inline
def _add(actions: Actions, size: int, action: ActionId) -> int:
    if action == int(actions[0]) or size >= MAX_CANDIDATES:
        return size
    actions[size] = action
    return size + 1


@inline
def _add_all(words: Words, actions: Actions, size: int) -> int:
    """Every legal action, as far as there is room."""
    for index in range(len(words)):
        rest = words[index]
        while rest != ZERO:
            size = _add(actions, size, WORD_BITS * index + lowest(rest))
            rest = without_lowest(rest)
    return size


@inline
def _add_draws(words: Words, actions: Actions, size: int) -> int:
    rest = words[0] & low_bits(DRAW_DECK + 1)
    while rest != ZERO:
        size = _add(actions, size, lowest(rest))
        rest = without_lowest(rest)
    return size


@inline
def _add_claims(
    tables: Tables,
    state: State,
    words: Words,
    numbers: Numbers,
    workspace: Workspace,
    actions: Actions,
    size: int,
) -> int:
    """The most promising claims: planned, worth many points, or in a rival's way."""
    seat = int(state["seat"])
    _, _, low, high, _ = words
    for _ in range(MAX_CLAIMS):
        route = _most_promising(tables, state, seat, low, high, numbers, workspace)
        if route == NO_ROUTE:
            break
        low, high = without_route(low, high, route)
        size = _add(actions, size, CLAIM + route)
    return size


@inline
def _most_promising(
    tables: Tables,
    state: State,
    seat: Seat,
    low: np.uint64,
    high: np.uint64,
    numbers: Numbers,
    workspace: Workspace,
) -> RouteId:
    """The best route of a set, or NO_ROUTE if the set is empty."""
    best = NO_ROUTE
    most = LEAST_WORTH
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        worth = worth_of(tables, state, seat, route, numbers, workspace)
        worth += RIVAL_WORTH * rivals_at(tables, state, seat, route)
        if has_route(workspace["plan"], route):
            worth += PLANNED_WORTH
        if worth > most:
            most = worth
            best = route
    return best
