"""Which action to try next, at a decision below the root of a search."""

import math

from anden.kernel.ids import ActionId
from anden.kernel.layout import Tables
from anden.kernel.legal import is_legal
from anden.machine.jit import inline, jit

from .candidates import MAX_CANDIDATES
from .planner import plan_action
from .search_record import DEAL, Search
from .tree import Tree, clear_place, open_node

# How a node's candidates are expected to turn out before they are tried: as shares of one.
PLANNERS_PRIOR = 0.6  # for the planner's action
OTHERS_PRIOR = 0.4  # for all the others together

NO_PLACE = -1  # in place of a candidate's
UNTRIED = -1.0  # below the value of every candidate


@jit
def select(tables: Tables, search: Search, node: int) -> int:
    """The place of the candidate to try at an inner node, among those legal in this deal."""
    tree = search["tree"]
    seat = int(tree["seat"])
    state = search["states"][DEAL]
    style = search["styles"][seat]
    workspace = search["workspaces"][seat]
    if int(tree["size"][node]) == 0:
        open_node(tables, state, style, workspace, node, tree)
        return 0
    preferred = plan_action(tables, state, style, workspace)
    best = _most_promising(tables, search, node, preferred)
    if best == NO_PLACE:  # nothing listed is legal in this deal, and the list is full
        tree["action"][node, 0] = preferred
        best = 0
    return best


@inline
def _most_promising(tables: Tables, search: Search, node: int, preferred: ActionId) -> int:
    """The place of the legal candidate with the best of value and novelty, or NO_PLACE."""
    tree = search["tree"]
    state = search["states"][DEAL]
    explore = float(search["explore"])
    total = 0
    worth = 0.0
    for place in range(int(tree["size"][node])):
        total += int(tree["visits"][node, place])
        worth += float(tree["value"][node, place])
    mean = worth / max(total, 1)
    own = _place_of(preferred, node, tree)
    best = NO_PLACE
    most = UNTRIED
    for place in range(int(tree["size"][node])):
        if not is_legal(tables, state, int(tree["action"][node, place])):
            continue
        visits = int(tree["visits"][node, place])
        here = (float(tree["value"][node, place]) + mean) / (visits + 1.0)
        prior = PLANNERS_PRIOR if place == own else OTHERS_PRIOR / int(tree["size"][node])
        here += explore * prior * math.sqrt(total + 1.0) / (visits + 1.0)
        if here > most:
            most = here
            best = place
    return best


@inline
def _place_of(action: ActionId, node: int, tree: Tree) -> int:
    """Where an action stands among a node's candidates, last if it is new; or NO_PLACE if there is
    no room.
    """
    own = NO_PLACE
    size = int(tree["size"][node])
    for place in range(size):
        if int(tree["action"][node, place]) == action:
            own = place
    if own == NO_PLACE and size < MAX_CANDIDATES:
        own = size
        tree["size"][node] = size + 1
        tree["action"][node, own] = action
        clear_place(node, own, tree)
    return own
