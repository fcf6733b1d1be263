"""The actions worth a thought, the planner's own first."""

import numpy as np
from numpy.typing import NDArray

from anden.kernel.actions import CLAIM, DRAW_DECK, DRAW_TICKETS, NUM_WORDS
from anden.kernel.bits import ZERO, bit, has, lowest, without_lowest
from anden.kernel.ids import ActionId
from anden.kernel.layout import KEEP, SECOND_CARD, SETUP, TURN, WORDS, State, Tables
from anden.kernel.legal import legal_words
from anden.machine.jit import inline, jit

from .desk import Desk
from .params import Params
from .paths import rivals_at
from .planner import plan_action, worth_of

MAX_CANDIDATES = 14
MAX_CLAIMS = 6

Actions = NDArray[np.int16]


@jit
def list_candidates(
    tables: Tables,
    state: State,
    params: Params,
    luck: np.uint64,
    orders: int,
    desk: Desk,
    actions: Actions,
) -> int:
    """Fills `actions` and returns how many: the first is the planner's, the rest differ from it."""
    phase = int(state["phase"])
    actions[0] = plan_action(tables, state, params, luck, orders, desk)
    size = 1
    if phase in (SETUP, KEEP):
        return _add_all(tables, state, actions, size)
    if phase == SECOND_CARD:
        return _add_draws(tables, state, actions, size)
    if phase == TURN:
        size = _add_claims(tables, state, params, desk, actions, size)
        size = _add_draws(tables, state, actions, size)
        if has(legal_words(tables, state)[0], DRAW_TICKETS) and float(desk["left"]) > 2.0:
            size = _add(actions, size, DRAW_TICKETS)
        return size
    return _add_all(tables, state, actions, size)


@inline
def _add(actions: Actions, size: int, action: ActionId) -> int:
    if action == int(actions[0]) or size >= MAX_CANDIDATES:
        return size
    actions[size] = action
    return size + 1


@inline
def _add_all(tables: Tables, state: State, actions: Actions, size: int) -> int:
    """Every legal action, as far as there is room."""
    words = legal_words(tables, state)
    for index in range(NUM_WORDS):
        rest = words[index]
        while rest != ZERO:
            size = _add(actions, size, 64 * index + lowest(rest))
            rest = without_lowest(rest)
    return size


@inline
def _add_draws(tables: Tables, state: State, actions: Actions, size: int) -> int:
    rest = legal_words(tables, state)[0] & (bit(DRAW_DECK + 1) - bit(0))
    while rest != ZERO:
        size = _add(actions, size, lowest(rest))
        rest = without_lowest(rest)
    return size


@inline
def _add_claims(
    tables: Tables, state: State, params: Params, desk: Desk, actions: Actions, size: int
) -> int:
    """The most promising claims: planned, worth many points, or in a rival's way."""
    seat = int(state["seat"])
    words = legal_words(tables, state)
    low = words[2]
    high = words[3]
    for _ in range(MAX_CLAIMS):
        best = -1
        most = -1000.0
        for word in range(WORDS):
            rest = low if word == 0 else high
            while rest != ZERO:
                route = 64 * word + lowest(rest)
                rest = without_lowest(rest)
                worth = worth_of(tables, state, seat, route, params, desk)
                worth += 2.0 * rivals_at(tables, state, seat, route)
                if has(desk["plan"][word], route & 63):
                    worth += 10.0
                if worth > most:
                    most = worth
                    best = route
        if best < 0:
            break
        if best < 64:
            low = low & ~bit(best)
        else:
            high = high & ~bit(best - 64)
        size = _add(actions, size, CLAIM + best)
    return size
