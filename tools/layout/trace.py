"""Lines and outlines on the board: cut to its size, made simple, written as SVG paths."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .projection import Floats

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Frame:
    """A rectangle by its corners of lowest and highest coordinates."""

    low: tuple[float, float]
    high: tuple[float, float]

    def holds(self, points: Floats) -> Bools:
        return np.asarray(((points >= self.low) & (points <= self.high)).all(-1))


def board_frame(width: float, height: float, margin: float = 12.0) -> Frame:
    """The board and a narrow margin, in which cut outlines are closed out of sight."""
    return Frame((-margin, -margin), (width + margin, height + margin))


def densified(line: Floats, step: float) -> Floats:
    """The same line with a point at least every step, so that it can bend."""
    parts = [line[:1]]
    for start, end in pairwise(line):
        count = max(int(np.ceil(np.linalg.norm(end - start) / step)), 1)
        parts.append(start + (end - start) * np.linspace(0, 1, count + 1)[1:, None])
    return np.concatenate(parts)


def simplified(line: Floats, tolerance: float) -> Floats:
    """Douglas and Peucker's choice of the points that matter."""
    keep = np.zeros(len(line), bool)
    keep[[0, -1]] = True
    pending = [(0, len(line) - 1)]
    while pending:
        first, last = pending.pop()
        if last - first < 2:
            continue
        gaps = _gaps(line[first + 1 : last], line[first], line[last])
        worst = int(gaps.argmax())
        if gaps[worst] > tolerance:
            middle = first + 1 + worst
            keep[middle] = True
            pending += [(first, middle), (middle, last)]
    return line[keep]


def _gaps(points: Floats, start: Floats, end: Floats) -> Floats:
    along = end - start
    size = float(along @ along)
    if size < 1e-12:
        return np.asarray(np.linalg.norm(points - start, axis=1), np.float64)
    share = np.clip((points - start) @ along / size, 0, 1)
    return np.asarray(np.linalg.norm(points - start - share[:, None] * along, axis=1), np.float64)


def clipped_ring(ring: Floats, frame: Frame) -> Floats:
    """Sutherland and Hodgman's cut of an outline by the four sides of the frame."""
    for axis in (0, 1):
        for sign, limit in ((1.0, frame.low[axis]), (-1.0, -frame.high[axis])):
            ring = _cut(ring, axis, sign, limit)
            if len(ring) < 3:
                return ring[:0]
    return ring


def _cut(ring: Floats, axis: int, sign: float, limit: float) -> Floats:
    inside = sign * ring[:, axis] - limit
    found: list[Floats] = []
    for i in range(len(ring)):
        a, b = inside[i - 1], inside[i]
        if (a >= 0) != (b >= 0):
            found.append(ring[i - 1] + (ring[i] - ring[i - 1]) * (a / (a - b)))
        if b >= 0:
            found.append(ring[i])
    return np.array(found).reshape(-1, 2)


def clipped_lines(line: Floats, frame: Frame) -> Iterator[Floats]:
    """The pieces of a line that have a point inside the frame."""
    inside = frame.holds(line)
    touched = inside.copy()
    touched[1:] |= inside[:-1]
    touched[:-1] |= inside[1:]
    edges = np.flatnonzero(np.diff(np.concatenate([[False], touched, [False]]).astype(np.int8)))
    for first, last in edges.reshape(-1, 2):
        if last - first > 1:
            yield line[first:last]


def ring_area(ring: Floats) -> float:
    x, y = ring.T
    return float(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2)


def ring_paths(
    rings: Iterable[Floats], frame: Frame, tolerance: float, least_area: float
) -> Iterator[str]:
    for ring in rings:
        cut = clipped_ring(ring, frame)
        if len(cut) < 3 or ring_area(cut) < least_area:
            continue
        # A closed line starts and ends at its two furthest points.
        far = int(np.linalg.norm(cut - cut[0], axis=1).argmax())
        one, two = cut[: far + 1], np.concatenate([cut[far:], cut[:1]])
        slim = np.concatenate([simplified(one, tolerance)[:-1], simplified(two, tolerance)[:-1]])
        if len(slim) > 2:
            yield svg_path(slim, is_closed=True)


def line_paths(
    lines: Iterable[Floats], frame: Frame, tolerance: float, least_length: float = 4.0
) -> Iterator[str]:
    for line in lines:
        for piece in clipped_lines(line, frame):
            if np.linalg.norm(np.diff(piece, axis=0), axis=1).sum() >= least_length:
                yield svg_path(simplified(piece, tolerance), is_closed=False)


def svg_path(points: Floats, is_closed: bool) -> str:
    """Relative steps in tenths of a unit, which are the shortest to write."""
    tenths = np.round(points * 10).astype(np.int64)
    steps = np.diff(tenths, axis=0)
    steps = steps[np.abs(steps).sum(1) > 0]
    start = _joined(tenths[:1])
    return f"M{start}l{_joined(steps)}{'z' if is_closed else ''}" if len(steps) else ""


def is_within(rings: list[Floats], points: Floats) -> Bools:
    """Which of the points an odd number of outlines enclose."""
    odd = np.zeros(len(points), bool)
    for ring in rings:
        x1, y1 = ring.T[:, :, None]
        x2, y2 = np.roll(ring, -1, axis=0).T[:, :, None]
        px, py = points.T[:, None, :]
        spans = (y1 > py) != (y2 > py)
        height = np.where(y2 == y1, 1.0, y2 - y1)
        odd ^= (spans & (px < x1 + (x2 - x1) * (py - y1) / height)).sum(0) % 2 == 1
    return odd


def _joined(pairs: Iterable[Iterable[int]]) -> str:
    text = ""
    for value in (value for pair in pairs for value in pair):
        word = _tenths(int(value))
        text += word if not text or word.startswith("-") else f" {word}"
    return text


def _tenths(value: int) -> str:
    sign, value = "-" if value < 0 else "", abs(value)
    whole, rest = divmod(value, 10)
    return f"{sign}{whole or ''}.{rest}" if rest else f"{sign}{whole}"
