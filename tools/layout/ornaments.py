"""What makes a map a picture: mountains drawn where there is room, and places for the title."""

from copy import copy
from itertools import pairwise
from math import hypot

import numpy as np

from anden.boards.layout import Layout

from .check import LANGUAGES, Corners, label_corners, space_corners
from .geography import Bend
from .projection import Floats

Ridge = list[tuple[float, float]]
Circle = tuple[float, float, float]  # x, y, radius

RANGES: dict[str, list[Ridge]] = {
    "usa": [
        [(-116, 53), (-114.5, 50), (-113.2, 47.6), (-111, 45), (-109.5, 43), (-107, 41.5),
         (-106.3, 39), (-105.6, 36.8)],
        [(-119, 51.5), (-117.5, 49), (-115.5, 47), (-114.8, 44.5)],
        [(-121.6, 49.5), (-121.6, 47), (-121.9, 44.5), (-122, 42)],
        [(-120.8, 39.8), (-119.4, 37.8), (-118.3, 36)],
        [(-111.5, 40.6), (-112, 38.6), (-111, 37)],
        [(-85, 34.6), (-83.2, 35.8), (-81, 37.4), (-79.2, 39), (-77.5, 40.8), (-75.5, 41.8)],
        [(-73, 42.6), (-72.4, 44), (-70.5, 45)],
        [(-94.5, 36.2), (-92.4, 36.4)],
        [(-108.4, 30), (-107, 28), (-105.5, 26)],
        [(-103, 29), (-101, 27), (-100.4, 25)],
    ],
    "europe": [
        [(6.6, 44.3), (7, 45.6), (8.6, 46.5), (10.4, 46.8), (12.2, 47), (14, 47.1)],
        [(-1.2, 43), (0.4, 42.7), (2.2, 42.5)],
        [(9, 44.4), (10.8, 44.1), (12.6, 43.1), (13.8, 42.2), (15.4, 40.9), (16.2, 39.4)],
        [(18.2, 49.4), (20.2, 49.2), (22.4, 48.9), (24.4, 48), (25.6, 47), (25.4, 45.5),
         (23.4, 45.4)],
        [(15.2, 44.8), (17, 43.9), (18.9, 43), (20.2, 42.2), (21.2, 40.6), (21.8, 39.2)],
        [(23.4, 42.1), (24.6, 42.7), (26.2, 42.8)],
        [(39.6, 43.9), (41.6, 43.4), (43.6, 42.9), (45.6, 42.5)],
        [(31, 37.2), (33.4, 37), (35.6, 37.8)],
        [(36.6, 40.7), (39, 40.5), (41, 40.8)],
        [(-6, 40.4), (-4, 40.9)],
        [(-3.6, 37.1), (-2.4, 37.3)],
        [(-6.4, 43), (-4.8, 43.1)],
        [(7.2, 60.6), (8, 61.8), (9.4, 62.6), (12.4, 63)],
        [(-4.8, 56.9), (-3.6, 57.1)],
        [(3, 45), (3.6, 44.4)],
        [(-7, 32), (-4.8, 33), (-2, 34.4), (2, 35.8), (5, 36.2)],
    ],
}  # fmt: skip

_PEAK_GAP = 17.0
_ROWS = (-0.5, 0.5)  # a range has two rows of peaks, set off from each other
_FREE = 5.0


class Obstacles:
    """Everything on a board that an ornament should not touch."""

    def __init__(self, layout: Layout) -> None:
        shapes: list[Corners] = [
            space_corners(space, layout.space_length, layout.space_width)
            for route in layout.routes
            for space in route
        ]
        for language in LANGUAGES:
            shapes += [
                label_corners(place.label(language), layout.label_size) for place in layout.cities
            ]
        points = [point for shape in shapes for point in _edge_points(shape)]
        points += [
            (place.x + layout.city_radius * dx, place.y + layout.city_radius * dy)
            for place in layout.cities
            for dx, dy in ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1))
        ]
        self.points = np.array(points)
        self.size = (layout.width, layout.height)

    def with_points(self, points: Floats) -> "Obstacles":
        more = copy(self)
        more.points = np.concatenate([self.points, points])
        return more

    def room_at(self, x: float, y: float) -> float:
        """How far the nearest thing is, or the edge of the board."""
        nearest = float(np.linalg.norm(self.points - [x, y], axis=1).min())
        return min(nearest, x, y, self.size[0] - x, self.size[1] - y)


