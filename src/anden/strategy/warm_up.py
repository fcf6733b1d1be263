"""Compiles the strategies before they are needed: `python -m anden.strategy.warm_up`."""

import sys
from collections.abc import Callable
from typing import TextIO

import numpy as np

from anden.kernel import warm_up as kernel
from anden.kernel.actions import KEEP_TICKETS
from anden.kernel.bits import ZERO
from anden.kernel.layout import BOARD, MAX_SEATS, MAX_TICKETS, NET, NO_SEAT, RESULT, STATE
from anden.kernel.setup import new_state

from . import search
from .beliefs import weigh_tickets
from .desk import DESK
from .greedy import greedy_action
from .jit import CACHE
from .params import NUM_PARAMS
from .planner import THOROUGH, plan_action


def warm_up(
    out: TextIO = sys.stderr, message: str = kernel.MESSAGE, *, with_search: bool = True
) -> None:
    """Compiles the rules and the strategies, with a line of progress if that takes time.

    The search, which only the strongest bots need, takes as long as all else.
    """
    stages = [kernel.RULES, kernel.Stage(_planner_calls, CACHE)]
    if with_search:
        stages.append(kernel.Stage(_search_calls, CACHE, "warm-search"))
    kernel.compile_once(stages, out, message)


class _Room:
    """What the functions need, for a board without cities."""

    def __init__(self) -> None:
        self.board = np.zeros(1, BOARD)[0]
        self.states, self.desks = np.zeros(2, STATE), np.zeros(MAX_SEATS, DESK)
        self.params = np.ones((MAX_SEATS, NUM_PARAMS), np.float32)
        self.board["deal_keeps"][0] = 1 << KEEP_TICKETS
        new_state(self.board, self.states[0], 2, ZERO, ZERO, NO_SEAT)
        self.state, self.desk = self.states[0].copy(), self.desks[0]


def _planner_calls() -> list[Callable[[], object]]:
    """One small call each."""
    room = _Room()
    board, state, desk, params = room.board, room.state, room.desk, room.params
    return [
        lambda: greedy_action(board, state, ZERO, desk),
        lambda: plan_action(board, state, params[0], ZERO, THOROUGH, desk),
    ]


def _search_calls() -> list[Callable[[], object]]:
    room = _Room()
    board, states, desks, params = room.board, room.states, room.desks, room.params
    result, net, tree = (np.zeros(1, kind)[0] for kind in (RESULT, NET, search.TREE))
    weights = np.ones((MAX_SEATS, MAX_TICKETS), np.float32)
    return [
        lambda: weigh_tickets(board, room.state, 0, 1.0, weights, room.desk),
        lambda: search.begin(board, states, params[0], ZERO, THOROUGH, room.desk, tree),
        lambda: search.try_deals(
            board, states, desks, result, net, params, ZERO, weights, 0.3, 20.0, tree, 0
        ),
        lambda: search.halve(tree, 1.0),
        lambda: search.best_place(tree, 1.0),
    ]


if __name__ == "__main__":
    warm_up()
