"""Where the names of the cities may stand, and which of those places is best."""

from dataclasses import dataclass, replace

import numpy as np

from anden.boards import Board
from anden.boards.lettering import ASCENT, DESCENT, LINE_HEIGHT, text_width
from anden.boards.names import in_language

from .projection import Floats
from .settings import LayoutSettings

LANGUAGES = ("en", "es")
AWAY = 3.0  # between a city's dot and its name
_LONG = 5.2  # a name of two words may be broken from this width on, in font sizes
_PASSES = 6


@dataclass(frozen=True)
class Choice:
    """A name in one place beside its city, all relative to the city."""

    city: int
    lines: tuple[str, ...]
    anchor: str
    x: float
    baseline: float  # of the first line
    box: tuple[float, float, float, float]  # left, top, right, bottom
    cost: float  # of the place itself, whatever is there


@dataclass
class Surroundings:
    """What a name must not cover."""

    cities: Floats
    points: Floats  # on the spaces
    radius: float  # of the spaces around these points


def line_breaks(name: str) -> list[tuple[str, ...]]:
    """The name in one line, and in two about equal ones if it is long and has a space."""
    words = name.split(" ")
    whole: list[tuple[str, ...]] = [(name,)]
    if len(words) < 2 or text_width(name) < _LONG:
        return whole
    splits = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    best = min(splits, key=lambda pair: max(map(text_width, pair)))
    return [*whole, best]


def choices_of(board: Board, settings: LayoutSettings, language: str) -> list[list[Choice]]:
    return [
        [
            choice
            for lines in line_breaks(in_language(city.names, language))
            for choice in _around(index, lines, settings)
        ]
        for index, city in enumerate(board.cities)
    ]


def _around(city: int, lines: tuple[str, ...], settings: LayoutSettings) -> list[Choice]:
    size = settings.label_size
    width = max(map(text_width, lines)) * size
    height = (ASCENT + DESCENT + LINE_HEIGHT * (len(lines) - 1)) * size
    reach = settings.city_radius + AWAY
    broken = 0.5 * (len(lines) - 1)
    found = []
    for slide in np.linspace(-0.9, 0.9, 9):  # to the right and left, a little up or down
        x, middle = reach, slide * height / 2
        cost = broken + 0.8 * abs(slide)
        found.append(_choice(city, lines, "start", x, middle, width, height, size, cost))
        found.append(_choice(city, lines, "end", -x, middle, width, height, size, cost + 0.1))
    for angle in np.radians([15, 30, 45, 60, 75]):  # a corner on the circle round the city
        for side in (-1, 1):
            x, middle = reach * np.cos(angle), side * (reach * np.sin(angle) + height / 2)
            cost = broken + 0.9
            found.append(_choice(city, lines, "start", x, middle, width, height, size, cost))
            found.append(_choice(city, lines, "end", -x, middle, width, height, size, cost + 0.1))
    for slide in np.linspace(-0.42, 0.42, 7):  # above and below, moved sideways
        for side in (-1, 1):
            middle = side * (reach + height / 2)
            cost = broken + 0.7 + 2.0 * abs(slide) + 0.1 * (side > 0)
            left = slide * width
            found.append(_choice(city, lines, "middle", left, middle, width, height, size, cost))
    for choice in list(found):  # a little further off, where it is crowded
        for far, extra in ((1.3, 0.8), (1.7, 2.0)):
            dx, dy = (far - 1) * _pointing(choice.box) * reach
            left, top, right, bottom = choice.box
            found.append(
                replace(
                    choice,
                    x=choice.x + dx,
                    baseline=choice.baseline + dy,
                    box=(left + dx, top + dy, right + dx, bottom + dy),
                    cost=choice.cost + extra,
                )
            )
    return found


def _pointing(box: tuple[float, float, float, float]) -> Floats:
    """The way from the city to the nearest point of the box."""
    near = np.array([min(max(0.0, box[k]), box[k + 2]) for k in (0, 1)])
    return np.asarray(near / max(float(np.linalg.norm(near)), 1e-9), np.float64)


