"""The pictures behind the boards fit the drawings in front of them."""

import json
from importlib import resources
from typing import Any

import numpy as np
import pytest

from anden.boards import (
    board_from_json,
    builtin_boards,
    load_board,
    map_of,
    path_lines,
    symbols,
)

BOARDS = builtin_boards()
ON_LAND = ("usa", "europe")


def picture(name: str) -> dict[str, Any]:
    found = map_of(load_board(name))
    assert found is not None
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_map_has_the_size_of_the_drawing_and_is_small(name: str) -> None:
    layout = load_board(name).layout
    assert layout is not None
    assert picture(name)["board"] == name
    assert (picture(name)["width"], picture(name)["height"]) == (layout.width, layout.height)
    file = resources.files("anden.boards").joinpath("maps", f"{name}.json")
    assert len(file.read_bytes()) < 100_000


@pytest.mark.parametrize("name", BOARDS)
def test_layers_stay_on_the_sheet(name: str) -> None:
    size = np.array([picture(name)["width"], picture(name)["height"]])
    for layer, path in picture(name)["layers"].items():
        assert path.startswith("M")
        if layer == "mountains":  # of absolute and relative steps
            continue
        for line in path_lines(path):
            assert len(line) > 1
            overshoot = 12.5 if path.endswith("z") else 160  # lines end beyond the edge
            assert (line > -overshoot).all()
            assert (line < size + overshoot).all()


@pytest.mark.parametrize("name", ON_LAND)
def test_every_city_stands_on_land_or_at_its_shore(name: str) -> None:
    """A map that was not rebuilt after its board moved would fail here."""
    layout = load_board(name).layout
    assert layout is not None
    rings = path_lines(picture(name)["layers"]["land"])
    for place, city in zip(layout.cities, load_board(name).cities, strict=True):
        point = np.array([place.x, place.y])
        shore = min(float(np.linalg.norm(ring - point, axis=1).min()) for ring in rings)
        assert is_inside(rings, place.x, place.y) or shore < 12, city.id


def is_inside(rings: list[Any], x: float, y: float) -> bool:
    count = 0
    for ring in rings:
        for (x1, y1), (x2, y2) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            if (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1):
                count += 1
    return count % 2 == 1


@pytest.mark.parametrize("name", BOARDS)
def test_palettes_of_day_and_night_name_the_same_things(name: str) -> None:
    light, dark = picture(name)["palette"]["light"], picture(name)["palette"]["dark"]
    assert light.keys() == dark.keys()
    assert light["cards"].keys() == dark["cards"].keys()
    board = load_board(name)
    assert {"gray", *(colour.id for colour in board.cards.colours)} <= light["cards"].keys()
    assert len(light.get("districts", [])) == len(board.districts)
    assert len(picture(name)["districts"]) == len(board.districts)


def test_every_colour_has_its_own_symbol() -> None:
    colours = {colour.id for name in BOARDS for colour in load_board(name).cards.colours}
    assert {*colours, "wild"} == symbols().keys()
    assert len(set(symbols().values())) == len(symbols())


def test_other_boards_have_no_map() -> None:
    plain = json.loads(load_board("usa").source)
    plain["starting_hand"] = 5
    assert map_of(board_from_json(json.dumps(plain), "my.json")) is None
