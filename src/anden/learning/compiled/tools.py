"""What one core needs to play games of planners: how they play, and room to think."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.kernel import NET, RESULT, SKETCH
from anden.kernel.ids import ActionId
from anden.kernel.layout import State, Tables
from anden.machine.jit import jit
from anden.strategy.desk import DESK
from anden.strategy.params import NUM_PARAMS, params_for
from anden.strategy.planner import THOROUGH, plan_action

Tools: TypeAlias = Any  # a TOOLS record
Records: TypeAlias = NDArray[np.void]

TOOLS = np.dtype(
    [
        ("desk", DESK),
        ("net", NET),
        ("sketch", SKETCH),
        ("result", RESULT),
        ("params", "f4", (NUM_PARAMS,)),
        ("luck", "u8"),  # by which planners choose among what is equal
    ],
    align=True,
)

LUCK = np.uint64(0x5EED)


def make_tools(tables: Tables, cores: int) -> Records:
    """One element for each core."""
    tools = np.zeros(cores, TOOLS)
    tools["params"], tools["luck"] = params_for(tables), LUCK
    return tools


@jit
def plan(tables: Tables, state: State, tools: Tools) -> ActionId:
    """What a planner does, from what its seat may know."""
    tools["desk"]["made"] = 0
    return plan_action(tables, state, tools["params"], tools["luck"], THOROUGH, tools["desk"])
