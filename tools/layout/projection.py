"""From the globe to a flat sheet: x grows to the east, y to the south."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Projection = Callable[[Floats], Floats]  # rows of (longitude, latitude) to rows of (x, y)

FLAT_SPAN = 2.0  # degrees of latitude below which the ground counts as flat


@dataclass(frozen=True)
class Conic:
    """Lambert's conformal conic projection, which keeps shapes; the sphere has radius 1."""

    middle_lon: float
    low: float  # the two latitudes drawn to scale
    high: float

    def __call__(self, lonlat: Floats) -> Floats:
        low, high = np.radians([self.low, self.high])
        if abs(high - low) < 1e-9:
            cone = float(np.sin(low))
        else:
            ratio = _half(high) / _half(low)
            cone = float(np.log(np.cos(low) / np.cos(high)) / np.log(ratio))
        scale = np.cos(low) * _half(low) ** cone / cone
        lon = np.radians(lonlat[..., 0] - self.middle_lon)
        lat = np.radians(np.clip(lonlat[..., 1], -80, 89))
        distance = scale / _half(lat) ** cone
        return np.stack([distance * np.sin(cone * lon), distance * np.cos(cone * lon)], -1)


@dataclass(frozen=True)
class Flat:
    """A town's plan: degrees of longitude shortened as at the middle latitude."""

    middle_lat: float

    def __call__(self, lonlat: Floats) -> Floats:
        lon, lat = np.radians(lonlat[..., 0]), np.radians(lonlat[..., 1])
        return np.stack([lon * np.cos(np.radians(self.middle_lat)), -lat], -1)


def suitable_projection(lonlat: Floats) -> Projection:
    """A plan for a town or a land astride the equator, a conic projection otherwise."""
    low, high = float(lonlat[:, 1].min()), float(lonlat[:, 1].max())
    if high - low < FLAT_SPAN or abs(low + high) / 2 < 15:
        return Flat((low + high) / 2)
    sixth = (high - low) / 6
    middle_lon = float(lonlat[:, 0].min() + lonlat[:, 0].max()) / 2
    return Conic(middle_lon, low + sixth, high - sixth)


def _half(lat: Floats | float) -> Floats:
    return np.asarray(np.tan(np.pi / 4 + np.asarray(lat) / 2), np.float64)
