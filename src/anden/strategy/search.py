"""Information-set Monte-Carlo tree search: many deals of what is hidden, played out by planners.

Each simulation deals the hidden cards anew (see `resample`) and plays the game to its end. In the
tree of the seat's own decisions the action is searched; everyone else, and the seat itself below
the tree, plays by the planner. At the root all candidates are tried on the same deals, so that
luck cancels, and the worse half is dropped round by round.
"""

import math
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.kernel.chance import GOLDEN, mix
from anden.kernel.ids import Seat
from anden.kernel.layout import (
    OVER,
    PAY_ROUTE,
    PAY_STATION,
    Net,
    Result,
    State,
    Tables,
)
from anden.kernel.legal import is_legal
from anden.kernel.scoring import final_scores
from anden.kernel.step import step
from anden.machine.jit import inline, jit

from .candidates import MAX_CANDIDATES, list_candidates
from .params import Params
from .planner import QUICK, plan_action
from .resample import Weights, resample

MAX_NODES = 2048
MAX_PATH = 64

Tree: TypeAlias = Any  # a TREE record

TREE = np.dtype(
    [
        ("value", "f8", (MAX_NODES, MAX_CANDIDATES)),  # sum over visits
        ("visits", "i4", (MAX_NODES, MAX_CANDIDATES)),
        ("child", "i4", (MAX_NODES, MAX_CANDIDATES)),  # -1: not in the tree
        ("action", "i2", (MAX_NODES, MAX_CANDIDATES)),
        ("size", "i2", (MAX_NODES,)),
        ("num_nodes", "i4"),
        ("seat", "i4"),
        ("alive", "i4", (MAX_CANDIDATES,)),  # root candidates still tried
        ("gain", "f8", (MAX_CANDIDATES,)),  # over the planner's action, summed over shared deals
        ("gain_squares", "f8", (MAX_CANDIDATES,)),
        ("shared", "i4", (MAX_CANDIDATES,)),  # deals
        ("path_node", "i4", (MAX_PATH,)),
        ("path_place", "i4", (MAX_PATH,)),
    ]
)


@jit
def simulate(
    tables: Tables,
    states: NDArray[np.void],
    desks: NDArray[np.void],
    result: Result,
    net: Net,
    params: Params,
    luck: np.uint64,
    weights: Weights,
    first: int,
    explore: float,
    scale: float,
    tree: Tree,
) -> tuple[float, int]:
    """One game from the root with its candidate `first`; its value for the seat, and its steps.

    `states` holds the view and room for a state, `params` is a row a seat.
    """
    seat = int(tree["seat"])
    states[1] = states[0]
    state = states[1]
    resample(tables, state, seat, luck, weights)
    for other in range(len(desks)):
        desks[other]["made"] = 0
    node = 0
    depth = 0
    steps = 0
    while int(state["phase"]) != OVER:
        mover = int(state["seat"])
        phase = int(state["phase"])
        if mover == seat and node >= 0 and phase != PAY_ROUTE and phase != PAY_STATION:
            if depth == 0:
                place = first
            else:
                place = _select(tables, state, params[seat], luck, node, explore, desks[seat], tree)
            action = int(tree["action"][node, place])
            if depth < MAX_PATH:
                tree["path_node"][depth] = node
                tree["path_place"][depth] = place
                depth += 1
            node = _descend(node, place, tree)
        else:
            action = plan_action(tables, state, params[mover], luck, QUICK, desks[mover])
        step(tables, state, action)
        steps += 1
    final_scores(tables, state, result, net)
    value = _value_of(state, seat, result, scale)
    for place in range(depth):
        node = int(tree["path_node"][place])
        slot = int(tree["path_place"][place])
        tree["visits"][node, slot] += 1
        tree["value"][node, slot] += value
    return value, steps


@inline
def _value_of(state: State, seat: Seat, result: Result, scale: float) -> float:
    """From 0 to 1: the margin over the best rival, bent so that winning counts most."""
    best = -1000
    for other in range(int(state["players"])):
        if other != seat:
            best = max(best, int(result["total"][other]))
    margin = int(result["total"][seat]) - best
    return 1.0 / (1.0 + math.exp(-margin / scale))


@inline
def _descend(node: int, place: int, tree: Tree) -> int:
    """The node below a choice: made on the second visit; -1 while there is none."""
    child = int(tree["child"][node, place])
    if child >= 0 or int(tree["visits"][node, place]) < 2 or int(tree["num_nodes"]) >= MAX_NODES:
        return child
    child = int(tree["num_nodes"])
    tree["num_nodes"] = child + 1
    tree["size"][child] = 0
    tree["child"][node, place] = child
    return child


