"""The tree of a search: the seat's own decisions, and how often and how well each was tried."""

import math
from typing import Any, TypeAlias

import numpy as np

from anden.kernel.ids import ActionId
from anden.kernel.layout import State, Tables
from anden.kernel.legal import is_legal
from anden.machine.jit import inline, jit

from .candidates import MAX_CANDIDATES, list_candidates
from .planner import plan_action
from .style import Style
from .workspace import Workspace

MAX_NODES = 2048  # more than the deals of a few seconds open
MAX_DEPTH = 64  # own decisions in a row that are searched; the planner makes the later ones

ROOT = 0
NO_NODE = -1
OPENING_VISITS = 2  # of a choice, until a node is made below it: most are never tried again

# How a node's candidates are expected to turn out before they are tried: as shares of one.
PLANNERS_PRIOR = 0.6  # for the planner's action
OTHERS_PRIOR = 0.4  # for all the others together

UNTRIED = -1.0  # below the value of every candidate

Tree: TypeAlias = Any  # a TREE record

TREE = np.dtype(
    [
        ("value", "f8", (MAX_NODES, MAX_CANDIDATES)),  # sum over visits
        ("gain", "f8", (MAX_CANDIDATES,)),  # of a root candidate over the planner's, summed
        ("gain_squares", "f8", (MAX_CANDIDATES,)),
        ("visits", "i4", (MAX_NODES, MAX_CANDIDATES)),
        ("child", "i4", (MAX_NODES, MAX_CANDIDATES)),  # NO_NODE: not in the tree
        ("is_alive", "i4", (MAX_CANDIDATES,)),  # root candidates still tried
        ("num_deals", "i4", (MAX_CANDIDATES,)),  # that a root candidate shared with the planner's
        ("path_node", "i4", (MAX_DEPTH,)),  # of the deal being played
        ("path_place", "i4", (MAX_DEPTH,)),  # and what was chosen there
        ("num_nodes", "i4"),
        ("seat", "i4"),  # that decides
        ("action", "i2", (MAX_NODES, MAX_CANDIDATES)),
        ("size", "i2", (MAX_NODES,)),  # candidates of a node
    ],
    align=True,
)


@jit
def plant(tables: Tables, state: State, style: Style, workspace: Workspace, tree: Tree) -> int:
    """Begins a tree with the decision of the seat to act; how many candidates there are."""
    tree["seat"] = int(state["seat"])
    tree["num_nodes"] = 1
    _open_node(tables, state, style, workspace, ROOT, tree)
    size = int(tree["size"][ROOT])
    for place in range(size):
        tree["is_alive"][place] = 1
        tree["gain"][place] = 0.0
        tree["gain_squares"][place] = 0.0
        tree["num_deals"][place] = 0
    return size


@inline
def _open_node(
    tables: Tables, state: State, style: Style, workspace: Workspace, node: int, tree: Tree
) -> None:
    """Lists the candidates of a node, the planner's first."""
    size = list_candidates(tables, state, style, workspace, tree["action"][node])
    tree["size"][node] = size
    for place in range(size):
        _clear_place(node, place, tree)


@inline
def _clear_place(node: int, place: int, tree: Tree) -> None:
    tree["visits"][node, place] = 0
    tree["value"][node, place] = 0.0
    tree["child"][node, place] = NO_NODE


@inline
def descend(node: int, place: int, tree: Tree) -> int:
    """The node below a choice, or NO_NODE while there is none."""
    child = int(tree["child"][node, place])
    if child != NO_NODE or int(tree["visits"][node, place]) < OPENING_VISITS:
        return child
    if int(tree["num_nodes"]) >= MAX_NODES:
        return child
    child = int(tree["num_nodes"])
    tree["num_nodes"] = child + 1
    tree["size"][child] = 0
    tree["child"][node, place] = child
    return child


@jit
def select(
    tables: Tables,
    state: State,
    style: Style,
    workspace: Workspace,
    node: int,
    explore: float,
    tree: Tree,
) -> int:
    """The place of the candidate to try at an inner node, among those legal in this deal."""
    if int(tree["size"][node]) == 0:
        _open_node(tables, state, style, workspace, node, tree)
        return 0
    preferred = plan_action(tables, state, style, workspace)
    total = 0
    worth = 0.0
    for place in range(int(tree["size"][node])):
        total += int(tree["visits"][node, place])
        worth += float(tree["value"][node, place])
    own = _place_of(preferred, node, tree)
    best = _most_promising(tables, state, node, own, worth / max(total, 1), total, explore, tree)
    if best < 0:  # nothing listed is legal in this deal, and the list is full
        tree["action"][node, 0] = preferred
        best = 0
    return best


@inline
def _place_of(action: ActionId, node: int, tree: Tree) -> int:
    """Where an action stands among a node's candidates, last if it is new; -1: there is no room."""
    own = -1
    size = int(tree["size"][node])
    for place in range(size):
        if int(tree["action"][node, place]) == action:
            own = place
    if own < 0 and size < MAX_CANDIDATES:
        own = size
        tree["size"][node] = size + 1
        tree["action"][node, own] = action
        _clear_place(node, own, tree)
    return own


@inline
def _most_promising(
    tables: Tables,
    state: State,
    node: int,
    own: int,
    mean: float,
    total: int,
    explore: float,
    tree: Tree,
) -> int:
    """The legal candidate with the best of value and novelty, or -1.

    `own` is the planner's, `mean` and `total` are the value and the visits of all.
    """
    best = -1
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
def back_up(value: float, depth: int, tree: Tree) -> None:
    """Tells the value of a deal to the choices on its path."""
    for place in range(depth):
        node = int(tree["path_node"][place])
        chosen = int(tree["path_place"][place])
        tree["visits"][node, chosen] += 1
        tree["value"][node, chosen] += value