def _choice(
    city: int,
    lines: tuple[str, ...],
    anchor: str,
    x: float,
    middle: float,
    width: float,
    height: float,
    size: float,
    cost: float,
) -> Choice:
    left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width
    top = middle - height / 2
    box = (left, top, left + width, top + height)
    return Choice(city, lines, anchor, x, top + ASCENT * size, box, cost)


class LabelPlacer:
    """Picks one place for every name of one language, better with every call."""

    def __init__(self, board: Board, settings: LayoutSettings, language: str) -> None:
        self.settings = settings
        self.options = choices_of(board, settings, language)
        self.boxes = [np.array([choice.box for choice in options]) for options in self.options]
        self.costs = [np.array([choice.cost for choice in options]) for options in self.options]
        self.picked = [0] * len(self.options)
        self._is_first = True

    def pick(self, around: Surroundings) -> None:
        base = [self._fixed_cost(city, around) for city in range(len(self.options))]
        if self._is_first:
            self.picked = [int(np.argmin(cost)) for cost in base]
            self._is_first = False
        for _ in range(_PASSES):
            before = list(self.picked)
            for city in range(len(self.options)):
                cost = base[city] + 12 * self._overlap(city, around.cities)
                cost[self.picked[city]] -= 0.15  # stay where it is as good
                self.picked[city] = int(np.argmin(cost))
            if before == self.picked:
                break

    def choice(self, city: int) -> Choice:
        return self.options[city][self.picked[city]]

    def picked_boxes(self) -> Floats:
        """Left, top, right and bottom of every chosen place, relative to its city."""
        return np.array([boxes[i] for boxes, i in zip(self.boxes, self.picked, strict=True)])

    def _fixed_cost(self, city: int, around: Surroundings) -> Floats:
        settings = self.settings
        boxes = self.boxes[city] + np.tile(around.cities[city], 2)
        cost = self.costs[city].copy()
        low, high = settings.label_frame, np.array([settings.width, settings.height])
        outside = np.maximum(low - boxes[:, :2], 0) + np.maximum(boxes[:, 2:] + low - high, 0)
        cost += 2 * outside.sum(1)
        near = np.linalg.norm(around.points - around.cities[city], axis=1) < 260
        gaps = _gaps(boxes, around.points[near])
        cost += (np.maximum(around.radius + 3.0 - gaps, 0) ** 2).sum(1) * 0.08
        cost += 0.02 * np.maximum(around.radius + 12.0 - gaps, 0).sum(1)
        others = np.delete(around.cities, city, axis=0)
        dots = _gaps(boxes, others)
        cost += (np.maximum(settings.city_radius + 4.0 - dots, 0) ** 2).sum(1) * 0.3
        # A name nearer to another city than to its own could be taken for that one's.
        own = _gaps(boxes, around.cities[city][None])[:, 0]
        cost += 0.25 * np.maximum(own + 14.0 - dots.min(1, initial=1e3), 0)
        return np.asarray(cost, np.float64)

    def _overlap(self, city: int, cities: Floats) -> Floats:
        mine = self.boxes[city] + np.tile(cities[city], 2)
        rest = [other for other in range(len(cities)) if other != city]
        theirs = np.array([self.boxes[o][self.picked[o]] + np.tile(cities[o], 2) for o in rest])
        low = np.maximum(mine[:, None, :2], theirs[None, :, :2])
        high = np.minimum(mine[:, None, 2:], theirs[None, :, 2:])
        depth = np.minimum(high - low + 4.0, 20.0).min(-1)
        return np.asarray(np.maximum(depth, 0).sum(1), np.float64)


def _gaps(boxes: Floats, points: Floats) -> Floats:
    """Distances from boxes to points; 0 and below where a point lies inside."""
    outside = np.maximum(boxes[:, None, :2] - points[None], points[None] - boxes[:, None, 2:])
    away = np.linalg.norm(np.maximum(outside, 0), axis=-1)
    return np.asarray(np.where(away > 0, away, outside.max(-1)), np.float64)
