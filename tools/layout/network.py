"""A board as the relaxation sees it: cities with a true place, and bands of one or two lanes."""

from dataclasses import dataclass

import numpy as np

from anden.boards import Board

from .projection import Floats, suitable_projection
from .settings import LayoutSettings

LABEL_ROOM = 46.0  # between the frame and the outermost cities, for their names


@dataclass(frozen=True)
class Band:
    """The routes between two cities; lanes are given with their side, -1, 0 or 1."""

    a: int
    b: int
    lanes: tuple[tuple[int, float, int], ...]  # route index, side, number of spaces


def bands_of(board: Board) -> list[Band]:
    """One band per pair of joined cities, running from the city of lower index."""
    bands = []
    for route in board.routes:
        if route.twin is None:
            bands.append(Band(*route.pair, ((route.index, 0.0, route.length),)))
        elif route.index < route.twin:
            twin = board.routes[route.twin]
            lanes = ((route.index, -1.0, route.length), (twin.index, 1.0, twin.length))
            bands.append(Band(*route.pair, lanes))
    return bands


def lonlat_of(board: Board) -> Floats:
    """Longitude and latitude of the cities; a board across the date line is made continuous."""
    lonlat = np.array([(city.lon, city.lat) for city in board.cities], np.float64)
    if np.ptp(lonlat[:, 0]) > 180:
        lonlat[:, 0] %= 360
    return lonlat


class Sheet:
    """Where the points of the globe would lie on the board, if nothing had to make room."""

    def __init__(self, board: Board, settings: LayoutSettings) -> None:
        lonlat = lonlat_of(board)
        self._project = suitable_projection(lonlat)
        places = self._project(lonlat)
        room = settings.frame + LABEL_ROOM
        size = np.array([settings.width, settings.height]) - 2 * room
        span = np.maximum(np.ptp(places, axis=0), 1e-9)
        scale = size / span
        self._scale = np.minimum(scale, scale[::-1] * settings.stretch)
        self._middle = places.min(0) + span / 2
        self._centre = np.array([settings.width, settings.height]) / 2

    def __call__(self, lonlat: Floats) -> Floats:
        return np.asarray((self._project(lonlat) - self._middle) * self._scale + self._centre)


def true_places(board: Board, settings: LayoutSettings) -> Floats:
    """The projected cities, made to fill the board."""
    return Sheet(board, settings)(lonlat_of(board))


def bending_matrix(places: Floats) -> Floats:
    """How much a displacement of the places bends a thin plate, as a quadratic form.

    It is 0 for anything that turns, stretches or shifts the plate as a whole, so a low value means
    that neighbours keep their relations and that a map can be bent along with its cities.
    """
    count = len(places)
    unit = places / np.ptp(places, axis=0).max()
    gaps = np.linalg.norm(unit[:, None] - unit[None], axis=-1)
    kernel = gaps**2 * np.log(np.maximum(gaps, 1e-12))
    if count < 4:
        return np.zeros((count, count))
    plane = np.hstack([np.ones((count, 1)), unit])
    system = np.block([[kernel, plane], [plane.T, np.zeros((3, 3))]])
    inverse = np.linalg.pinv(system)[:count, :count]
    matrix = (inverse + inverse.T) / 2
    values, vectors = np.linalg.eigh(matrix)
    matrix = (vectors * np.abs(values)) @ vectors.T
    return np.asarray(matrix / np.abs(values).max(), np.float64)
