"""Strength on the Elo scale: Bradley–Terry, fitted to all games at once.

Of any two bots in a game, the one that finishes ahead has beaten the other; a tie is half a win
for each. Every pair is credited with one drawn game beforehand, so that a bot that never loses
stays on the scale. The field's average is 1500; 400 points more mean ten wins for every loss.
"""

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.referee import Rows
from anden.workers import MissingExtraError

AVERAGE = 1500.0
POINTS = 400 / math.log(10)
RESAMPLES = 1000

_PRIOR = 0.5  # wins credited to each bot against each other, beforehand
_TINY = 1e-6
_TOLERANCE = 1e-6
_MAX_ITERATIONS = 10_000

Matrix: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    rating: float
    low: float
    high: float


def rate(rows: Rows, num_entries: int) -> list[Rating]:
    """A rating by entry, from games by seats in which the games of a set follow each other.

    The interval is a Bayesian bootstrap: every set gets a random weight, and so does each win
    given beforehand (for two bots and independent games that is Jeffreys' interval).
    """
    if num_entries < 2:
        return [Rating(AVERAGE, AVERAGE, AVERAGE)] * num_entries
    # Sets that went alike are drawn together: a sum of n exponential weights is a gamma(n) one.
    duels, times = np.unique(_duels_by_set(rows, num_entries), axis=0, return_counts=True)
    others = 1 - np.eye(num_entries)
    middle = _fit(np.tensordot(times, duels, 1) + _PRIOR * others)
    rng = np.random.default_rng(0)
    drawn = np.empty((RESAMPLES, num_entries))
    for sample in drawn:
        given = np.maximum(rng.standard_gamma(_PRIOR, others.shape), _TINY) * others
        sample[:] = _fit(np.tensordot(rng.standard_gamma(times), duels, 1) + given)
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
    return [Rating(*map(float, (m, lo, hi))) for m, lo, hi in zip(middle, low, high, strict=True)]


def _fit(wins: Matrix) -> Matrix:
    """Ratings from how often each entry (row) beat each other one (column)."""
    try:
        from choix import ilsr_pairwise_dense
    except ModuleNotFoundError as error:
        raise MissingExtraError("choix", "arena") from error
    strengths = ilsr_pairwise_dense(wins, max_iter=_MAX_ITERATIONS, tol=_TOLERANCE)
    found: Matrix = AVERAGE + POINTS * (strengths - strengths.mean())
    return found


def _duels_by_set(rows: Rows, num_entries: int) -> Matrix:
    """By set, winner and loser: how often that was."""
    _, set_of_game = np.unique(rows["set"][:, 0], return_inverse=True)
    duels = np.zeros((int(set_of_game.max()) + 1, num_entries, num_entries))
    players = rows.shape[1]
    for one in range(players):
        for other in range(players):
            a, b = rows[:, one], rows[:, other]
            share = np.where(a["rank"] < b["rank"], 1.0, np.where(a["rank"] == b["rank"], 0.5, 0))
            share[a["entry"] == b["entry"]] = 0  # a bot is not measured against itself
            np.add.at(duels, (set_of_game, a["entry"], b["entry"]), share)
    return duels