@jit
def _select(
    tables: Tables,
    state: State,
    params: Params,
    luck: np.uint64,
    node: int,
    explore: float,
    desk: Any,
    tree: Tree,
) -> int:
    """The candidate to try at an inner node, among those legal in this deal."""
    if int(tree["size"][node]) == 0:
        tree["size"][node] = list_candidates(
            tables, state, params, luck, QUICK, desk, tree["action"][node]
        )
        for place in range(int(tree["size"][node])):
            tree["visits"][node, place] = 0
            tree["value"][node, place] = 0.0
            tree["child"][node, place] = -1
        return 0
    preferred = plan_action(tables, state, params, luck, QUICK, desk)
    total = 0
    worth = 0.0
    own = -1
    for place in range(int(tree["size"][node])):
        total += int(tree["visits"][node, place])
        worth += float(tree["value"][node, place])
        if int(tree["action"][node, place]) == preferred:
            own = place
    if own < 0 and int(tree["size"][node]) < MAX_CANDIDATES:
        own = int(tree["size"][node])
        tree["size"][node] = own + 1
        tree["action"][node, own] = preferred
        tree["visits"][node, own] = 0
        tree["value"][node, own] = 0.0
        tree["child"][node, own] = -1
    mean = worth / max(total, 1)
    best = -1
    most = -1.0
    for place in range(int(tree["size"][node])):
        if not is_legal(tables, state, int(tree["action"][node, place])):
            continue
        visits = int(tree["visits"][node, place])
        here = (float(tree["value"][node, place]) + mean) / (visits + 1.0)
        prior = 0.6 if place == own else 0.4 / int(tree["size"][node])
        here += explore * prior * math.sqrt(total + 1.0) / (visits + 1.0)
        if here > most:
            most = here
            best = place
    if best < 0:  # nothing listed is legal in this deal, and the list is full
        tree["action"][node, 0] = preferred
        best = 0
    return best


@jit
def begin(
    tables: Tables,
    states: NDArray[np.void],
    params: Params,
    luck: np.uint64,
    orders: int,
    desk: Any,
    tree: Tree,
) -> int:
    """Sets the root up for the view in `states[0]`; how many candidates there are."""
    tree["seat"] = int(states[0]["seat"])
    tree["num_nodes"] = 1
    size = list_candidates(tables, states[0], params, luck, orders, desk, tree["action"][0])
    tree["size"][0] = size
    for place in range(size):
        tree["visits"][0, place] = 0
        tree["value"][0, place] = 0.0
        tree["child"][0, place] = -1
        tree["alive"][place] = 1
        tree["gain"][place] = 0.0
        tree["gain_squares"][place] = 0.0
        tree["shared"][place] = 0
    return size


@jit
def try_deal(
    tables: Tables,
    states: NDArray[np.void],
    desks: NDArray[np.void],
    result: Result,
    net: Net,
    params: Params,
    luck: np.uint64,
    weights: Weights,
    explore: float,
    scale: float,
    tree: Tree,
) -> int:
    """One deal for every candidate still alive; the steps it took."""
    steps = 0
    planners = 0.0
    for place in range(int(tree["size"][0])):
        if int(tree["alive"][place]) == 0:
            continue
        value, taken = simulate(
            tables, states, desks, result, net, params, luck, weights, place, explore, scale, tree
        )
        steps += taken
        if place == 0:
            planners = value
        gain = value - planners
        tree["gain"][place] += gain
        tree["gain_squares"][place] += gain * gain
        tree["shared"][place] += 1
    return steps


@jit
def try_deals(
    tables: Tables,
    states: NDArray[np.void],
    desks: NDArray[np.void],
    result: Result,
    net: Net,
    params: Params,
    luck: np.uint64,
    weights: Weights,
    explore: float,
    scale: float,
    tree: Tree,
    budget: int,
) -> tuple[int, np.uint64]:
    """Deals until the steps of the budget are used up; steps taken, and luck that is left."""
    steps = 0
    while steps < budget:
        luck = luck + GOLDEN
        steps += try_deal(
            tables,
            states,
            desks,
            result,
            net,
            params,
            mix(luck),
            weights,
            explore,
            scale,
            tree,
        )
    return steps, luck


@jit
def halve(tree: Tree, caution: float) -> int:
    """Drops the worse half of the candidates; how many are left. The planner's own stays."""
    alive = 0
    for place in range(int(tree["size"][0])):
        alive += int(tree["alive"][place])
    drops = alive // 2
    for _ in range(drops):
        worst = -1
        least = 1e9
        for place in range(1, int(tree["size"][0])):
            if int(tree["alive"][place]) == 1:
                here = standing(tree, place, -caution)
                if here < least:
                    least = here
                    worst = place
        if worst < 0:
            break
        tree["alive"][worst] = 0
    alive = 0
    for place in range(int(tree["size"][0])):
        alive += int(tree["alive"][place])
    return alive


@jit
def standing(tree: Tree, place: int, caution: float) -> float:
    """A candidate's mean gain over the planner's action, less `caution` standard errors."""
    shared = int(tree["shared"][place])
    if place == 0:
        return 0.0
    if shared < 2:
        return -1.0
    mean = float(tree["gain"][place]) / shared
    spread = max(0.0, float(tree["gain_squares"][place]) / shared - mean * mean)
    return mean - caution * math.sqrt(spread / (shared - 1.0))


@jit
def best_place(tree: Tree, caution: float) -> int:
    best = 0
    most = 0.0
    for place in range(1, int(tree["size"][0])):
        if int(tree["alive"][place]) == 1:
            here = standing(tree, place, caution)
            if here > most:
                most = here
                best = place
    return best
