"""How the candidates of a search stand against the planner's action, on the deals they shared."""

import math

import numpy as np
from numpy.typing import NDArray

from anden.kernel.layout import Records
from anden.machine.jit import inline, jit

from .tree import ROOT, Tree

UNBEATEN = 1e9  # above every standing
UNTRIED = -1.0  # the standing of a candidate hardly tried: as if it lost every deal
ENOUGH_DEALS = 2  # to tell how far gains vary


@jit
def halve(searches: Records) -> int:
    """Drops the worse half of the candidates; how many are left. The planner's own stays."""
    tree = searches[0]["tree"]
    caution = float(searches[0]["caution"])
    for _ in range(_count_alive(tree) // 2):
        worst = -1
        least = UNBEATEN
        for place in range(1, int(tree["size"][ROOT])):
            if int(tree["is_alive"][place]) == 1:
                here = standing(tree, place, -caution)
                if here < least:
                    least = here
                    worst = place
        if worst < 0:
            break
        tree["is_alive"][worst] = 0
    return _count_alive(tree)


@inline
def _count_alive(tree: Tree) -> int:
    alive = 0
    for place in range(int(tree["size"][ROOT])):
        alive += int(tree["is_alive"][place])
    return alive


@jit
def standing(tree: Tree, place: int, caution: float) -> float:
    """A candidate's mean gain over the planner's action, less `caution` standard errors."""
    if place == 0:
        return 0.0
    mean, error = _mean_gain(tree, place)
    return mean - caution * error


@inline
def _mean_gain(tree: Tree, place: int) -> tuple[float, float]:
    """A candidate's mean gain over the planner's action, and its standard error."""
    deals = int(tree["num_deals"][place])
    if deals < ENOUGH_DEALS:
        return UNTRIED, 0.0
    mean = float(tree["gain"][place]) / deals
    spread = max(0.0, float(tree["gain_squares"][place]) / deals - mean * mean)
    return mean, math.sqrt(spread / (deals - 1.0))


@jit
def best_candidate(searches: Records) -> int:
    """The place of the candidate that beats the planner's action most safely, or of that one."""
    tree = searches[0]["tree"]
    best = 0
    most = 0.0
    for place in range(1, int(tree["size"][ROOT])):
        if int(tree["is_alive"][place]) == 1:
            here = standing(tree, place, float(searches[0]["caution"]))
            if here > most:
                most = here
                best = place
    return best


@jit
def fill_gains(searches: Records, means: NDArray[np.float64], errors: NDArray[np.float64]) -> None:
    """By candidate: its mean gain and standard error, or that of one hardly tried if it is out."""
    tree = searches[0]["tree"]
    for place in range(len(means)):
        if int(tree["is_alive"][place]) == 1:
            means[place], errors[place] = _mean_gain(tree, place)
        else:
            means[place], errors[place] = UNTRIED, 0.0
