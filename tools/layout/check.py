"""What is wrong with a layout: everything that overlaps, strays or leaves the board, exactly."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import cos, hypot, radians, sin

from anden.boards import Board
from anden.boards.layout import Label, Layout, Space
from anden.boards.lettering import ASCENT, DESCENT, LINE_HEIGHT, text_width

Point = tuple[float, float]
Corners = tuple[Point, ...]

LANGUAGES = ("en", "es")
NEAR_CITY = 1.6  # space lengths: how far from its city a route's first space may begin


@dataclass(frozen=True)
class Piece:
    """A convex shape on the board: a space, or a label in one language."""

    name: str
    corners: Corners

    def reach(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def space_corners(space: Space, length: float, width: float) -> Corners:
    along, across = length / 2, width / 2
    c, s = cos(radians(space.angle)), sin(radians(space.angle))
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return tuple(
        (space.x + u * along * c - v * across * s, space.y + u * along * s + v * across * c)
        for u, v in signs
    )


def label_corners(label: Label, size: float) -> Corners:
    """The box that the name can't leave, whatever the typeface."""
    width = max(map(text_width, label.lines)) * size
    left = label.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor] * width
    top = label.y - ASCENT * size
    bottom = label.y + (DESCENT + LINE_HEIGHT * (len(label.lines) - 1)) * size
    return (left, top), (left + width, top), (left + width, bottom), (left, bottom)


def gap_between(a: Corners, b: Corners) -> float:
    """The widest gap along any side of either shape; below 0 where the shapes overlap."""
    return max(_gap_along(a, b), _gap_along(b, a))


def _gap_along(a: Corners, b: Corners) -> float:
    widest = float("-inf")
    for (x1, y1), (x2, y2) in zip(a, (*a[1:], a[0]), strict=True):
        length = hypot(x2 - x1, y2 - y1)
        nx, ny = (y2 - y1) / length, (x1 - x2) / length
        mine = [x * nx + y * ny for x, y in a]
        theirs = [x * nx + y * ny for x, y in b]
        widest = max(widest, min(theirs) - max(mine), min(mine) - max(theirs))
    return widest


def gap_to_point(corners: Corners, point: Point) -> float:
    """The distance from a convex shape, 0 inside it."""
    x, y = point
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    turns = [(x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for (x1, y1), (x2, y2) in sides]
    if min(turns) >= 0 or max(turns) <= 0:
        return 0.0
    return min(_gap_to_side(p, q, point) for p, q in sides)


def _gap_to_side(p: Point, q: Point, point: Point) -> float:
    dx, dy = q[0] - p[0], q[1] - p[1]
    share = ((point[0] - p[0]) * dx + (point[1] - p[1]) * dy) / (dx * dx + dy * dy)
    share = min(max(share, 0.0), 1.0)
    return hypot(point[0] - p[0] - share * dx, point[1] - p[1] - share * dy)


def faults(board: Board, layout: Layout) -> list[str]:
    """One sentence for each thing that is not as it should be."""
    spaces = [
        [
            Piece(
                f"{board.route_name(route.index)} space {number}",
                space_corners(space, layout.space_length, layout.space_width),
            )
            for number, space in enumerate(layout.routes[route.index], 1)
        ]
        for route in board.routes
    ]
    pieces = [piece for route in spaces for piece in route]
    found = list(_overlaps(pieces))
    found += _counts(board, layout)
    found += _ends(board, layout, spaces)
    found += _lanes(board, layout)
    found += _over_cities(board, layout, spaces)
    for language in LANGUAGES:
        found += _labels(board, layout, language, pieces)
    found += [f"{p.name} leaves the board" for p in pieces if not _is_inside(p, layout)]
    return found


def _counts(board: Board, layout: Layout) -> Iterator[str]:
    for route in board.routes:
        if len(layout.routes[route.index]) != route.length:
            yield f"{board.route_name(route.index)} has not {route.length} spaces"


def _overlaps(pieces: list[Piece]) -> Iterator[str]:
    boxes = [piece.reach() for piece in pieces]
    for (i, one), (j, two) in combinations(enumerate(pieces), 2):
        a, b = boxes[i], boxes[j]
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
            if gap_between(one.corners, two.corners) < 0:
                yield f"{one.name} overlaps {two.name}"


def _ends(board: Board, layout: Layout, spaces: list[list[Piece]]) -> Iterator[str]:
    for route in board.routes:
        for city, piece in ((route.a, spaces[route.index][0]), (route.b, spaces[route.index][-1])):
            place = layout.cities[city]
            gap = gap_to_point(piece.corners, (place.x, place.y))
            if gap < layout.city_radius:
                yield f"{piece.name} touches its city {board.cities[city].id}"
            if gap > NEAR_CITY * layout.space_length:
                yield f"{piece.name} is far from its city {board.cities[city].id}"


def _lanes(board: Board, layout: Layout) -> Iterator[str]:
    """The lanes of a double route keep to their sides all the way."""
    for route in board.routes:
        if route.twin is None or route.index > route.twin or route.length < 2:
            continue
        line = [(space.x, space.y) for space in layout.routes[route.index]]
        twin = [(space.x, space.y) for space in layout.routes[route.twin]]
        for p, q in pairwise(line):
            for r, s in pairwise(twin):
                if _turn(p, q, r) * _turn(p, q, s) < 0 and _turn(r, s, p) * _turn(r, s, q) < 0:
                    yield f"the lanes of {board.route_name(route.index)} cross"


def _turn(p: Point, q: Point, r: Point) -> float:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _over_cities(board: Board, layout: Layout, spaces: list[list[Piece]]) -> Iterator[str]:
    for route in board.routes:
        for piece in spaces[route.index]:
            for city, place in zip(board.cities, layout.cities, strict=True):
                if gap_to_point(piece.corners, (place.x, place.y)) < layout.city_radius:
                    yield f"{piece.name} runs over {city.id}"


def _labels(board: Board, layout: Layout, language: str, spaces: list[Piece]) -> Iterator[str]:
    labels = [
        Piece(f"the {language} label of {city.id}", label_corners(place.label(language), size))
        for city, place in zip(board.cities, layout.cities, strict=True)
        for size in (layout.label_size,)
    ]
    yield from _overlaps(labels)
    for index, label in enumerate(labels):
        if not _is_inside(label, layout):
            yield f"{label.name} leaves the board"
        for space in spaces:
            if gap_between(label.corners, space.corners) < 0:
                yield f"{label.name} covers {space.name}"
        gaps = [gap_to_point(label.corners, (place.x, place.y)) for place in layout.cities]
        for city, gap in zip(board.cities, gaps, strict=True):
            if gap < layout.city_radius:
                yield f"{label.name} covers the dot of {city.id}"
        if gaps[index] > min(gaps):
            yield f"{label.name} is nearer to another city"


def _is_inside(piece: Piece, layout: Layout) -> bool:
    left, top, right, bottom = piece.reach()
    return left >= 0 and top >= 0 and right <= layout.width and bottom <= layout.height
