"""A view as text, as an SVG picture, or as an array of pixels."""

from collections.abc import Iterator
from functools import lru_cache
from html import escape

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board, layout_for, path_lines
from anden.game import Position, View
from anden.kernel.ids import Seat

from .errors import EnvError
from .raster import Canvas
from .scene import (
    HEADER,
    HEIGHT,
    INK,
    LAND,
    PAPER,
    SEA,
    SHORE,
    WIDTH,
    Car,
    Row,
    board_box,
    city_dots,
    city_labels,
    land_of,
    route_rows,
    seat_colour,
    station_dots,
    view_of,
)

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")  # "human" prints the text
CASING = 1.8  # how much wider than a space the dark edge around it is
HATCH = (2.0, 2.0)  # the broken edge of a tunnel: drawn, left out

BAR = 140  # the longest bar of points

Picture = NDArray[np.uint8]


def render(view: View, mode: str | None) -> str | Picture | None:
    """What Gymnasium's and PettingZoo's `render` return."""
    match mode:
        case "human":
            print(as_text(view))
            return None
        case "ansi":
            return as_text(view)
        case "svg":
            return as_svg(view)
        case "rgb_array":
            return as_pixels(view)
    raise EnvError(f"make the environment with a render_mode: {', '.join(RENDER_MODES)}")


def as_text(view: View) -> str:
    """The table in plain text, with the hand and tickets of the view's seat."""
    to_act = "the game is over" if view.to_act is None else f"player {view.to_act}, {view.phase}"
    row = " ".join(kind or "-" for kind in view.row)
    lines = [
        f"{view.board.id}, turn {view.turn}: {to_act}",
        f"row: {row} | deck {view.deck_size}, tickets {view.tickets_left}",
    ]
    lines += [_seat_text(view, seat) for seat in range(view.players)]
    if view.seat is not None:
        cards = ", ".join(f"{n} {kind}" for kind, n in view.hand(view.seat).items())
        lines.append(f"hand of player {view.seat}: {cards or 'empty'}")
        lines.append(f"tickets: {', '.join(view.tickets(view.seat)) or 'none'}")
        offer = view.offer(view.seat)
        lines += [f"offer: {', '.join(offer)}"] if offer else []
    return "\n".join(lines)


def _seat_text(view: View, seat: Seat) -> str:
    stations = view.station_cities(seat)
    routes = view.routes(seat)
    return (
        f"{'>' if seat == view.to_act else ' '} player {seat}: {_facts(view, seat)}"
        + (f" | routes {' '.join(routes)}" if routes else "")
        + (f" | stations {' '.join(stations)}" if stations else "")
    )


def _facts(position: Position, seat: Seat) -> str:
    return (
        f"{position.score(seat)} points, {position.pieces(seat)} pieces, "
        f"{position.hand_size(seat)} cards, {position.ticket_count(seat)} tickets"
    )


def as_svg(position: Position) -> str:
    """A map of everything public."""
    return "\n".join(_svg(position)) + "\n"


def _svg(position: Position) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif">'
    )
    yield from _svg_map(position.board)
    for row in route_rows(position):
        yield f"<g><title>{escape(row.title)}</title>"
        yield from (_svg_car(row, car) for car in row.cars)
        yield "</g>"
    for dot in (*station_dots(position), *city_dots(position.board)):
        x, y = dot.centre
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{dot.radius:.1f}" fill="{dot.colour}" '
            f'stroke="{INK}" stroke-width="1.5"/>'
        )
    halo = PAPER if land_of(position.board) is None else LAND
    for paint in (f'stroke="{halo}" stroke-width="3"', ""):  # a pale halo, then the letters
        yield f'<g fill="{INK}" {paint}>'
        for text in city_labels(position.board):
            x, y = text.place
            yield (
                f'<text x="{x:.1f}" y="{y:.1f}" font-size="{text.size:.1f}" '
                f'text-anchor="{text.anchor}">{escape(text.text)}</text>'
            )
        yield "</g>"
    yield from _svg_header(position)
    yield "</svg>"


