"""The relaxed drawing as a layout, rounded as it is stored."""

import numpy as np

from anden.boards import Board
from anden.boards.layout import Label, Layout, Place, Space

from .labels import LANGUAGES
from .relax import Relaxation


def layout_of(board: Board, drawing: Relaxation) -> Layout:
    settings = drawing.settings
    return Layout(
        width=settings.width,
        height=settings.height,
        space_length=settings.space_length,
        space_width=settings.space_width,
        city_radius=settings.city_radius,
        label_size=settings.label_size,
        cities=tuple(_place(board, drawing, city) for city in range(len(board.cities))),
        routes=_routes(board, drawing),
    )


def _place(board: Board, drawing: Relaxation, city: int) -> Place:
    x, y = (float(value) for value in drawing.cities[city])
    labels: dict[str, Label] = {}
    for language, placer in zip(LANGUAGES, drawing.placers, strict=True):
        choice = placer.choice(city)
        label = Label(
            _tenth(x + choice.x), _tenth(y + choice.baseline), choice.anchor, choice.lines
        )
        if language == "en" or label != labels["en"]:
            labels[language] = label
    return Place(_tenth(x), _tenth(y), labels)


def _routes(board: Board, drawing: Relaxation) -> tuple[tuple[Space, ...], ...]:
    curves = drawing.curves
    spaces = drawing.spaces()
    parts = len(curves.parts)
    at, first, last = (
        spaces.at[parts // 2 :: parts],
        spaces.at[::parts],
        spaces.at[parts - 1 :: parts],
    )
    way = last - first
    # A straight car on a curve sits a little towards the inside.
    middle = (at * 2 + (first + last) / 2) / 3
    angles = np.degrees(np.arctan2(way[:, 1], way[:, 0]))
    found: list[tuple[Space, ...]] = [()] * len(board.routes)
    for lane, index in enumerate(curves.lane_route):
        mine = np.flatnonzero(curves.space_lane == lane)
        row = [Space(_tenth(middle[i, 0]), _tenth(middle[i, 1]), _tenth(angles[i])) for i in mine]
        route = board.routes[index]
        is_turned = route.a > route.b
        found[index] = tuple(_turned(row) if is_turned else row)
    return tuple(found)


def _turned(row: list[Space]) -> list[Space]:
    """The same spaces from the other end."""
    return [
        Space(space.x, space.y, _tenth(space.angle + (180 if space.angle <= 0 else -180)))
        for space in reversed(row)
    ]


def _tenth(value: float) -> float:
    return round(float(value), 1) + 0.0
