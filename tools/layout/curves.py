"""Bands as cubic curves, and the car spaces along their lanes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .network import Band
from .projection import Floats
from .settings import LayoutSettings

Ints = NDArray[np.int64]

STEPS = 33  # points by which a curve is measured
_FAR = 1e6  # keeps the arc lengths of different lanes apart in one table


def bernstein(t: Floats) -> Floats:
    s = 1 - t
    return np.stack([s**3, 3 * s * s * t, 3 * s * t * t, t**3], -1)


def bernstein_slope(t: Floats) -> Floats:
    s = 1 - t
    return np.stack([-3 * s * s, 3 * s * s - 6 * s * t, 6 * s * t - 3 * t * t, 3 * t * t], -1)


T = np.linspace(0, 1, STEPS)
BASIS = bernstein(T)
SLOPE = bernstein_slope(T)


@dataclass
class Spaces:
    """Points on the spaces: `parts` of each, along its length."""

    t: Floats
    at: Floats
    tangent: Floats
    weights: Floats  # of the four control points of its band


class Curves:
    """What stays the same while the curves move: which lane has which spaces."""

    def __init__(
        self, bands: list[Band], settings: LayoutSettings, parts: tuple[float, ...]
    ) -> None:
        self.settings = settings
        self.bands = bands
        self.ends = np.array([(band.a, band.b) for band in bands], np.int64)
        lanes = [(i, *lane) for i, band in enumerate(bands) for lane in band.lanes]
        self.lane_band = np.array([lane[0] for lane in lanes], np.int64)
        self.lane_route = np.array([lane[1] for lane in lanes], np.int64)
        self.lane_side = np.array([lane[2] for lane in lanes]) * settings.lane_offset
        self.lane_length = np.array([lane[3] for lane in lanes], np.int64)
        self.needs = np.array([settings.room_for(lane[3]) for lane in lanes])
        self.parts = np.array(parts)
        self.space_lane = np.repeat(np.arange(len(lanes)), self.lane_length)
        order = np.concatenate([np.arange(count) for count in self.lane_length])
        self.space_order = order - (self.lane_length[self.space_lane] - 1) / 2
        self.point_lane = np.repeat(self.space_lane, len(parts))
        self.point_band = self.lane_band[self.point_lane]

    def controls(self, cities: Floats, bends: Floats) -> Floats:
        a, b = cities[self.ends[:, 0]], cities[self.ends[:, 1]]
        return np.stack([a, (2 * a + b) / 3 + bends[:, 0], (a + 2 * b) / 3 + bends[:, 1], b], 1)

    def lanes(self, controls: Floats) -> tuple[Floats, Floats]:
        """The measured points of every lane, and how far along it each one lies."""
        middle = np.einsum("tk,pkc->ptc", BASIS, controls)
        slope = np.einsum("tk,pkc->ptc", SLOPE, controls)
        normal = np.stack([-slope[..., 1], slope[..., 0]], -1)
        normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-9)
        points = middle[self.lane_band] + normal[self.lane_band] * self.lane_side[:, None, None]
        steps = np.linalg.norm(np.diff(points, axis=1), axis=-1)
        along = np.concatenate([np.zeros((len(points), 1)), np.cumsum(steps, 1)], 1)
        return points, along

    def spaces(self, controls: Floats, along: Floats, shifts: Floats) -> Spaces:
        settings = self.settings
        total = along[:, -1]
        count = np.maximum(self.lane_length - 1, 1)
        pitch = (total - 2 * settings.city_gap - settings.space_length) / count
        pitch = np.clip(pitch, settings.pitch, settings.space_length + settings.most_gap)
        lane = self.space_lane
        centre = total[lane] / 2 + self.space_order * pitch[lane] + shifts[self.lane_band[lane]]
        where = (centre[:, None] + self.parts).ravel()
        return self.at(controls, along, self.point_lane, where)

    def at(self, controls: Floats, along: Floats, lane: Ints, where: Floats) -> Spaces:
        table = (along + np.arange(len(along))[:, None] * _FAR).ravel()
        where = np.clip(where, 0.01, along[lane, -1] - 0.01)
        t = np.interp(where + lane * _FAR, table, np.tile(T, len(along)))
        weights = bernstein(t)
        picked = controls[self.lane_band[lane]]
        slope = np.einsum("sk,skc->sc", bernstein_slope(t), picked)
        tangent = slope / np.maximum(np.linalg.norm(slope, axis=-1, keepdims=True), 1e-9)
        normal = np.stack([-tangent[:, 1], tangent[:, 0]], -1)
        middle = np.einsum("sk,skc->sc", weights, picked)
        return Spaces(t, middle + normal * self.lane_side[lane, None], tangent, weights)
