"""Whole games between compiled bots, with a row written for every decision.

Kept in a folder of its own, so that nothing else makes it compile again; its cache lies inside that
of the strategies, which it contains.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.kernel import warm_up as kernel
from anden.kernel.actions import DRAW_DECK, KEEP_TICKETS, NUM_WORDS
from anden.kernel.bits import ZERO
from anden.kernel.chance import GOLDEN, below, mix
from anden.kernel.encode import encode
from anden.kernel.jit import Compiler
from anden.kernel.layout import (
    BOARD,
    MAX_SEATS,
    NET,
    NO_SEAT,
    OVER,
    RESULT,
    SKETCH,
    STATE,
    TURN,
    Board,
    Net,
    Sketch,
    State,
)
from anden.kernel.legal import is_legal, legal_words
from anden.kernel.scoring import final_scores
from anden.kernel.setup import new_state
from anden.kernel.step import step
from anden.strategy.desk import DESK, Desk
from anden.strategy.greedy import greedy_action
from anden.strategy.jit import CACHE
from anden.strategy.params import NUM_PARAMS, Params
from anden.strategy.planner import plan_action

Records: TypeAlias = NDArray[np.void]

# How a seat plays, one record a seat, besides its params: the fields are those of the bots.
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


def _compiler() -> Compiler:
    compiler = Compiler(Path(__file__).parent)
    if CACHE is not None and compiler.cache is not None:
        compiler.cache = CACHE / compiler.cache.name
        compiler.cache.mkdir(exist_ok=True)
    return compiler


_COMPILER = _compiler()
jit = _COMPILER.jit


@jit
def choose(
    board: Board, state: State, styles: Records, params: Params, seat: int, desk: Desk
) -> int:
    """What a bot of this style chooses: the same as the bot itself, which sees less."""
    style = styles[seat]
    luck = style["luck"]
    if style["is_greedy"]:
        return greedy_action(board, state, luck, desk)
    if int(state["phase"]) == TURN and style["slips"] + style["greed"] > 0.0:
        place = np.uint64(8 * int(state["turn"]) + int(state["phase"]) + 1)
        here = mix(luck + place * GOLDEN)
        moment = float(here >> _U32) / 4294967296.0
        card = below(here << _U32, DRAW_DECK + 1)
        if moment < style["slips"] and is_legal(board, state, card):
            return card
        if moment < style["slips"] + style["greed"]:
            return greedy_action(board, state, here, desk)
    desk["made"] = 0
    return plan_action(board, state, params[seat], luck, int(style["orders"]), desk)


@jit
def write_row(
    board: Board,
    state: State,
    net: Net,
    sketch: Sketch,
    action: int,
    at: int,
    seats: NDArray[np.int8],
    actions: NDArray[np.int16],
    legal: NDArray[np.uint64],
    observations: NDArray[np.int16],
) -> None:
    """What the seat to act knows, may do and does, before it is done."""
    words = legal_words(board, state)
    for word in range(NUM_WORDS):
        legal[at, word] = words[word]
    encode(board, state, net, sketch, observations[at])
    seats[at] = state["seat"]
    actions[at] = action


@jit
def note(
    boards: Records,
    states: Records,
    nets: Records,
    sketches: Records,
    action: int,
    at: int,
    seats: NDArray[np.int8],
    actions: NDArray[np.int16],
    legal: NDArray[np.uint64],
    observations: NDArray[np.int16],
) -> None:
    """As `write_row`, on arrays of one record each."""
    scratch = nets[0], sketches[0]
    write_row(boards[0], states[0], *scratch, action, at, seats, actions, legal, observations)


@jit
def play_game(
    boards: Records,
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

    `boards` to `sketches` hold one record each.
    """
    board, state = boards[0], states[0]
    scratch = nets[0], sketches[0]
    new_state(board, state, players, seed0, seed1, NO_SEAT)
    steps = 0
    while int(state["phase"]) != OVER:
        seat = int(state["seat"])
        action = choose(board, state, styles, params, seat, desks[seat])
        if wants_rows:
            if at + steps >= len(seats):
                return FULL
            at_row = at + steps
            write_row(board, state, *scratch, action, at_row, seats, actions, legal, observations)
        step(board, state, action)
        steps += 1
    final_scores(board, state, results[0], nets[0])
    return steps


def warm_up(out: TextIO = sys.stderr, message: str = kernel.MESSAGE) -> None:
    """Compiles what is here, with a line of progress if that takes time."""
    kernel.compile_once([kernel.Stage(_calls, _COMPILER.cache)], out, message)


def _calls() -> list[Callable[[], object]]:
    """One small call each, on a board without cities."""
    board, state = np.zeros(1, BOARD), np.zeros(1, STATE)
    board[0]["deal_keeps"][0] = 1 << KEEP_TICKETS
    new_state(board[0], state[0], 2, ZERO, ZERO, NO_SEAT)
    styles, desks = np.zeros(MAX_SEATS, STYLE), np.zeros(MAX_SEATS, DESK)
    params = np.ones((MAX_SEATS, NUM_PARAMS), np.float32)
    rows: tuple[Any, Any, Any, Any] = (
        np.zeros(1, np.int8),
        np.zeros(1, np.int16),
        np.zeros((1, NUM_WORDS), np.uint64),
        np.zeros((1, 2000), np.int16),
    )
    nets, sketches = np.zeros(1, NET), np.zeros(1, SKETCH)
    scratch = state.copy(), np.zeros(1, RESULT), nets, sketches
    return [
        lambda: note(board, state, nets, sketches, 0, 0, *rows),
        # There is no room for rows behind the first, so it ends at its first decision.
        lambda: play_game(board, *scratch, styles, params, desks, 2, ZERO, ZERO, True, 1, *rows),
    ]
