"""The tree of a search: the seat's own decisions, and how often and how well each was tried."""

from typing import Any, TypeAlias

import numpy as np

from anden.kernel.layout import Records, State, Tables
from anden.machine.jit import inline, jit

from .candidates import MAX_CANDIDATES, Actions, list_candidates
from .style import Style
from .workspace import Workspace

MAX_NODES = 2048  # a playout adds one at most; a full tree grows no further
MAX_DEPTH = 64  # own decisions of a playout that are told its value, at most

ROOT = 0
NO_NODE = -1
OPENING_VISITS = 2  # of a choice before a node is made below it: most get no more

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
    open_node(tables, state, style, workspace, ROOT, tree)
    size = int(tree["size"][ROOT])
    _enter_all(size, tree)
    return size


@jit
def plant_actions(searches: Records, actions: Actions) -> None:
    """Begins the tree of a search anew, with other candidates for the same decision."""
    tree = searches[0]["tree"]
    size = min(len(actions), MAX_CANDIDATES)
    tree["num_nodes"] = 1
    tree["size"][ROOT] = size
    for place in range(size):
        tree["action"][ROOT, place] = actions[place]
        clear_place(ROOT, place, tree)
    _enter_all(size, tree)


@inline
def _enter_all(size: int, tree: Tree) -> None:
    """All candidates of the root are alive and untried."""
    for place in range(size):
        tree["is_alive"][place] = 1
        tree["gain"][place] = 0.0
        tree["gain_squares"][place] = 0.0
        tree["num_deals"][place] = 0


@inline
def open_node(
    tables: Tables, state: State, style: Style, workspace: Workspace, node: int, tree: Tree
) -> None:
    """Lists the candidates of a node, the planner's first."""
    size = list_candidates(tables, state, style, workspace, tree["action"][node])
    tree["size"][node] = size
    for place in range(size):
        clear_place(node, place, tree)


@inline
def clear_place(node: int, place: int, tree: Tree) -> None:
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


@inline
def back_up(value: float, depth: int, tree: Tree) -> None:
    """Tells the value of a deal to the choices on its path."""
    for place in range(depth):
        node = int(tree["path_node"][place])
        chosen = int(tree["path_place"][place])
        tree["visits"][node, chosen] += 1
        tree["value"][node, chosen] += value
