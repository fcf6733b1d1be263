"""Whole games between compiled bots, with one row written per decision."""

import numpy as np
from numpy.typing import NDArray

from anden.kernel.actions import DRAW_DECK, NUM_WORDS
from anden.kernel.chance import GOLDEN, below, mix
from anden.kernel.encode import encode
from anden.kernel.ids import ActionId, Seat
from anden.kernel.layout import NO_SEAT, OVER, TURN, Net, Sketch, State, Tables
from anden.kernel.legal import is_legal, legal_words
from anden.kernel.scoring import final_scores
from anden.kernel.setup import new_state
from anden.kernel.step import step
from anden.machine.jit import jit
from anden.strategy.desk import Desk
from anden.strategy.greedy import greedy_action
from anden.strategy.params import Params
from anden.strategy.planner import plan_action

from .one_game import Records

# How a seat plays, one record per seat, besides its params: the fields are those of the bots.
STYLE = np.dtype(
    [
        ("is_greedy", "?"),  # greedy all the time; the rest is then unused but for its luck
        ("orders", "i4"),
        ("luck", "u8"),
        ("greed", "f8"),
        ("slips", "f8"),
    ]
)

FULL = -1  # in place of a number of decisions: the rows do not suffice

_U32 = np.uint64(32)


@jit
def choose(
    tables: Tables, state: State, styles: Records, params: Params, seat: Seat, desk: Desk
) -> ActionId:
    """What a bot of this style chooses: the same as the bot itself, which sees less."""
    style = styles[seat]
    luck = style["luck"]
    if style["is_greedy"]:
        return greedy_action(tables, state, luck, desk)
    if int(state["phase"]) == TURN and style["slips"] + style["greed"] > 0.0:
        place = np.uint64(8 * int(state["turn"]) + int(state["phase"]) + 1)
        here = mix(luck + place * GOLDEN)
        moment = float(here >> _U32) / 4294967296.0
        card = below(here << _U32, DRAW_DECK + 1)
        if moment < style["slips"] and is_legal(tables, state, card):
            return card
        if moment < style["slips"] + style["greed"]:
            return greedy_action(tables, state, here, desk)
    desk["made"] = 0
    return plan_action(tables, state, params[seat], luck, int(style["orders"]), desk)


@jit
def write_row(
    tables: Tables,
    state: State,
    net: Net,
    sketch: Sketch,
    action: ActionId,
    at: int,
    seats: NDArray[np.int8],
    actions: NDArray[np.int16],
    legal: NDArray[np.uint64],
    observations: NDArray[np.int16],
) -> None:
    """What the seat to act knows, may do and does, before it is done."""
    words = legal_words(tables, state)
    for word in range(NUM_WORDS):
        legal[at, word] = words[word]
    encode(tables, state, net, sketch, observations[at])
    seats[at] = state["seat"]
    actions[at] = action


@jit
def note(
    tables_array: Records,
    states: Records,
    nets: Records,
    sketches: Records,
    action: ActionId,
    at: int,
    seats: NDArray[np.int8],
    actions: NDArray[np.int16],
    legal: NDArray[np.uint64],
    observations: NDArray[np.int16],
) -> None:
    """As `write_row`, on arrays of one record each."""
    scratch = nets[0], sketches[0]
    write_row(tables_array[0], states[0], *scratch, action, at, seats, actions, legal, observations)


@jit
def play_game(
    tables_array: Records,
    states: Records,
    results: Records,
    nets: Records,
    sketches: Records,
    styles: Records,
    params: Params,
    desks: Records,
    players: int,
    seed0: np.uint64,
    seed1: np.uint64,
    wants_rows: bool,
    at: int,
    seats: NDArray[np.int8],
    actions: NDArray[np.int16],
    legal: NDArray[np.uint64],
    observations: NDArray[np.int16],
) -> int:
    """Deals, plays and scores a game, its rows from `at` on; how many decisions, or FULL.

    The arrays up to `sketches` hold one record each, the others up to `desks` one per seat.
    """
    tables, state = tables_array[0], states[0]
    scratch = nets[0], sketches[0]
    new_state(tables, state, players, seed0, seed1, NO_SEAT)
    steps = 0
    while int(state["phase"]) != OVER:
        seat = int(state["seat"])
        action = choose(tables, state, styles, params, seat, desks[seat])
        if wants_rows:
            if at + steps >= len(seats):
                return FULL
            place = at + steps
            write_row(tables, state, *scratch, action, place, seats, actions, legal, observations)
        step(tables, state, action)
        steps += 1
    final_scores(tables, state, results[0], nets[0])
    return steps
