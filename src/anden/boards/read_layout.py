"""Reads the drawing of a board, and checks that it fits the board it is for."""

from collections.abc import Sequence

from anden.boards.board import City, Route
from anden.boards.layout import ANCHORS, Label, Layout, Place, Space
from anden.boards.limits import MAX_LENGTH, MAX_SHEET, MIN_SHEET
from anden.boards.names import in_language
from anden.boards.reader import Reader

_KEYS = "width height space_length space_width city_radius label_size cities routes"


def read_layout(reader: Reader, cities: Sequence[City], routes: Sequence[Route]) -> Layout:
    reader.expect(_KEYS)
    width = reader["width"].integer(MIN_SHEET, MAX_SHEET)
    height = reader["height"].integer(MIN_SHEET, MAX_SHEET)
    most = min(width, height) // 4  # no car, dot or letter is larger than that
    sheet = (width, height)
    return Layout(
        width=width,
        height=height,
        space_length=reader["space_length"].number(1, most),
        space_width=reader["space_width"].number(1, most),
        city_radius=reader["city_radius"].number(1, most),
        label_size=reader["label_size"].number(1, most),
        cities=_read_places(reader["cities"], cities, sheet),
        routes=_read_routes(reader["routes"], cities, routes, sheet),
    )


def _read_places(
    reader: Reader, cities: Sequence[City], sheet: tuple[int, int]
) -> tuple[Place, ...]:
    places = []
    for item, city in zip(reader.items(len(cities), len(cities)), cities, strict=True):
        item.expect("id x y labels")
        if item["id"].identifier() != city.id:
            item["id"].fail("board.city_order", city=city.id)
        labels = {
            language: _read_label(label, in_language(city.names, language), sheet)
            for language, label in item["labels"].by_language().items()
        }
        places.append(Place(*_read_point(item, sheet), labels))
    return tuple(places)


def _read_label(reader: Reader, name: str, sheet: tuple[int, int]) -> Label:
    reader.expect("x y anchor", optional="lines")
    lines = [name]
    if "lines" in reader:
        lines = [line.text() for line in reader["lines"].items(1, len(name.split(" ")))]
        if " ".join(lines) != name:
            reader["lines"].fail("board.not_the_name")
    anchor = reader["anchor"].one_of("board.unknown_anchor", {anchor: anchor for anchor in ANCHORS})
    return Label(*_read_point(reader, sheet), anchor, tuple(lines))


def _read_routes(
    reader: Reader, cities: Sequence[City], routes: Sequence[Route], sheet: tuple[int, int]
) -> tuple[tuple[Space, ...], ...]:
    return tuple(
        _read_route(item, cities, route, sheet)
        for item, route in zip(reader.items(len(routes), len(routes)), routes, strict=True)
    )


def _read_route(
    reader: Reader, cities: Sequence[City], route: Route, sheet: tuple[int, int]
) -> tuple[Space, ...]:
    reader.expect("cities spaces")
    ends = [cities[route.a].id, cities[route.b].id]
    if [end.identifier() for end in reader["cities"].items(2, 2)] != ends:
        reader.fail("board.route_order", route="-".join(ends))
    items = reader["spaces"].items(1, MAX_LENGTH)
    if len(items) != route.length:
        reader["spaces"].fail("board.spaces", number=len(items), length=route.length)
    return tuple(_read_space(item, sheet) for item in items)


def _read_space(reader: Reader, sheet: tuple[int, int]) -> Space:
    x, y, angle = reader.items(3, 3)
    return Space(x.number(0, sheet[0]), y.number(0, sheet[1]), angle.number(-180, 180))


def _read_point(reader: Reader, sheet: tuple[int, int]) -> tuple[float, float]:
    return reader["x"].number(0, sheet[0]), reader["y"].number(0, sheet[1])
