"""What a seat of some style chooses."""

import numpy as np

from anden.kernel.actions import DRAW_DECK
from anden.kernel.chance import below
from anden.kernel.ids import ActionId
from anden.kernel.layout import TURN, Records, State, Tables
from anden.kernel.legal import is_legal
from anden.machine.jit import jit

from .greedy import greedy_action
from .luck import half_fraction, luck_at
from .planner import plan_action
from .style import Style
from .workspace import Workspace

_HALF = np.uint64(32)  # the lower half of a word, moved up
_NUM_CARDS = DRAW_DECK + 1  # actions that draw a card


@jit
def choose_in_style(tables: Tables, state: State, style: Style, workspace: Workspace) -> ActionId:
    """The choice of the seat to act. It reads only what the seat may know."""
    if int(style["is_greedy"]) != 0:
        return greedy_action(tables, state, style["luck"], workspace)
    greed = float(style["greed"])
    slips = float(style["slips"])
    if int(state["phase"]) == TURN and slips + greed > 0.0:
        luck = luck_at(style["luck"], state)
        moment = half_fraction(luck)
        card = below(luck << _HALF, _NUM_CARDS)
        if moment < slips and is_legal(tables, state, card):
            return card
        if moment < slips + greed:
            return greedy_action(tables, state, luck, workspace)
    if int(style["keeps_plan"]) == 0:
        workspace["has_plan"] = 0
    return plan_action(tables, state, style, workspace)


@jit
def choose(tables: Records, states: Records, styles: Records, workspaces: Records) -> ActionId:
    """As `choose_in_style`, on arrays of one record each: a tenth of the cost from Python."""
    return choose_in_style(tables[0], states[0], styles[0], workspaces[0])
