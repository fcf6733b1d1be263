"""How a seat plays, as one record."""

from typing import Any, TypeAlias

import numpy as np

from .numbers import NUMBERS

# Orders in which tickets are laid: for a real decision each of up to six is laid first once.
THOROUGH = 6
QUICK = 1  # and in a playout, where a plan is kept until it is broken

Style: TypeAlias = Any  # a STYLE record

STYLE = np.dtype(
    [
        ("luck", "u8"),  # one word for the whole game
        ("greed", "f8"),  # part of its turns in which it takes the points there are
        ("slips", "f8"),  # and in which it takes any card
        ("numbers", NUMBERS),  # what its planner believes
        ("orders", "i4"),  # in which its planner lays tickets: QUICK to THOROUGH
        ("is_greedy", "i1"),  # all the time: of the rest only its luck then counts
        ("keeps_plan", "i1"),  # from decision to decision, if it is QUICK; bots remember nothing
    ],
    align=True,
)
