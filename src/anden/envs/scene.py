"""A position as lines, dots and labels on a canvas: what both kinds of picture are drawn from."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, radians

from anden.boards import GRAY, Board, Route
from anden.game import Position

WIDTH, HEIGHT, HEADER = 960, 640, 44
PAPER, INK, CITY = "#e6eae4", "#22303a", "#fbfaf5"

# By the ids that card and piece colours have on the boards; others share the last one.
COLOURS = {
    "black": "#2c2c30",
    "blue": "#2f6fc4",
    "gray": "#9aa3a8",
    "green": "#3d9a50",
    "orange": "#e8842c",
    "pink": "#e06fa8",
    "purple": "#9a55b8",
    "red": "#cf3338",
    "white": "#ffffff",
    "yellow": "#f0c52e",
}
OTHER_COLOUR = "#7a6a52"

LANE_GAP = 4.5  # from the middle of a double route to each lane, in pixels like all that follows
MIN_CITY_GAP = 34.0
LABEL_HEIGHT, LETTER_WIDTH = 12.0, 6.6
DASHED, DOTTED = (9.0, 5.0), (2.5, 4.0)

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class Line:
    start: Point
    end: Point
    width: float
    colour: str
    dash: tuple[float, float] | None  # drawn, left out
    title: str

    def at(self, share: float) -> Point:
        (x1, y1), (x2, y2) = self.start, self.end
        return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share


@dataclass(frozen=True)
class Dot:
    centre: Point
    radius: float
    colour: str


@dataclass(frozen=True)
class Label:
    left: float
    baseline: float
    text: str


def colour_of(colour_id: str) -> str:
    return COLOURS.get(colour_id, OTHER_COLOUR)


def seat_colour(board: Board, seat: int) -> str:
    """Seats have the board's piece colours in their order."""
    return colour_of(board.pieces.colours[seat].id)


def route_lines(position: Position) -> Iterator[Line]:
    """Open routes thin in the colour that pays for them, claimed ones thick in the owner's."""
    board = position.board
    claimed = []
    for route in board.routes:
        owner = position.owner(route.index)
        if owner is None:
            yield _line(board, route, 3.0, _card_colour(board, route), f"{route.length}")
        else:
            claimed.append(
                _line(
                    board, route, 7.0, seat_colour(board, owner), f"player {owner}", is_whole=True
                )
            )
    yield from claimed  # on top


def station_dots(position: Position) -> Iterator[Dot]:
    places = city_places(position.board)
    for seat in range(position.players):
        for city in position.station_cities(seat):
            centre = places[position.board.city_index(city)]
            yield Dot(centre, 9.5, seat_colour(position.board, seat))


def city_dots(board: Board) -> Iterator[Dot]:
    return (Dot(place, 5.0, CITY) for place in city_places(board))


@lru_cache(maxsize=8)
def city_places(board: Board) -> tuple[Point, ...]:
    """Cities by latitude and longitude on the canvas, those too close moved apart."""
    middle = sum(city.lat for city in board.cities) / len(board.cities)
    xs = [city.lon * cos(radians(middle)) for city in board.cities]
    ys = [-city.lat for city in board.cities]
    left, top, right, bottom = 56.0, HEADER + 32.0, WIDTH - 56.0, HEIGHT - 28.0
    width, height = max(xs) - min(xs) or 1.0, max(ys) - min(ys) or 1.0
    # The canvas is filled: true proportions may stretch by a third, no more.
    across, down = (right - left) / width, (bottom - top) / height
    across, down = min(across, down * 4 / 3), min(down, across * 4 / 3)
    x0 = (left + right - width * across) / 2
    y0 = (top + bottom - height * down) / 2
    places = [
        (x0 + (x - min(xs)) * across, y0 + (y - min(ys)) * down)
        for x, y in zip(xs, ys, strict=True)
    ]
    return tuple(_spread(places, (left, top, right, bottom)))


def _spread(places: list[Point], frame: Box) -> list[Point]:
    left, top, right, bottom = frame
    for _ in range(60):
        for i, (x1, y1) in enumerate(places):
            for j in range(i):
                x2, y2 = places[j]
                dx, dy = x1 - x2, y1 - y2
                gap = hypot(dx, dy) or 1.0
                if gap < MIN_CITY_GAP:
                    push = (MIN_CITY_GAP - gap) / 4 / gap
                    x1, y1 = x1 + dx * push, y1 + dy * push
                    places[j] = x2 - dx * push, y2 - dy * push
            places[i] = min(max(x1, left), right), min(max(y1, top), bottom)
    return places


@lru_cache(maxsize=8)
def city_labels(board: Board) -> tuple[Label, ...]:
    """Names beside their cities, where they cover least."""
    places = city_places(board)
    lines = [_line(board, route, 0, INK, "") for route in board.routes]
    busy = [line.at(step / 24) for line in lines for step in range(25)]
    dots = [(x - 6, y - 6, x + 6, y + 6) for x, y in places]
    taken: list[Box] = []
    labels = []
    for city, (x, y) in zip(board.cities, places, strict=True):
        text = city.names["en"]
        width = LETTER_WIDTH * len(text)
        options = [
            (x + dx - width * share, y + dy)
            for dx, dy, share in (
                (9, -6, 0),
                (-9, -6, 1),
                (0, -20, 0.5),
                (0, 8, 0.5),
                (8, -16, 0),
                (8, 4, 0),
                (-8, -16, 1),
                (-8, 4, 1),
            )
        ]
        boxes = [(left, top, left + width, top + LABEL_HEIGHT) for left, top in options]
        best = min(boxes, key=lambda box: _clutter(box, taken, dots, busy))
        taken.append(best)
        labels.append(Label(best[0], best[3] - 2.5, text))
    return tuple(labels)


def _clutter(box: Box, taken: list[Box], dots: list[Box], busy: list[Point]) -> float:
    left, top, right, bottom = box
    outside = left < 4 or top < HEADER + 4 or right > WIDTH - 4 or bottom > HEIGHT - 4
    covered = sum(left < x < right and top < y < bottom for x, y in busy)
    return (
        1000 * outside
        + 200 * sum(_overlaps(box, other) for other in taken)
        + 60 * sum(_overlaps(box, dot) for dot in dots)
        + covered
    )


def _overlaps(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _card_colour(board: Board, route: Route) -> str:
    return colour_of("gray" if route.colour == GRAY else board.cards.colours[route.colour].id)


def _line(
    board: Board, route: Route, width: float, colour: str, told: str, is_whole: bool = False
) -> Line:
    (x1, y1), (x2, y2) = (city_places(board)[city] for city in route.pair)
    if route.twin is not None:
        side = LANE_GAP if route.index < route.twin else -LANE_GAP
        gap = hypot(x2 - x1, y2 - y1) or 1.0
        dx, dy = (y1 - y2) / gap * side, (x2 - x1) / gap * side
        x1, y1, x2, y2 = x1 + dx, y1 + dy, x2 + dx, y2 + dy
    dash = DASHED if route.is_ferry else DOTTED if route.is_tunnel else None
    title = f"{board.route_name(route.index)}, {told}"
    return Line((x1, y1), (x2, y2), width, colour, None if is_whole else dash, title)
