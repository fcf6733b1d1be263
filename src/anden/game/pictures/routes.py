"""Routes, open and claimed, and stations."""

from collections.abc import Iterator

from anden.boards import GRAY, Board, Layout, Route, Space, layout_for, symbols
from anden.kernel.ids import CityId

from .looks import PieceLook, palette_of, piece_look, space_look
from .shapes import bus, car, course, frames, is_turned, number

_RIM = 0.18  # of a space's width
_HOUSE = "M-10 9V-4L0-14 10-4V9z"


def open_route(board: Board, route: Route, theme: str) -> Iterator[str]:
    """Hollow spaces in the colour that pays for them; tunnels hatched, ferries round."""
    layout, palette = layout_for(board), palette_of(board, theme)
    name = "gray" if route.colour == GRAY else board.cards.colours[route.colour].id
    look = space_look(palette, name, theme)
    spaces, line = layout.routes[route.index], palette["space_line"]
    length, width = layout.space_length, layout.space_width
    corner, rim = width * (0.5 if route.is_ferry else 0.16), width * _RIM
    outer = frames(spaces, length, width, corner)
    inner = frames(spaces, length - 2 * rim, width - 2 * rim, max(corner - rim, 1.0))
    yield (
        f'<path d="{outer}" fill="{look.rim}" stroke="{palette["space_halo"]}" stroke-width="4" '
        f'stroke-opacity=".75" paint-order="stroke"/>'
        f'<path d="{outer}" fill="none" stroke="{line}" stroke-width="1.1"/>'
        f'<path d="{inner}" fill="{look.bed}" stroke="{line}" stroke-opacity=".55" '
        f'stroke-width=".9"/>'
    )
    if route.is_tunnel:
        yield (
            f'<path d="{frames(spaces, length - rim, width - rim, corner)}" fill="none" '
            f'stroke="{line}" stroke-width="{number(rim)}" '
            f'stroke-dasharray="{number(width * 0.33)} {number(width * 0.25)}"/>'
        )
    for at, space in enumerate(spaces):
        is_wild = at in wild_spaces(route)
        yield _sign(
            "wild" if is_wild else name, space, width * (0.35 if is_wild else 0.27), look.symbol
        )


def wild_spaces(route: Route) -> list[int]:
    """The spaces of a ferry that carry its symbols, evenly spread."""
    return [(2 * i + 1) * route.length // (2 * route.wilds) for i in range(route.wilds)]


def _sign(name: str, space: Space, size: float, ink: str) -> str:
    path = symbols().get(name)
    turn = space.angle + 180 if is_turned(space.angle) else space.angle
    return (
        f'<path d="{path}" transform="translate({number(space.x)} {number(space.y)}) '
        f'rotate({number(turn)}) scale({size:.2f})" fill="{ink}" fill-rule="evenodd"/>'
        if path
        else ""
    )


def piece_shapes(board: Board) -> str:
    """The outline of a piece, which every claimed route of this board refers to."""
    layout = layout_for(board)
    shape = bus if board.id == "london" else car
    outline = shape(layout.space_length, layout.space_width)
    return f'<defs><path id="{_shape_id(board)}" d="{outline}"/></defs>'


def claimed_route(board: Board, route: Route, colour: str, theme: str) -> Iterator[str]:
    """A player's pieces on a route, and the line that joins them."""
    layout, look = layout_for(board), piece_look(colour)
    spaces, width = layout.routes[route.index], layout.space_width
    halo = palette_of(board, theme)["space_halo"]
    if len(spaces) > 1:
        for ink, share in ((halo, 0.62), (look.edge, 0.42), (look.fill, 0.22)):
            yield (
                f'<path d="{course(spaces)}" fill="none" stroke="{ink}" '
                f'stroke-width="{number(width * share)}"/>'
            )
    yield from (_piece(board, layout, space, look) for space in spaces)


def _piece(board: Board, layout: Layout, space: Space, look: PieceLook) -> str:
    """Raised above the board: its shadow and its side are seen below the roof."""
    turn = space.angle + 180 if is_turned(space.angle) else space.angle
    w, h = layout.space_length / 2 + 0.8, layout.space_width / 2 + 1.1

    def roof(down: float, paint: str) -> str:
        return (
            f'<use href="#{_shape_id(board)}" transform="translate({number(space.x)} '
            f'{number(space.y + down)}) rotate({number(turn)})" {paint}/>'
        )

    return (
        roof(4.2, 'fill-opacity=".4"')
        + roof(2.2, f'fill="{look.edge}" stroke="#fffaf0" stroke-width="2.6" paint-order="stroke"')
        + roof(0.0, f'fill="{look.fill}" stroke="{look.edge}" stroke-width="1.5"')
        + f'<path d="{look.mark}" transform="translate({number(space.x)} {number(space.y)}) '
        f'rotate({number(turn)}) scale({w / 22.5:.2f} {h / 8.6:.2f})" fill="{look.ink}"/>'
    )


def _shape_id(board: Board) -> str:
    return f"anden-{board.id}-piece"


def station(board: Board, city: CityId, colour: str) -> str:
    layout, look = layout_for(board), piece_look(colour)
    place = layout.cities[city]
    scale = layout.city_radius / 7.4
    return (
        f'<g transform="translate({number(place.x)} {number(place.y)}) scale({scale:.2f})" '
        f'stroke-linejoin="round"><path d="{_HOUSE}" transform="translate(0 2)" fill-opacity=".4"/>'
        f'<path d="{_HOUSE}" fill="{look.fill}" stroke="#fff" stroke-width="3.5"/>'
        f'<path d="{_HOUSE}" fill="{look.fill}" stroke="{look.edge}" stroke-width="1.6"/>'
        f'<path d="M-3.5 9V3h7v6z" fill="{look.ink}"/>'
        f'<path d="{look.mark}" transform="translate(0 -3.4) scale(.4 .42)" fill="{look.ink}"/></g>'
    )
