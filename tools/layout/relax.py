"""Moves cities and bends routes until every space has room, by following a downhill slope.

Each demand on the drawing is a penalty on points of the spaces, on cities or on label boxes. Its
slope goes back to the control points of the curves, and from there to cities and bends.
"""

from dataclasses import dataclass, field

import numpy as np

from anden.boards import Board

from .curves import BASIS, STEPS, Curves, Ints, Spaces
from .labels import LANGUAGES, LabelPlacer, Surroundings
from .network import bands_of, bending_matrix, true_places
from .projection import Floats
from .settings import LayoutSettings
from .untangle import untangled_bends

FREE_TURN = 0.35  # radians that a route may turn without charge
FAR_END = 1.0  # space lengths between a city and its route's first space, at most
LABEL_GAP = 4.5  # between a name and anything else
LABEL_REACH = 60.0  # beyond this a space is no neighbour of a name
REFRESH = 8  # steps after which neighbours are looked up again


@dataclass
class Weights:
    room: float = 0.5
    slack: float = 0.004
    far: float = 0.5
    overlap: float = 0.6
    air: float = 0.004
    dots: float = 0.6
    labels: float = 0.0
    bend: float = 0.002
    wiggle: float = 0.4
    curve: float = 60.0
    shift: float = 0.1
    plate: float = 0.3
    anchor: float = 0.0004
    compass: float = 250.0
    edge: float = 0.5


@dataclass
class Slopes:
    """The slope of the penalties along everything that can move."""

    controls: Floats
    cities: Floats
    shifts: Floats
    bends: Floats = field(default_factory=lambda: np.zeros(0))


