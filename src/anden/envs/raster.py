"""A position as pixels, drawn by Pillow: the map of the SVG, twice as large and then halved."""

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board, layout_for, path_lines
from anden.game import Position

from .errors import EnvError
from .scene import (
    CASING,
    HATCH,
    HEADER,
    HEIGHT,
    INK,
    LAND,
    PAPER,
    SEA,
    SHORE,
    WIDTH,
    Car,
    Dot,
    Point,
    Row,
    Text,
    board_box,
    city_dots,
    city_labels,
    header_left,
    land_of,
    route_rows,
    seat_colour,
    station_dots,
    view_of,
)

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

Picture = NDArray[np.uint8]

_SCALE = 2
_LAST_OF_FONT = 0xFF  # Latin-1
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}  # Pillow's words for SVG's
_WHITE, _PALE = "#ffffff", "#c9d2d6"


def as_pixels(position: Position) -> Picture:
    """A map of everything public: HEIGHT rows of WIDTH pixels, red, green and blue."""
    pillow = _pillow()
    image = _map(position.board).copy()
    draw = pillow.ImageDraw.Draw(image)
    for row in route_rows(position):
        for car in row.cars:
            _draw_car(draw, row, car)
    for dot in (*station_dots(position), *city_dots(position.board)):
        _draw_dot(draw, dot)
    for text in city_labels(position.board):
        _draw_text(draw, text, INK, PAPER if land_of(position.board) is None else LAND)
    _draw_header(draw, position)
    return np.asarray(image.resize((WIDTH, HEIGHT), pillow.Image.Resampling.BOX)).copy()


def _pillow() -> Any:
    try:
        import PIL.Image
        import PIL.ImageChops
        import PIL.ImageDraw
        import PIL.ImageFont
    except ModuleNotFoundError as error:
        told = "pictures of pixels need Pillow; install it with: pip install 'anden[envs]'"
        raise EnvError(told) from error
    return PIL


@lru_cache(maxsize=8)
def _map(board: Board) -> "Image":
    """The paper, the sea and the land."""
    pillow = _pillow()
    image: Image = pillow.Image.new("RGB", (WIDTH * _SCALE, HEIGHT * _SCALE), PAPER)
    land = land_of(board)
    if land is None:
        return image
    left, top, right, bottom = (edge * _SCALE for edge in board_box(board))
    size = (right - left, bottom - top)
    view = view_of(layout_for(board))
    sheet: Image = pillow.Image.new("RGB", size, SEA)
    mask: Image = pillow.Image.new("1", size)
    shore = pillow.ImageDraw.Draw(sheet)
    for outline in path_lines(land):
        corners = outline * (view.scale * _SCALE)
        _turn_over(mask, corners)
        points = [tuple(corner) for corner in corners.tolist()]
        shore.line([*points, points[0]], fill=SHORE, width=_SCALE * 2)
    sheet.paste(LAND, (0, 0), mask)
    image.paste(sheet, (left, top))
    return image


def _turn_over(mask: "Image", corners: NDArray[np.float64]) -> None:
    """Inside an outline land becomes water and water land: lakes lie in it."""
    pillow = _pillow()
    low, high = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0)) + 1
    box = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
    inside: Image = pillow.Image.new("1", (box[2] - box[0], box[3] - box[1]))
    points = [tuple(corner) for corner in (corners - low).tolist()]
    pillow.ImageDraw.Draw(inside).polygon(points, fill=1)
    mask.paste(pillow.ImageChops.logical_xor(mask.crop(box), inside), box)


def _draw_car(draw: "ImageDraw", row: Row, car: Car) -> None:
    start, end = car.ends
    _draw_line(draw, start, end, car.width + CASING, INK, HATCH if row.is_dashed else None)
    _draw_line(draw, start, end, car.width, row.colour, None)


def _draw_line(
    draw: "ImageDraw",
    start: Point,
    end: Point,
    width: float,
    colour: str,
    dash: tuple[float, float] | None,
) -> None:
    """A line with round ends; of a dashed one only every second piece."""
    (x1, y1), (x2, y2) = _large(start), _large(end)
    thick = round(width * _SCALE)
    if dash is None:
        draw.line((x1, y1, x2, y2), fill=colour, width=thick)
        for x, y in ((x1, y1), (x2, y2)):
            draw.circle((x, y), width * _SCALE / 2, fill=colour)
        return
    length = float(np.hypot(x2 - x1, y2 - y1))
    for near in np.arange(0, length, sum(dash) * _SCALE):
        far = min(near + dash[0] * _SCALE, length)
        along = [(x1 + (x2 - x1) * t / length, y1 + (y2 - y1) * t / length) for t in (near, far)]
        draw.line([*along[0], *along[1]], fill=colour, width=thick)


def _draw_dot(draw: "ImageDraw", dot: Dot) -> None:
    edge = CASING / 2
    draw.circle(_large(dot.centre), (dot.radius + edge) * _SCALE, fill=INK)
    draw.circle(_large(dot.centre), (dot.radius - edge) * _SCALE, fill=dot.colour)


def _draw_text(draw: "ImageDraw", text: Text, colour: str, halo: str | None) -> None:
    draw.text(
        _large(text.place),
        _plain(text.text),
        fill=colour,
        font=_font(round(text.size * _SCALE)),
        anchor=_ANCHORS[text.anchor],
        stroke_width=0 if halo is None else _SCALE,
        stroke_fill=halo,
    )


def _plain(text: str) -> str:
    """The text in letters that Pillow's own font has."""
    bare = (unicodedata.normalize("NFKD", letter)[0] for letter in text)
    pairs = zip(text, bare, strict=True)
    return "".join(plain if ord(letter) > _LAST_OF_FONT else letter for letter, plain in pairs)


def _draw_header(draw: "ImageDraw", position: Position) -> None:
    """One box per seat: its colour, its points, what it has left; the one to act is underlined."""
    _draw_box(draw, 0, 0, WIDTH, HEADER, INK)
    for seat in range(position.players):
        left = header_left(position.players, seat)
        _draw_box(draw, left - 2, 8, left + 26, 36, _WHITE)
        _draw_box(draw, left, 10, left + 24, 34, seat_colour(position.board, seat))
        score = Text((left + 32, 21), "start", 14, f"player {seat}: {position.score(seat)}")
        _draw_text(draw, score, _WHITE, None)
        facts = (
            f"{position.pieces(seat)} pieces, {position.hand_size(seat)} cards, "
            f"{position.ticket_count(seat)} tickets"
        )
        _draw_text(draw, Text((left + 32, 35), "start", 10, facts), _PALE, None)
        if seat == position.to_act:
            _draw_box(draw, left, 40, left + 150, 43, _WHITE)


def _draw_box(draw: "ImageDraw", left: int, top: int, right: int, bottom: int, colour: str) -> None:
    edges = (left * _SCALE, top * _SCALE, right * _SCALE - 1, bottom * _SCALE - 1)
    draw.rectangle(edges, fill=colour)


@lru_cache(maxsize=16)
def _font(size: int) -> "FreeTypeFont":
    font: FreeTypeFont = _pillow().ImageFont.load_default(size)
    return font


def _large(point: Point) -> Point:
    return point[0] * _SCALE, point[1] * _SCALE
