"""Areas, thick lines, dots and rectangles drawn into an array, with soft edges."""

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Floats = NDArray[np.float64]


class Canvas:
    def __init__(self, width: int, height: int, colour: str) -> None:
        self.pixels = np.empty((height, width, 3), np.uint8)
        self.pixels[:] = _rgb(colour)

    def rectangle(self, left: int, top: int, right: int, bottom: int, colour: str) -> None:
        self.pixels[top:bottom, left:right] = _rgb(colour)

    def area(self, outlines: list[Floats], colour: str) -> None:
        """Fills what an odd number of the outlines enclose, row by row."""
        starts = np.concatenate(outlines)
        ends = np.concatenate([np.roll(outline, -1, axis=0) for outline in outlines])
        rows, across = self.pixels.shape[:2]
        for row in range(rows):
            y = row + 0.5
            is_cut = (starts[:, 1] > y) != (ends[:, 1] > y)
            (x1, y1), (x2, y2) = starts[is_cut].T, ends[is_cut].T
            cuts = np.sort(x1 + (x2 - x1) * (y - y1) / (y2 - y1))
            edges = np.clip(np.round(cuts), 0, across).astype(int).reshape(-1, 2)
            for left, right in edges:
                self.pixels[row, left:right] = _rgb(colour)

    def dot(self, centre: Point, radius: float, colour: str) -> None:
        self.line(centre, centre, 2 * radius, colour, None)

    def line(
        self, start: Point, end: Point, width: float, colour: str, dash: tuple[float, float] | None
    ) -> None:
        """A line with round ends; a dashed one draws and leaves out these lengths in turn."""
        (x1, y1), (x2, y2) = start, end
        reach = width / 2 + 1
        height, across = self.pixels.shape[:2]
        left, right = max(0, int(min(x1, x2) - reach)), min(across, int(max(x1, x2) + reach) + 2)
        top, bottom = max(0, int(min(y1, y2) - reach)), min(height, int(max(y1, y2) + reach) + 2)
        ys, xs = np.mgrid[top:bottom, left:right].astype(np.float64)
        along, away = _from_segment(xs, ys, start, end)
        cover = np.clip(width / 2 + 0.5 - away, 0, 1)
        if dash is not None:
            cover *= along % sum(dash) < dash[0]
        part = self.pixels[top:bottom, left:right]
        part[:] = part + (_rgb(colour) - part.astype(np.float64)) * cover[..., None]


def _from_segment(xs: Floats, ys: Floats, start: Point, end: Point) -> tuple[Floats, Floats]:
    """How far along the segment each point's foot lies, and how far the point is from it."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = float(np.hypot(dx, dy))
    ux, uy = (dx / length, dy / length) if length else (0.0, 0.0)
    along = np.clip((xs - start[0]) * ux + (ys - start[1]) * uy, 0, length)
    return along, np.hypot(xs - start[0] - along * ux, ys - start[1] - along * uy)


def _rgb(colour: str) -> NDArray[np.uint8]:
    return np.frombuffer(bytes.fromhex(colour[1:]), np.uint8)