class Relaxation:
    def __init__(self, board: Board, settings: LayoutSettings) -> None:
        self.settings = settings
        self.true = true_places(board, settings)
        self.cities = self.true.copy()
        end = (settings.space_length - settings.space_width) / 2
        self.curves = Curves(bands_of(board), settings, (-end, 0.0, end))
        self.bends = untangled_bends(self.cities, self.curves.ends)
        self.shifts = np.zeros(len(self.curves.bands))
        self.plate = bending_matrix(self.true)
        self.placers = [LabelPlacer(board, settings, language) for language in LANGUAGES]
        self.weights = Weights()
        self.clearance = settings.clearance
        ends = self.curves.ends
        self._true_way = _unit(self.true[ends[:, 1]] - self.true[ends[:, 0]])
        owned = np.zeros((len(self.curves.bands), len(self.cities)), bool)
        owned[np.arange(len(ends)), ends[:, 0]] = owned[np.arange(len(ends)), ends[:, 1]] = True
        self._owned = owned[self.curves.point_band]

    # Where everything is.

    def spaces(self) -> Spaces:
        controls = self.curves.controls(self.cities, self.bends)
        return self.curves.spaces(controls, self.curves.lanes(controls)[1], self.shifts)

    def place_labels(self) -> None:
        spaces = self.spaces()
        around = Surroundings(self.cities, spaces.at, self.settings.space_width / 2)
        for placer in self.placers:
            placer.pick(around)

    # Downhill.

    def run(self, steps: int, first: float, last: float, labels_every: int = 0) -> None:
        """Adam's method, with strides in units of the board that shrink from first to last."""
        sizes = (self.cities.size, self.bends.size, self.shifts.size)
        mean, spread = np.zeros(sum(sizes)), np.zeros(sum(sizes))
        for step in range(steps):
            if labels_every and step % labels_every == 0:
                self.place_labels()
            if step % REFRESH == 0:
                self._find_neighbours()
            slope = self._slope()
            mean = 0.9 * mean + 0.1 * slope
            spread = 0.99 * spread + 0.01 * slope**2
            ahead = mean / (1 - 0.9 ** (step + 1))
            scale = np.sqrt(spread / (1 - 0.99 ** (step + 1))) + 1e-3
            stride = first * (last / first) ** (step / max(steps - 1, 1))
            move = -stride * ahead / scale
            cities, bends, shifts = np.split(move, np.cumsum(sizes)[:-1])
            self.cities += cities.reshape(self.cities.shape)
            self.bends += bends.reshape(self.bends.shape)
            self.shifts += shifts

    def _slope(self) -> Floats:
        controls = self.curves.controls(self.cities, self.bends)
        points, along = self.curves.lanes(controls)
        spaces = self.curves.spaces(controls, along, self.shifts)
        slopes = Slopes(
            np.zeros_like(controls), np.zeros_like(self.cities), np.zeros_like(self.shifts)
        )
        self._room(points, along, slopes)
        self._curve(controls, slopes)
        push = np.zeros_like(spaces.at)
        self._overlap(spaces.at, push)
        self._dots(spaces.at, push, slopes)
        if self.weights.labels:
            self._labels(spaces.at, push, slopes)
        self._edge(spaces.at, push, slopes)
        self._apply(spaces, push, slopes)
        self._shape(slopes)
        return self._gather(slopes)

    def _gather(self, slopes: Slopes) -> Floats:
        a, b = self.curves.ends.T
        g = slopes.controls
        np.add.at(slopes.cities, a, g[:, 0] + (2 * g[:, 1] + g[:, 2]) / 3)
        np.add.at(slopes.cities, b, g[:, 3] + (g[:, 1] + 2 * g[:, 2]) / 3)
        bends = slopes.bends + g[:, 1:3]
        return np.concatenate([slopes.cities.ravel(), bends.ravel(), slopes.shifts])

    # What is asked of the drawing.

    def _room(self, points: Floats, along: Floats, slopes: Slopes) -> None:
        total = along[:, -1]
        missing = np.maximum(self.curves.needs - total, 0)
        spare = np.maximum(total - self.curves.needs * 1.04 - 10, 0)
        most = self.curves.needs + 2 * FAR_END * self.settings.space_length
        far = np.maximum(total - most, 0)
        pull = self.weights.slack * spare + self.weights.far * far - self.weights.room * missing
        way = _unit(np.diff(points, axis=1)) * pull[:, None, None]
        slope = np.zeros_like(points)
        slope[:, 1:] += way
        slope[:, :-1] -= way
        np.add.at(slopes.controls, self.curves.lane_band, np.einsum("tk,rtc->rkc", BASIS, slope))

    def _curve(self, controls: Floats, slopes: Slopes) -> None:
        """Even, round curves: what counts is how much the curve turns, whatever its size."""
        points = np.einsum("tk,pkc->ptc", BASIS, controls)
        turn = points[:, 2:] - 2 * points[:, 1:-1] + points[:, :-2]
        far = np.linalg.norm(np.diff(points, axis=1), axis=-1).sum(1)
        turned = np.sqrt(STEPS**3 * (turn**2).sum((1, 2))) / far  # in radians, for a round curve
        beyond = np.maximum(1 - FREE_TURN / np.maximum(turned, 1e-9), 0) * (0.5 + turned**2)
        turn *= (self.weights.curve * beyond * STEPS**3 / far**2)[:, None, None]
        slope = np.zeros_like(points)
        slope[:, 2:] += turn
        slope[:, 1:-1] -= 2 * turn
        slope[:, :-2] += turn
        slopes.controls += np.einsum("tk,ptc->pkc", BASIS, slope)

    def _overlap(self, at: Floats, push: Floats) -> None:
        i, j = self._near
        wanted = self.settings.space_width + self.clearance
        away = at[i] - at[j]
        gap = np.maximum(np.linalg.norm(away, axis=1), 1e-6)
        force = self.weights.overlap * np.maximum(wanted - gap, 0)
        force += self.weights.air * np.maximum(2.2 * wanted - gap, 0)
        slope = -away / gap[:, None] * force[:, None]
        np.add.at(push, i, slope)
        np.add.at(push, j, -slope)

    def _find_neighbours(self) -> None:
        at = self.spaces().at
        squares = (at**2).sum(1)
        gaps = squares[:, None] + squares[None] - 2 * at @ at.T
        reach = 3.0 * (self.settings.space_width + self.clearance)
        band = self.curves.point_band
        self._near = np.nonzero((gaps < reach**2) & (band[:, None] < band[None]))
        self._near_labels = [
            np.nonzero(_from_boxes(self._boxes(placer)[:, None], at[None])[0] < LABEL_REACH)
            for placer in self.placers
        ]

    def _boxes(self, placer: LabelPlacer) -> Floats:
        return placer.picked_boxes() + np.tile(self.cities, 2)

    def _dots(self, at: Floats, push: Floats, slopes: Slopes) -> None:
        settings = self.settings
        wanted = settings.city_radius + settings.space_width / 2 + self.clearance + 3
        away = at[:, None] - self.cities[None]
        gap = np.maximum(np.linalg.norm(away, axis=-1), 1e-6)
        own = settings.city_gap + settings.space_width / 2
        force = self.weights.dots * np.maximum(np.where(self._owned, own, wanted) - gap, 0)
        slope = -away / gap[..., None] * force[..., None]
        push += slope.sum(1)
        slopes.cities -= slope.sum(0)

    def _labels(self, at: Floats, push: Floats, slopes: Slopes) -> None:
        for placer, (box, point) in zip(self.placers, self._near_labels, strict=True):
            boxes = self._boxes(placer)
            self._labels_on_spaces(boxes[box], box, at[point], point, push, slopes)
            self._labels_on_cities(boxes, slopes)
            self._labels_on_labels(boxes, slopes)
            self._labels_on_edge(boxes, slopes)

    def _labels_on_spaces(
        self, boxes: Floats, box: Ints, at: Floats, point: Ints, push: Floats, slopes: Slopes
    ) -> None:
        wanted = self.settings.space_width / 2 + LABEL_GAP
        gap, way = _from_boxes(boxes, at)
        slope = -way * (self.weights.labels * np.maximum(wanted - gap, 0))[:, None]
        np.add.at(slopes.cities, box, -slope)
        np.add.at(push, point, slope)

    def _labels_on_cities(self, boxes: Floats, slopes: Slopes) -> None:
        gap, way = _from_boxes(boxes[:, None], self.cities[None])
        force = self.weights.labels * np.maximum(self.settings.city_radius + LABEL_GAP - gap, 0)
        np.fill_diagonal(force, 0)
        slope = -way * force[..., None]
        slopes.cities += slope.sum(0) - slope.sum(1)

    def _labels_on_labels(self, boxes: Floats, slopes: Slopes) -> None:
        low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
        high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
        depth = high - low + LABEL_GAP
        is_hit = np.asarray((depth > 0).all(-1))
        np.fill_diagonal(is_hit, False)
        axis = depth.argmin(-1)
        middle = (boxes[:, :2] + boxes[:, 2:]) / 2
        side = np.sign(middle[:, None] - middle[None])
        for k in (0, 1):
            force = self.weights.labels * np.where(is_hit & (axis == k), depth[..., k], 0)
            slopes.cities[:, k] -= (force * side[..., k]).sum(1)

    def _labels_on_edge(self, boxes: Floats, slopes: Slopes) -> None:
        settings, weight = self.settings, self.weights.labels
        size = np.array([settings.width, settings.height])
        slopes.cities -= weight * np.maximum(settings.label_frame - boxes[:, :2], 0)
        slopes.cities += weight * np.maximum(boxes[:, 2:] + settings.label_frame - size, 0)

    def _edge(self, at: Floats, push: Floats, slopes: Slopes) -> None:
        settings, weight = self.settings, self.weights.edge
        size = np.array([settings.width, settings.height])
        for points, slope, room in ((at, push, 8.0), (self.cities, slopes.cities, 16.0)):
            inside = settings.frame + room
            slope -= weight * np.maximum(inside - points, 0)
            slope += weight * np.maximum(points - (size - inside), 0)

    def _apply(self, spaces: Spaces, push: Floats, slopes: Slopes) -> None:
        band = self.curves.point_band
        np.add.at(slopes.controls, band, spaces.weights[:, :, None] * push[:, None, :])
        np.add.at(slopes.shifts, band, (spaces.tangent * push).sum(1))

    def _shape(self, slopes: Slopes) -> None:
        weights = self.weights
        u = self.bends
        slopes.bends = weights.bend * u
        a, b = self.curves.ends.T
        across = self.cities[b] - self.cities[a]
        far = np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1.0)
        way = across / far
        normal = np.stack([-way[:, 1], way[:, 0]], -1)
        twist = weights.wiggle * ((u[:, 0] - u[:, 1]) * normal).sum(1, keepdims=True) * normal
        slopes.bends = slopes.bends + np.stack([twist, -twist], 1)
        slopes.shifts += weights.shift * self.shifts
        moved = self.cities - self.true
        slopes.cities += weights.anchor * moved + weights.plate * self.plate @ moved
        turned = self._true_way - way * (way * self._true_way).sum(1, keepdims=True)
        pull = -weights.compass * turned / far
        np.add.at(slopes.cities, b, pull)
        np.add.at(slopes.cities, a, -pull)


def _unit(vectors: Floats) -> Floats:
    size = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(size, 1e-9), np.float64)


def _from_boxes(boxes: Floats, points: Floats) -> tuple[Floats, Floats]:
    """The gap between each box and its point, below 0 inside, and the way out of the box."""
    over = np.maximum(boxes[..., :2] - points, points - boxes[..., 2:])
    middle = (boxes[..., :2] + boxes[..., 2:]) / 2
    side = np.where(points >= middle, 1.0, -1.0)
    outside = np.maximum(over, 0)
    away = np.linalg.norm(outside, axis=-1)
    inner = np.zeros_like(over)
    np.put_along_axis(inner, over.argmax(-1)[..., None], 1.0, axis=-1)
    is_out = away > 1e-9
    way = np.where(is_out[..., None], outside / np.maximum(away, 1e-9)[..., None], inner) * side
    return np.where(is_out, away, over.max(-1)), way
