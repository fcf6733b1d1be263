"""What one core needs to play games of planners: how they play, and room to think."""

from typing import Any, TypeAlias

import numpy as np

from anden.kernel import NET, RESULT, SKETCH
from anden.kernel.ids import ActionId
from anden.kernel.layout import Records, State, Tables
from anden.machine.jit import inline
from anden.strategy.choosing import choose_in_style
from anden.strategy.numbers import numbers_for
from anden.strategy.style import STYLE, THOROUGH
from anden.strategy.workspace import WORKSPACE

Tools: TypeAlias = Any  # a TOOLS record
TOOLS = np.dtype(
    [
        ("style", STYLE),
        ("workspace", WORKSPACE),
        ("net", NET),
        ("sketch", SKETCH),
        ("result", RESULT),
    ],
    align=True,
)

LUCK = 0x5EED  # by which planners choose among what is equal


def make_tools(tables: Tables, cores: int) -> Records:
    """One element for each core."""
    tools = np.zeros(cores, TOOLS)
    style = tools["style"]
    style["luck"], style["orders"], style["numbers"] = LUCK, THOROUGH, numbers_for(tables)
    return tools


@inline
def plan(tables: Tables, state: State, tools: Tools) -> ActionId:
    """What a planner does, from what its seat may know."""
    return choose_in_style(tables, state, tools["style"], tools["workspace"])
