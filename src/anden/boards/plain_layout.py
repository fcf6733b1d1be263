"""A drawing for boards that come without one: true geography, straight rows of spaces."""

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, cos, degrees, hypot, radians

from anden.boards.board import Board, Names, Route
from anden.boards.layout import Label, Layout, Place, Space
from anden.boards.lettering import ASCENT, DESCENT, text_width

WIDTH, HEIGHT, FRAME = 1500, 1000, 80.0
EDGE = 20.0  # between the names and the edge of the sheet
STRETCH = 4 / 3  # how much true proportions may give way to fill the sheet
CITY_GAP = 70.0  # between cities that the map would put too close
CAR, CAR_WIDTH, RADIUS, LETTERS = 33.0, 11.0, 9.0, 18.0
PITCH = 1.12  # car lengths from one space to the next
LANE = 7.0  # from the middle of a double route to each lane

Point = tuple[float, float]


def layout_for(board: Board) -> Layout:
    """The drawing of the board: its own, that of the same built-in board, or a plain one."""
    if board.layout is not None:
        return board.layout
    return _missing_layout(board)


@lru_cache(maxsize=16)
def _missing_layout(board: Board) -> Layout:
    from anden.boards import loader  # here: the loader imports what this module draws

    stored = loader.load_board(board.id).layout if board.is_builtin else None
    return stored or plain_layout(board)


def plain_layout(board: Board) -> Layout:
    """A readable drawing of any board. Spaces may overlap where cities are close together."""
    places = _spread(_projected(board), board.routes)
    rooms = sorted(_pitch(places, route) for route in board.routes)
    car = min(CAR, rooms[len(rooms) // 10] / PITCH)  # a few crowded routes don't shrink all cars
    routes = tuple(_spaces(places, route, car) for route in board.routes)
    busy = [(space.x, space.y) for route in routes for space in route] + places
    return Layout(
        width=WIDTH,
        height=HEIGHT,
        space_length=car,
        space_width=min(CAR_WIDTH, car / 2),
        city_radius=RADIUS,
        label_size=LETTERS,
        cities=tuple(
            _place(place, city.names, busy)
            for place, city in zip(places, board.cities, strict=True)
        ),
        routes=routes,
    )


def _projected(board: Board) -> list[Point]:
    lons = [city.lon for city in board.cities]
    if max(lons) - min(lons) > 180:  # across the date line
        lons = [lon % 360 for lon in lons]
    lats = [city.lat for city in board.cities]
    shrink = cos(radians((min(lats) + max(lats)) / 2))
    xs, ys = [lon * shrink for lon in lons], [-lat for lat in lats]
    span_x, span_y = max(xs) - min(xs) or 1e-9, max(ys) - min(ys) or 1e-9
    across, down = (WIDTH - 2 * FRAME) / span_x, (HEIGHT - 2 * FRAME) / span_y
    across, down = min(across, down * STRETCH), min(down, across * STRETCH)
    mid_x, mid_y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return [
        (WIDTH / 2 + (x - mid_x) * across, HEIGHT / 2 + (y - mid_y) * down)
        for x, y in zip(xs, ys, strict=True)
    ]


def _spread(places: list[Point], routes: Sequence[Route]) -> list[Point]:
    """Cities too close to each other, or to the end of a route, are moved apart on the sheet."""
    needs = {(j, i): CITY_GAP for i in range(len(places)) for j in range(i)}
    for route in routes:
        room = route.length * CAR * PITCH + 2 * RADIUS
        needs[route.pair] = max(room, needs[route.pair])
    for _ in range(80):
        for (i, j), need in needs.items():
            (x1, y1), (x2, y2) = places[i], places[j]
            dx, dy = x1 - x2 or 1e-3, y1 - y2
            gap = hypot(dx, dy)
            if gap < need:
                push = (need - gap) / 5 / gap
                places[i] = _kept(x1 + dx * push, y1 + dy * push)
                places[j] = _kept(x2 - dx * push, y2 - dy * push)
    return places


def _kept(x: float, y: float) -> Point:
    return min(max(x, FRAME), WIDTH - FRAME), min(max(y, FRAME), HEIGHT - FRAME)


def _place(place: Point, names: Names, busy: list[Point]) -> Place:
    x, y = round(place[0], 1), round(place[1], 1)
    labels = {
        language: min(_labels(x, y, name), key=lambda label: _covered(label, busy))
        for language, name in names.items()
    }
    return Place(x, y, labels)


def _labels(x: float, y: float, name: str) -> list[Label]:
    """The name to the right of its city, to the left, above, below."""
    reach, middle = RADIUS + 4, y + LETTERS * 0.3
    return [
        Label(x + reach, middle, "start", (name,)),
        Label(x - reach, middle, "end", (name,)),
        Label(x, y - reach - LETTERS * DESCENT, "middle", (name,)),
        Label(x, y + reach + LETTERS * ASCENT, "middle", (name,)),
    ]


def _covered(label: Label, busy: list[Point]) -> float:
    """How many of the points the name hides; leaving the sheet is far worse."""
    width = text_width(label.lines[0]) * LETTERS
    left = label.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor] * width
    top, bottom = label.y - LETTERS * ASCENT - 5, label.y + LETTERS * DESCENT + 5
    outside = max(EDGE - left, left + width + EDGE - WIDTH, EDGE - top, bottom + EDGE - HEIGHT, 0)
    return 100 * outside + sum(
        left - 5 < x < left + width + 5 and top < y < bottom for x, y in busy
    )


def _pitch(places: list[Point], route: Route) -> float:
    """How much of the way between its cities one space may take up."""
    (x1, y1), (x2, y2) = places[route.a], places[route.b]
    return max(hypot(x2 - x1, y2 - y1) - 2 * RADIUS, 1.0) / route.length


def _spaces(places: list[Point], route: Route, car: float) -> tuple[Space, ...]:
    pitch = min(_pitch(places, route), car * PITCH)
    (x1, y1), (x2, y2) = places[route.a], places[route.b]
    far = max(hypot(x2 - x1, y2 - y1), 1.0)
    ux, uy = (x2 - x1) / far, (y2 - y1) / far
    side = 0.0
    if route.twin is not None:  # the lanes may run in opposite directions
        side = LANE if (route.index < route.twin) == (route.a < route.b) else -LANE
    angle = round(degrees(atan2(y2 - y1, x2 - x1)), 1)
    middle_x, middle_y = (x1 + x2) / 2 - uy * side, (y1 + y2) / 2 + ux * side
    return tuple(
        Space(round(middle_x + ux * along, 1), round(middle_y + uy * along, 1), angle)
        for number in range(route.length)
        for along in ((number - (route.length - 1) / 2) * pitch,)
    )
