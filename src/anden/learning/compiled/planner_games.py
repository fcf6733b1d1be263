"""Games between planners, with a row written for every decision."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from anden.core.compiled.whole_games import FULL
from anden.kernel.encode import encode
from anden.kernel.hidden import encode_hidden
from anden.kernel.ids import ActionId
from anden.kernel.layout import NO_SEAT, OVER, Records, State, Tables
from anden.kernel.legal import legal_mask
from anden.kernel.scoring import final_scores
from anden.kernel.setup import new_state
from anden.kernel.step import step
from anden.machine.jit import inline, jit

from .tools import Tools, plan


class LessonRows(NamedTuple):
    """What is written of decisions; `totals` by seat, from the one that decides on."""

    seats: NDArray[np.int8]
    actions: NDArray[np.int16]
    masks: NDArray[np.bool_]
    observations: NDArray[np.int16]
    hiddens: NDArray[np.int16]
    totals: NDArray[np.int16]


@inline
def _write_row(
    tables: Tables, state: State, tools: Tools, action: ActionId, at: int, rows: LessonRows
) -> None:
    """What the seat to act knows, may do and does, before it is done; and what is hidden."""
    legal_mask(tables, state, rows.masks[at])
    encode(tables, state, tools["net"], tools["sketch"], rows.observations[at])
    encode_hidden(tables, state, tools["sketch"], rows.hiddens[at])
    rows.seats[at] = state["seat"]
    rows.actions[at] = action


@jit
def planner_game(
    tables_array: Records,
    states: Records,
    tools_array: Records,
    players: int,
    seed0: np.uint64,
    seed1: np.uint64,
    at: int,
    rows: LessonRows,
) -> int:
    """Deals and plays a game, its decisions from row `at` on; how many, or FULL.

    The arrays of records have one element each.
    """
    tables, state, tools = tables_array[0], states[0], tools_array[0]
    new_state(tables, state, players, seed0, seed1, NO_SEAT)
    steps = 0
    while int(state["phase"]) != OVER:
        if at + steps >= len(rows.seats):
            return FULL
        action = plan(tables, state, tools)
        _write_row(tables, state, tools, action, at + steps, rows)
        step(tables, state, action)
        steps += 1
    result = tools["result"]
    final_scores(tables, state, result, tools["net"])
    for place in range(at, at + steps):
        for other in range(players):
            seat = (int(rows.seats[place]) + other) % players
            rows.totals[place, other] = result["total"][seat]
    return steps
