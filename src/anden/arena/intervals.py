"""95 % intervals that know which games belong together.

The games of a set share their deal, so they are not independent: a set, not a game, is the unit
that was drawn at random. A mean over games is a ratio of two sums over sets, and its variance is
that of a ratio (the linearised, cluster-robust one).
"""

import math
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Interval: TypeAlias = tuple[float, float]
Values: TypeAlias = NDArray[np.float64]

_Z = NormalDist().inv_cdf(0.975)
_FEW = (math.inf, 12.7062, 4.3027, 3.1824, 2.7764, 2.5706)  # Student's t for 0 to 5 degrees


def t_quantile(freedom: int) -> float:
    """What 97.5 % of Student's t lies below, to three digits."""
    if freedom < len(_FEW):
        return _FEW[freedom]
    z2 = _Z * _Z
    first = (z2 + 1) / (4 * freedom)
    second = ((5 * z2 + 16) * z2 + 3) / (96 * freedom**2)
    third = (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * freedom**3)
    return _Z * (1 + first + second + third)


def cluster_variance(sums: Values, counts: Values) -> float:
    """The variance of sum(sums) / sum(counts), one entry of each per set; there must be two."""
    used = counts > 0
    sums, counts = sums[used], counts[used]
    residuals = sums - counts * (sums.sum() / counts.sum())
    num_sets = len(counts)
    return float(num_sets / (num_sets - 1) * (residuals**2).sum() / counts.sum() ** 2)


def mean_interval(sums: Values, counts: Values) -> Interval | None:
    """Of a mean; None if there is only one set to tell from."""
    num_sets = int((counts > 0).sum())
    if num_sets < 2:
        return None
    mean = float(sums.sum() / counts.sum())
    reach = t_quantile(num_sets - 1) * math.sqrt(cluster_variance(sums, counts))
    return mean - reach, mean + reach


def difference_interval(
    sums: Values, counts: Values, other_sums: Values, other_counts: Values
) -> Interval | None:
    """Of the difference of two means over the same sets."""
    if len(counts) < 2 or not counts.sum() or not other_counts.sum():
        return None
    mean, other = sums.sum() / counts.sum(), other_sums.sum() / other_counts.sum()
    residuals = (sums - counts * mean) / counts.sum()
    residuals = residuals - (other_sums - other_counts * other) / other_counts.sum()
    variance = len(counts) / (len(counts) - 1) * (residuals**2).sum()
    reach = t_quantile(len(counts) - 1) * math.sqrt(variance)
    return float(mean - other - reach), float(mean - other + reach)


def share_interval(sums: Values, counts: Values) -> Interval | None:
    """Of a share: Wilson's interval for as many independent games as these sets are worth.

    It stays within 0 and 1, and has a width when all games went the same way: then every set
    counts as one game.
    """
    num_sets = int((counts > 0).sum())
    if num_sets < 1:
        return None
    share = float(sums.sum() / counts.sum())
    variance = cluster_variance(sums, counts) if num_sets > 1 else 0.0
    worth = share * (1 - share) / variance if variance > 1e-15 else float(num_sets)
    return _wilson(share, worth, t_quantile(num_sets - 1) if num_sets > 1 else _FEW[1])


def _wilson(share: float, games: float, quantile: float) -> Interval:
    square = quantile * quantile / games
    middle = (share + square / 2) / (1 + square)
    reach = math.sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)
