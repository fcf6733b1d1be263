"""Whole games between planners, compiled: for tuning and for data."""

import numpy as np
from numpy.typing import NDArray

from anden.kernel.bits import count
from anden.kernel.layout import NO_SEAT, OVER, Net, Result, State, Tables
from anden.kernel.scoring import final_scores
from anden.kernel.setup import new_state
from anden.kernel.step import step
from anden.machine.jit import jit

from .params import Params
from .planner import plan_action


@jit
def play_planners(
    tables: Tables, state: State, params: Params, orders: int, desks: NDArray[np.void]
) -> int:
    """Plays on to the end, each seat by its row of params and its desk; how many actions."""
    steps = 0
    for seat in range(len(desks)):
        desks[seat]["made"] = 0
    while int(state["phase"]) != OVER:
        seat = int(state["seat"])
        luck = state["seed"][0]
        step(tables, state, plan_action(tables, state, params[seat], luck, orders, desks[seat]))
        steps += 1
    return steps


@jit
def challenge(
    tables: Tables,
    state: State,
    result: Result,
    net: Net,
    challenger: Params,
    others: Params,
    players: int,
    orders: int,
    desks: NDArray[np.void],
    seed: int,
    deals: int,
    table: NDArray[np.float32],
) -> None:
    """One challenger against equal others, from every seat of every deal.

    A row of `table` a deal: the challenger's mean margin over the best other, its share of wins,
    its score and the others', tickets it kept and made.
    """
    rows = np.zeros((players, len(others)), np.float32)
    for deal in range(deals):
        for column in range(table.shape[1]):
            table[deal, column] = 0.0
        for place in range(players):
            for seat in range(players):
                rows[seat] = challenger if seat == place else others
            new_state(tables, state, players, np.uint64(seed), np.uint64(deal), NO_SEAT)
            play_planners(tables, state, rows, orders, desks)
            final_scores(tables, state, result, net)
            best = -1000
            winners = 0
            for seat in range(players):
                winners += int(int(result["rank"][seat]) == 1)
                if seat != place:
                    best = max(best, int(result["total"][seat]))
                    table[deal, 3] += int(result["total"][seat]) / (players - 1.0)
            total = int(result["total"][place])
            table[deal, 0] += total - best
            table[deal, 2] += total
            if int(result["rank"][place]) == 1:
                table[deal, 1] += 1.0 / winners
            table[deal, 4] += count(state["tickets"][place])
            table[deal, 5] += count(result["completed"][place])
        for column in range(table.shape[1]):
            table[deal, column] /= players
