"""First bends for the routes, chosen so that as few as possible cross or run over a city."""

import numpy as np
from numpy.typing import NDArray

from .curves import bernstein
from .projection import Floats

_BENDS = (0.0, 0.12, -0.12, 0.25, -0.25, 0.4, -0.4)  # share of the distance, to either side
_POINTS = bernstein(np.linspace(0, 1, 13))
_PASSES = 4
_NEAR = 0.2  # of its length: how near a route may come to a foreign city without charge


def untangled_bends(cities: Floats, ends: NDArray[np.int64]) -> Floats:
    """For every route the displacement of its two inner control points."""
    a, b = cities[ends[:, 0]], cities[ends[:, 1]]
    across = b - a
    normal = np.stack([-across[:, 1], across[:, 0]], -1)
    options = np.stack([_curve(a, b, normal * share) for share in _BENDS], 1)
    picked = np.zeros(len(ends), np.int64)
    for _ in range(_PASSES):
        for band in range(len(ends)):
            costs = [
                _cost(options, picked, band, option, cities, ends) + abs(share)
                for option, share in enumerate(_BENDS)
            ]
            picked[band] = int(np.argmin(costs))
    bend = normal * np.array(_BENDS)[picked][:, None]
    return np.stack([bend, bend], 1)


def _curve(a: Floats, b: Floats, bend: Floats) -> Floats:
    controls = np.stack([a, (2 * a + b) / 3 + bend, (a + 2 * b) / 3 + bend, b], 1)
    return np.asarray(np.einsum("tk,pkc->ptc", _POINTS, controls), np.float64)


def _cost(
    options: Floats,
    picked: NDArray[np.int64],
    band: int,
    option: int,
    cities: Floats,
    ends: NDArray[np.int64],
) -> float:
    mine = options[band, option]
    others = np.delete(np.arange(len(ends)), band)
    theirs = options[others, picked[others]]
    crossings = _crossings(mine, theirs)
    foreign = np.delete(cities, ends[band], axis=0)
    near = np.linalg.norm(foreign[:, None] - mine[None], axis=-1).min(1, initial=np.inf)
    size = float(np.linalg.norm(mine[-1] - mine[0]))
    return 10.0 * crossings + 2.0 * float(np.maximum(1 - near / (size * _NEAR), 0).sum())


def _crossings(line: Floats, lines: Floats) -> int:
    """How many segments of the lines cross the one line; touching at an end is no crossing."""
    p, q = line[:-1][:, None, None], line[1:][:, None, None]
    r, s = lines[None, :, :-1], lines[None, :, 1:]
    one = _side(p, q, r) * _side(p, q, s)
    two = _side(r, s, p) * _side(r, s, q)
    return int(((one < -1e-9) & (two < -1e-9)).sum())


def _side(p: Floats, q: Floats, r: Floats) -> Floats:
    """Which side of the line from p to q the point r is on."""
    cross = (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1])
    return np.sign(cross - (q[..., 1] - p[..., 1]) * (r[..., 0] - p[..., 0]))
