"""A position as spaces, dots and labels on a canvas: what both kinds of picture are drawn from."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin

from anden.boards import GRAY, Board, Layout, Route, Space, layout_for, map_of
from anden.game import Position
from anden.kernel.ids import Seat

WIDTH, HEIGHT, HEADER = 960, 640, 44
INK, CITY = "#22303a", "#fbfaf5"
PAPER, SEA, LAND, SHORE = "#e6eae4", "#b9ced6", "#ece7d8", "#9c9580"

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

OPEN_WIDTH, CLAIMED_WIDTH = 0.62, 1.1  # of a space's width
CLAIMED_LENGTH = 1.06  # of a space's length

CASING = 1.8  # how much wider than a space the dark edge around it is
HATCH = (2.0, 2.0)  # the broken edge of a tunnel: drawn, left out

Point = tuple[float, float]


@dataclass(frozen=True)
class Car:
    """One space of a route on the canvas."""

    centre: Point
    angle: float
    length: float
    width: float

    @property
    def ends(self) -> tuple[Point, Point]:
        """Between them, a line with round ends covers the space."""
        reach = (self.length - self.width) / 2
        dx, dy = reach * cos(radians(self.angle)), reach * sin(radians(self.angle))
        x, y = self.centre
        return (x - dx, y - dy), (x + dx, y + dy)


@dataclass(frozen=True)
class Row:
    """The spaces of a route as they look now."""

    cars: tuple[Car, ...]
    colour: str
    is_dashed: bool  # a tunnel


@dataclass(frozen=True)
class Dot:
    centre: Point
    radius: float
    colour: str


@dataclass(frozen=True)
class Text:
    place: Point
    anchor: str
    size: float
    text: str


@dataclass(frozen=True)
class View:
    """How a layout is placed on the canvas, below the header."""

    scale: float
    left: float
    top: float

    def at(self, x: float, y: float) -> Point:
        return self.left + x * self.scale, self.top + y * self.scale


def view_of(layout: Layout) -> View:
    scale = min(WIDTH / layout.width, (HEIGHT - HEADER) / layout.height)
    left = (WIDTH - layout.width * scale) / 2
    return View(scale, left, HEADER + (HEIGHT - HEADER - layout.height * scale) / 2)


def board_box(board: Board) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the sheet on the canvas, in whole pixels."""
    layout = layout_for(board)
    view = view_of(layout)
    right, bottom = view.at(layout.width, layout.height)
    return round(view.left), round(view.top), round(right), round(bottom)


def header_left(players: int, seat: Seat) -> int:
    """Where a seat's part of the header begins."""
    return 16 + seat * (WIDTH - 16) // max(players, 4)


def colour_of(colour_id: str) -> str:
    return COLOURS.get(colour_id, OTHER_COLOUR)


def seat_colour(board: Board, seat: Seat) -> str:
    """Seats have the board's piece colours in their order."""
    return colour_of(board.pieces.colours[seat].id)


def land_of(board: Board) -> str | None:
    """The outlines of the land in units of the layout; None for boards without a sea."""
    picture = map_of(board)
    return picture["layers"].get("land") if picture else None


def route_rows(position: Position) -> Iterator[Row]:
    """Open routes thin in the colour that pays for them, claimed ones thick in the owner's."""
    board = position.board
    claimed = []
    for route in board.routes:
        owner = position.owner(route.index)
        if owner is None:
            yield _row(board, route, _card_colour(board, route), False)
        else:
            claimed.append(_row(board, route, seat_colour(board, owner), True))
    yield from claimed  # on top


def station_dots(position: Position) -> Iterator[Dot]:
    places = city_places(position.board)
    radius = _radius(position.board) * 1.8
    for seat in range(position.players):
        for city in position.station_cities(seat):
            centre = places[position.board.city_index(city)]
            yield Dot(centre, radius, seat_colour(position.board, seat))


def city_dots(board: Board) -> Iterator[Dot]:
    radius = _radius(board)
    return (Dot(place, radius, CITY) for place in city_places(board))


def city_places(board: Board) -> tuple[Point, ...]:
    layout = layout_for(board)
    view = view_of(layout)
    return tuple(view.at(place.x, place.y) for place in layout.cities)


@lru_cache(maxsize=8)
def city_labels(board: Board) -> tuple[Text, ...]:
    """The English names, one entry per line."""
    layout = layout_for(board)
    view = view_of(layout)
    size = layout.label_size
    return tuple(
        Text(view.at(label.x, y), label.anchor, size * view.scale, line)
        for place in layout.cities
        for label in (place.label("en"),)
        for line, y in label.baselines(size)
    )


def _radius(board: Board) -> float:
    layout = layout_for(board)
    return layout.city_radius * view_of(layout).scale * 0.85


def _card_colour(board: Board, route: Route) -> str:
    return colour_of("gray" if route.colour == GRAY else board.cards.colours[route.colour].id)


def _row(board: Board, route: Route, colour: str, is_claimed: bool) -> Row:
    layout = layout_for(board)
    view = view_of(layout)
    cars = tuple(_car(layout, view, space, is_claimed) for space in layout.routes[route.index])
    return Row(cars, colour, route.is_tunnel and not is_claimed)


def _car(layout: Layout, view: View, space: Space, is_claimed: bool) -> Car:
    length = layout.space_length * view.scale * (CLAIMED_LENGTH if is_claimed else 1.0)
    width = layout.space_width * view.scale * (CLAIMED_WIDTH if is_claimed else OPEN_WIDTH)
    return Car(view.at(space.x, space.y), space.angle, length, width)