def _svg_map(board: Board) -> Iterator[str]:
    land = land_of(board)
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
    if land is not None:
        left, top, right, bottom = board_box(board)
        width, height = right - left, bottom - top
        layout = layout_for(board)
        yield (
            f'<svg x="{left}" y="{top}" width="{width}" height="{height}" '
            f'viewBox="0 0 {layout.width} {layout.height}" preserveAspectRatio="none">'
            f'<rect width="{layout.width}" height="{layout.height}" fill="{SEA}"/>'
            f'<path d="{land}" fill="{LAND}" fill-rule="evenodd" stroke="{SHORE}"/></svg>'
        )


def _svg_car(row: Row, car: Car) -> str:
    x, y = car.centre
    corner = car.width / (2 if row.is_round else 6)
    dash = f' stroke-dasharray="{HATCH[0]} {HATCH[1]}"' if row.is_dashed else ""
    return (
        f'<rect x="{-car.length / 2:.1f}" y="{-car.width / 2:.1f}" width="{car.length:.1f}" '
        f'height="{car.width:.1f}" rx="{corner:.1f}" fill="{row.colour}" stroke="{INK}" '
        f'stroke-width="{CASING / 2}"{dash} '
        f'transform="translate({x:.1f} {y:.1f}) rotate({car.angle})"/>'
    )


def _svg_header(position: Position) -> Iterator[str]:
    """One box per seat: its colour, its points, what it has left; the one to act is underlined."""
    yield f'<rect width="{WIDTH}" height="{HEADER}" fill="{INK}"/>'
    for seat in range(position.players):
        left = _header_left(position, seat)
        colour = seat_colour(position.board, seat)
        yield (
            f'<rect x="{left}" y="10" width="24" height="24" rx="4" fill="{colour}" '
            'stroke="#ffffff" stroke-width="1.5"/>'
        )
        yield (
            f'<text x="{left + 32}" y="21" font-size="14" font-weight="bold" fill="#ffffff">'
            f"player {seat}: {position.score(seat)}</text>"
        )
        yield (
            f'<text x="{left + 32}" y="35" font-size="10" fill="#c9d2d6">'
            f"{position.pieces(seat)} pieces, {position.hand_size(seat)} cards, "
            f"{position.ticket_count(seat)} tickets</text>"
        )
        if seat == position.to_act:
            yield f'<rect x="{left}" y="40" width="150" height="3" fill="#ffffff"/>'


def _header_left(position: Position, seat: Seat) -> int:
    return 16 + seat * (WIDTH - 16) // max(position.players, 4)


def as_pixels(position: Position) -> Picture:
    """The same map without any text: HEIGHT rows of WIDTH pixels, red, green and blue."""
    canvas = _background(position.board)
    for row in route_rows(position):
        for car in row.cars:
            start, end = car.ends
            canvas.line(start, end, car.width + CASING, INK, HATCH if row.is_dashed else None)
            canvas.line(start, end, car.width, row.colour, None)
    for dot in (*station_dots(position), *city_dots(position.board)):
        canvas.dot(dot.centre, dot.radius + CASING / 2, INK)
        canvas.dot(dot.centre, dot.radius - CASING / 2, dot.colour)
    canvas.rectangle(0, 0, WIDTH, HEADER, INK)
    for seat in range(position.players):
        left = _header_left(position, seat)
        canvas.rectangle(left - 2, 8, left + 26, 36, "#ffffff")
        canvas.rectangle(left, 10, left + 24, 34, seat_colour(position.board, seat))
        bar = min(position.score(seat), BAR)  # one pixel per point
        canvas.rectangle(left + 32, 18, left + 32 + bar, 26, "#c9d2d6")
        if seat == position.to_act:
            canvas.rectangle(left, 40, left + 150, 43, "#ffffff")
    return canvas.pixels


def _background(board: Board) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    canvas.pixels[:] = _map_pixels(board)
    return canvas


@lru_cache(maxsize=8)
def _map_pixels(board: Board) -> Picture:
    land = land_of(board)
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    if land is not None:
        left, top, right, bottom = board_box(board)
        canvas.rectangle(left, top, right, bottom, SEA)
        view = view_of(layout_for(board))
        shift = (view.left, view.top)
        canvas.area([line * view.scale + shift for line in path_lines(land)], LAND)
        canvas.rectangle(0, 0, left, HEIGHT, PAPER)
        canvas.rectangle(right, 0, WIDTH, HEIGHT, PAPER)
    return canvas.pixels
