"""Positions for the tests of strategy, and the room its functions need."""

from typing import Any

import numpy as np

from anden.kernel import observe, step
from anden.kernel.layout import OVER, State, Tables
from anden.strategy.desk import DESK
from anden.strategy.greedy import greedy_action
from anden.strategy.params import params_for
from anden.strategy.planner import plan_action
from tests.kernel.support import new_game


def desk() -> Any:
    return np.zeros(1, DESK)[0]


def planner_choice(board: Tables, state: State, orders: int, luck: int = 0) -> int:
    """What the planner does with a desk that nobody has used."""
    return int(plan_action(board, state, params_for(board), np.uint64(luck), orders, desk()))


def greedy_choice(board: Tables, state: State, luck: int = 0) -> int:
    return int(greedy_action(board, state, np.uint64(luck), desk()))


def sensible_positions(board: Tables, players: int, seed: int, every: int) -> list[State]:
    """States along a game that planners and greedy players play from their views."""
    state = new_game(board, players, seed)
    room = desk()
    found = []
    number = 0
    while int(state["phase"]) != OVER:
        if number % every == 0:
            found.append(state.copy())
        view = observe(state, int(state["seat"]))
        if int(state["seat"]) % 2 == 0:
            room["made"] = 0
            action = plan_action(board, view, params_for(board), np.uint64(seed), 1, room)
        else:
            action = greedy_action(board, view, np.uint64(seed), room)
        step(board, state, int(action))
        number += 1
    return found
