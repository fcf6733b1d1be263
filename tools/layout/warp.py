"""Bends the map along with the cities: a thin plate through every one of them."""

import numpy as np

from .projection import Floats

_RING = 12  # anchors along each side of the frame
_OUTSIDE = 260.0  # how far beyond the board they lie
_CALM = 260.0  # how far a city's displacement is felt by them


class Warp:
    def __init__(self, true: Floats, placed: Floats, size: tuple[float, float]) -> None:
        anchors = _ring(size)
        moved = placed - true
        gaps = np.linalg.norm(anchors[:, None] - true[None], axis=-1)
        shares = 1 / (gaps**2 + _CALM**2)
        calm = (shares @ moved) / shares.sum(1, keepdims=True)
        self._knots = np.concatenate([true, anchors])
        self._unit = max(size)
        count = len(self._knots)
        kernel = _kernel(self._knots / self._unit, self._knots / self._unit)
        kernel += np.diag([1e-9] * len(true) + [2e-3] * len(anchors))
        plane = np.hstack([np.ones((count, 1)), self._knots / self._unit])
        system = np.block([[kernel, plane], [plane.T, np.zeros((3, 3))]])
        wanted = np.concatenate([moved, calm, np.zeros((3, 2))])
        self._weights = np.linalg.solve(system, wanted)

    def __call__(self, points: Floats) -> Floats:
        if not len(points):
            return points
        unit = points / self._unit
        kernel = _kernel(unit, self._knots / self._unit)
        plane = np.hstack([np.ones((len(points), 1)), unit])
        return np.asarray(points + np.hstack([kernel, plane]) @ self._weights, np.float64)


def least_stretch(warp: Warp, size: tuple[float, float], room: float = 60.0) -> float:
    """The smallest factor by which an area of the board is stretched; below 0 the map folds."""
    xs = np.arange(-room, size[0] + room, 10.0)
    ys = np.arange(-room, size[1] + room, 10.0)
    grid = np.stack(np.meshgrid(xs, ys), -1)
    bent = warp(grid.reshape(-1, 2)).reshape(grid.shape)
    right, down = np.diff(bent, axis=1)[:-1], np.diff(bent, axis=0)[:, :-1]
    areas = right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0]
    return float(areas.min() / 100)


def _ring(size: tuple[float, float]) -> Floats:
    width, height = size
    xs = np.linspace(-_OUTSIDE, width + _OUTSIDE, _RING)
    ys = np.linspace(-_OUTSIDE, height + _OUTSIDE, _RING)[1:-1]
    sides = [(x, y) for x in xs for y in (-_OUTSIDE, height + _OUTSIDE)]
    sides += [(x, y) for y in ys for x in (-_OUTSIDE, width + _OUTSIDE)]
    return np.array(sides)


def _kernel(a: Floats, b: Floats) -> Floats:
    squares = ((a[:, None] - b[None]) ** 2).sum(-1)
    return np.asarray(0.5 * squares * np.log(np.maximum(squares, 1e-18)), np.float64)
