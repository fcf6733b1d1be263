"""Positions for the tests of strategy, and the records its functions need."""

from typing import Any

import numpy as np

from anden.kernel import observe, step
from anden.kernel.ids import ActionId
from anden.kernel.layout import OVER, Records, State, Tables
from anden.strategy.greedy import greedy_action
from anden.strategy.numbers import numbers_for
from anden.strategy.planner import plan_action
from anden.strategy.style import QUICK, STYLE, Style
from anden.strategy.workspace import WORKSPACE, Workspace
from tests.kernel.support import blank, new_game


def new_workspace() -> Workspace:
    return blank(WORKSPACE)


def style_for(board: Tables, orders: int, luck: int = 0, **fields: float) -> Style:
    """A planner with the board's numbers, and other fields as given."""
    style = blank(STYLE)
    style["numbers"] = numbers_for(board)
    style["orders"], style["luck"] = orders, luck
    for name, value in fields.items():
        style[name] = value
    return style


def one(record: Any) -> Records:
    """An array of one element, which can be written to."""
    array = np.zeros(1, record.dtype)
    array[0] = record
    return array


def planner_choice(board: Tables, state: State, orders: int, luck: int = 0) -> ActionId:
    """What the planner does with a workspace that nobody has used."""
    return int(plan_action(board, state, style_for(board, orders, luck), new_workspace()))


def greedy_choice(board: Tables, state: State, luck: int = 0) -> ActionId:
    return int(greedy_action(board, state, np.uint64(luck), new_workspace()))


def sensible_positions(board: Tables, players: int, seed: int, every: int) -> list[State]:
    """States along a game that planners and greedy players play from their views."""
    state = new_game(board, players, seed)
    workspace, style = new_workspace(), style_for(board, QUICK, seed)
    found = []
    number = 0
    while int(state["phase"]) != OVER:
        if number % every == 0:
            found.append(state.copy())
        view = observe(state, int(state["seat"]))
        if int(state["seat"]) % 2 == 0:
            workspace["has_plan"] = 0
            action = plan_action(board, view, style, workspace)
        else:
            action = greedy_action(board, view, np.uint64(seed), workspace)
        step(board, state, int(action))
        number += 1
    return found
