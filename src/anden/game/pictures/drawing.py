"""A whole board, or a position on it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from anden.boards import Board, Layout, Route, layout_for
from anden.kernel.ids import Seat
from anden.locales import translate

from ..position import Position
from .cities import city_dots, city_names
from .header import Header
from .looks import SERIF, palette_of
from .routes import claimed_route, open_route, piece_shapes, station
from .shapes import number
from .sheet import sheet, trimmings

Box = tuple[float, float, float, float]  # left, top, width and height, in units of the layout
NOTHING: Mapping[str, Seat] = MappingProxyType({})


def board_svg(
    board: Board,
    *,
    claimed: Mapping[str, Seat] = NOTHING,
    stations: Mapping[str, Seat] = NOTHING,
    language: str = "en",
    theme: str = "light",
    part: Box | None = None,
) -> str:
    """The board, or a part of it, with these routes and stations laid by hand."""
    layout = layout_for(board)
    owners = {board.find_route(name): seat for name, seat in claimed.items()}
    houses = {board.city_index(city): seat for city, seat in stations.items()}
    box = part or (0, 0, layout.width, layout.height)
    seen = [route for route in board.routes if _is_seen(layout, route, box)]
    lines = table_lines(board, seen, owners, houses, language, theme)
    return whole_svg(box, lines)


def position_svg(
    position: Position, *, names: Sequence[str] = (), language: str = "en", theme: str = "light"
) -> str:
    """What lies on the table, with the scores above it: what everybody may know.

    `names` are those of the players, by seat.
    """
    board, seats = position.board, range(position.players)
    layout = layout_for(board)
    header = Header(
        board, layout, palette_of(board, theme), names or default_names(len(seats), language)
    )
    owners = {route: seat for seat in seats for route in position.route_ids(seat)}
    houses = {
        board.city_index(city): seat for seat in seats for city in position.station_cities(seat)
    }
    lines = [
        f'<g transform="translate(0 {number(header.height)})">',
        *table_lines(board, board.routes, owners, houses, language, theme),
        "</g>",
        *header.ground(),
        *(header.facts(position, seat, language) for seat in seats),
    ]
    if position.to_act is not None and position.phase != "setup":  # C3: all choose at once
        lines.append(header.turn(position.to_act))
    return whole_svg((0, 0, layout.width, layout.height + header.height), lines)


def table_lines(
    board: Board,
    routes: Sequence[Route],
    owners: Mapping[int, Seat],
    houses: Mapping[int, Seat],
    language: str,
    theme: str,
) -> list[str]:
    """The sheet with everything on it; claimed routes lie on top of open ones."""
    layout, palette = layout_for(board), palette_of(board, theme)
    colours = [colour.id for colour in board.pieces.colours]
    opened = [route for route in routes if route.index not in owners]
    return [
        piece_shapes(board),
        *sheet(board, layout, palette),
        *(line for route in opened for line in open_route(board, route, theme)),
        *(
            line
            for route, seat in owners.items()
            for line in claimed_route(board, board.routes[route], colours[seat], theme)
        ),
        *city_dots(layout, palette),
        *(station(board, city, colours[seat]) for city, seat in houses.items()),
        *city_names(layout, palette, language),
        *trimmings(board, layout, palette, language),
    ]


def _is_seen(layout: Layout, route: Route, box: Box) -> bool:
    left, top, width, height = box
    reach = layout.space_length
    return any(
        -reach < space.x - left < width + reach and -reach < space.y - top < height + reach
        for space in layout.routes[route.index]
    )


def default_names(players: int, language: str) -> tuple[str, ...]:
    return tuple(
        translate(language, "text.player_name", number=seat + 1) for seat in range(players)
    )


def whole_svg(box: Box, lines: Sequence[str], style: str = "") -> str:
    left, top, width, height = map(number, box)
    begin = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" '
        f'width="{width}" height="{height}" font-family="{SERIF}">'
    )
    return "\n".join([begin, *([f"<style>{style}</style>"] if style else ()), *lines, "</svg>\n"])