def _edge_points(shape: Corners) -> list[tuple[float, float]]:
    """Points along the sides of a shape, at most 6 units apart."""
    found = []
    for (x1, y1), (x2, y2) in zip(shape, (*shape[1:], shape[0]), strict=True):
        count = max(int(hypot(x2 - x1, y2 - y1) / 6), 1)
        found += [(x1 + (x2 - x1) * i / count, y1 + (y2 - y1) * i / count) for i in range(count)]
    return found


def mountains(board_id: str, bend: Bend, obstacles: Obstacles) -> str:
    """Small peaks with one shaded side along the ranges, wherever nothing else stands."""
    strokes = []
    number = 0
    for ridge in RANGES.get(board_id, []):
        line = bend(_dense(np.array(ridge, np.float64)))
        steps = np.linalg.norm(np.diff(line, axis=0), axis=1)
        along = np.concatenate([[0], np.cumsum(steps)])
        for where in np.arange(0, along[-1], _PEAK_GAP):
            number += 1
            x = float(np.interp(where, along, line[:, 0]))
            y = float(np.interp(where, along, line[:, 1]))
            for row in _ROWS:
                swing = 4.0 * np.sin(number * 2.4 + row)
                size = 7.0 + 2.2 * float(np.sin(number * 1.7 + 3 * row))
                px, py = x + 13 * row + swing, y + 8 * row
                if obstacles.room_at(px, py) > size + _FREE:
                    strokes.append(_peak(px, py, size))
    return "".join(strokes)


def _peak(x: float, y: float, size: float) -> str:
    left, top, foot = x - size, y - size * 0.9, y + size * 0.55
    return (
        f"M{left:.1f} {foot:.1f}L{x:.1f} {top:.1f}l{size * 0.95:.1f} {size * 1.35:.1f}"
        f"M{x:.1f} {top:.1f}l{size * 0.22:.1f} {size * 0.62:.1f}l{-size * 0.2:.1f} {size * 0.3:.1f}"
        f"l{size * 0.14:.1f} {size * 0.34:.1f}"
    )


def _dense(line: Floats) -> Floats:
    t = np.linspace(0, 1, 9)[:-1, None]
    parts = [a + (b - a) * t for a, b in pairwise(line)]
    return np.concatenate([*parts, line[-1:]])


def widest_circle(
    obstacles: Obstacles, taken: list[Circle], within: Floats | None = None
) -> Circle:
    """The middle and radius of the largest free circle that keeps clear of those taken.

    With a convex outline, given clockwise, the circle also lies within that.
    """
    best = (0.0, 0.0, 0.0)
    for x in np.arange(30, obstacles.size[0], 8.0):
        for y in np.arange(30, obstacles.size[1], 8.0):
            inside = np.inf if within is None else _depth(within, np.array([x, y]))
            if inside <= best[2]:
                continue
            room = min(obstacles.room_at(x, y), inside)
            for cx, cy, radius in taken:
                room = min(room, hypot(x - cx, y - cy) - radius)
            if room > best[2]:
                best = (float(x), float(y), float(room))
    return best


def _depth(outline: Floats, point: Floats) -> float:
    """How far inside a convex clockwise outline the point lies."""
    side = np.roll(outline, -1, axis=0) - outline
    size = np.linalg.norm(side, axis=1)
    away = point - outline
    cross = side[:, 0] * away[:, 1] - side[:, 1] * away[:, 0]
    return float((cross[size > 1e-6] / size[size > 1e-6]).min())


def widest_box(
    obstacles: Obstacles, shape: float, widest: float
) -> tuple[float, float, float, float]:
    """Left, top, width and height of the largest free box of this shape (width to height).

    One that would be wider is narrowed around its middle.
    """
    width, height = obstacles.size
    points = obstacles.points
    best = (0.0, 0.0, 0.0, 0.0)
    for left in np.arange(22, width - 60, 12.0):
        for top in np.arange(22, height - 40, 12.0):
            most = min(width - 22 - left, (height - 22 - top) * shape)
            inside = points[(points[:, 0] > left) & (points[:, 1] > top)] - [left, top]
            if len(inside):
                most = min(most, float(np.maximum(inside[:, 0], inside[:, 1] * shape).min()))
            if most > best[2]:
                best = (float(left), float(top), most, most / shape)
    left, top, width, height = best
    spare = max(width - widest, 0.0)
    return left + spare / 2, top + spare / shape / 2, width - spare, height - spare / shape
