"""The parts of the layout tool, and the whole of it on a small board."""

import json

import numpy as np
import pytest

from anden.boards import Board, board_from_json, builtin_boards, load_board, path_lines
from tools.layout.check import faults
from tools.layout.labels import line_breaks
from tools.layout.maps import rounded_hull
from tools.layout.network import Sheet, lonlat_of
from tools.layout.settings import settings_for
from tools.layout.solve import solve
from tools.layout.trace import Frame, clipped_ring, is_within, ring_area, simplified, svg_path
from tools.layout.untangle import untangled_bends
from tools.layout.warp import Warp, least_stretch

SMALL = ("big_ben", "waterloo", "trafalgar_square", "globe_theatre", "elephant_and_castle")


def small_board() -> Board:
    plain = json.loads(load_board("london").source)
    for key in ("routes", "tickets"):
        plain[key] = [item for item in plain[key] if set(item["cities"]) <= set(SMALL)]
    plain["cities"] = [city for city in plain["cities"] if city["id"] in SMALL]
    plain["tickets"] = [
        {"cities": [a, b], "points": 1} for i, a in enumerate(SMALL) for b in SMALL[:i]
    ]
    return board_from_json(json.dumps(plain | {"districts": []}), "small.json")


def test_a_small_board_is_laid_out_without_faults_and_always_the_same() -> None:
    board = small_board()
    layout, wrong = solve(board, settings_for(board.id))
    assert wrong == []
    assert solve(board, settings_for(board.id))[0] == layout
    assert faults(board, layout) == []


@pytest.mark.parametrize("name", builtin_boards())
def test_north_is_up_and_east_is_right(name: str) -> None:
    board = load_board(name)
    sheet = Sheet(board, settings_for(name))
    middle = lonlat_of(board).mean(0)
    steps = np.array([[0, 0], [0, 0.01], [0.01, 0]])
    here, north, east = sheet(middle + steps)
    assert north[1] < here[1]
    assert east[0] > here[0]


@pytest.mark.parametrize("name", builtin_boards())
def test_the_bent_map_keeps_its_cities_and_never_folds(name: str) -> None:
    board = load_board(name)
    assert board.layout is not None
    true = Sheet(board, settings_for(name))(lonlat_of(board))
    placed = np.array([(place.x, place.y) for place in board.layout.cities])
    size = (board.layout.width, board.layout.height)
    warp = Warp(true, placed, size)
    assert np.allclose(warp(true), placed, atol=0.05)
    assert least_stretch(warp, size) > 0.3


def test_a_route_goes_around_a_city_in_its_way() -> None:
    cities = np.array([[0.0, 0.0], [100.0, 0.0], [50.0, 1.0]])
    bends = untangled_bends(cities, np.array([[0, 1]]))
    assert bends[0, 0, 1] < 0


def test_paths_are_short_and_can_be_read_back() -> None:
    points = np.array([[0.0, 0.0], [10.5, 0.0], [10.5, -0.3]])
    path = svg_path(points, is_closed=True)
    assert path == "M0 0l10.5 0 0-.3z"
    assert np.allclose(path_lines(path)[0], points)


def test_outlines_are_cut_simplified_and_measured() -> None:
    square = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]])
    cut = clipped_ring(square, Frame((5.0, -1.0), (20.0, 5.0)))
    assert ring_area(cut) == pytest.approx(25)
    assert len(clipped_ring(square, Frame((20.0, 20.0), (30.0, 30.0)))) == 0
    assert len(simplified(np.array([[0, 0], [1, 0.1], [2, 0], [2, 5]]), 0.5)) == 3
    assert is_within([square], np.array([[5.0, 5.0], [15.0, 5.0]])).tolist() == [True, False]
    assert ring_area(rounded_hull(square, 2.0)) == pytest.approx(100 + 80 + 4 * np.pi, rel=0.02)


def test_long_names_may_be_broken_at_a_space() -> None:
    assert line_breaks("Salt Lake City") == [("Salt Lake City",), ("Salt Lake", "City")]
    assert line_breaks("Constantinople") == [("Constantinople",)]
    assert line_breaks("El Paso") == [("El Paso",)]
