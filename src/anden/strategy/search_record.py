"""Everything that a search has and knows, in one record."""

from typing import Any, TypeAlias

import numpy as np

from anden.kernel.layout import MAX_SEATS, MAX_TICKETS, NET, RESULT, STATE

from .style import STYLE
from .tree import TREE
from .workspace import WORKSPACE

# The default settings: what each means is said at its field.
EXPLORE = 0.3
SCALE = 20.0
CAUTION = 1.0
TRUST = 2.0

# The two states of a search.
VIEW = 0  # what the seat that decides knows
DEAL = 1  # a game that looks the same to it, being played

Search: TypeAlias = Any  # a SEARCH record

SEARCH = np.dtype(
    [
        # Settings, for the caller to fill in.
        ("explore", "f8"),  # how much the tree below the root favours what was seldom tried
        ("scale", "f8"),  # points of margin that make a lead safe
        ("caution", "f8"),  # standard errors by which an action has to beat the planner's
        ("trust", "f8"),  # in what rivals' routes tell about their tickets
        ("styles", STYLE, (MAX_SEATS,)),  # only the numbers: the search sets luck and orders
        # The search itself.
        ("luck", "u8"),  # goes up from deal to deal
        ("states", STATE, (2,)),  # VIEW and DEAL
        ("tree", TREE),
        ("ticket_weights", "f4", (MAX_SEATS, MAX_TICKETS)),  # see `beliefs`
        ("workspaces", WORKSPACE, (MAX_SEATS,)),
        ("result", RESULT),
        ("net", NET),
    ],
    align=True,
)
