"""The drawings of the built-in boards hold together, exactly, in both languages."""

import json
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from anden.boards import (
    Board,
    Label,
    Layout,
    Space,
    board_from_json,
    builtin_boards,
    layout_for,
    load_board,
    plain_layout,
)
from anden.boards.lettering import text_width
from tests.boards.broken import board_file
from tools.layout.check import faults, gap_between, gap_to_point, label_corners, space_corners
from tools.layout.store import store_layout

BOARDS = builtin_boards()


def drawn(name: str) -> tuple[Board, Layout]:
    board = load_board(name)
    assert board.layout is not None
    return board, board.layout


def without_layout(name: str) -> Board:
    return board_from_json(load_board(name).source, "my.json")


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_overlaps_strays_or_leaves_the_board(name: str) -> None:
    assert faults(*drawn(name)) == []


@pytest.mark.parametrize("name", BOARDS)
def test_neighbouring_spaces_have_a_visible_gap(name: str) -> None:
    board, layout = drawn(name)
    for route in board.routes:
        spaces = [
            space_corners(space, layout.space_length, layout.space_width)
            for space in layout.routes[route.index]
        ]
        for one, two in combinations(spaces, 2):
            assert gap_between(one, two) > 0.8


@pytest.mark.parametrize("name", BOARDS)
def test_routes_curve_gently(name: str) -> None:
    board, layout = drawn(name)
    for route in board.routes:
        angles = [space.angle for space in layout.routes[route.index]]
        turns = [(b - a + 180) % 360 - 180 for a, b in pairwise(angles)]
        assert all(abs(turn) < 40 for turn in turns), board.route_name(route.index)


@pytest.mark.parametrize("name", BOARDS)
def test_west_is_west_and_north_is_north(name: str) -> None:
    """Cities clearly apart on the globe keep their order on the sheet."""
    board, layout = drawn(name)
    lons, lats = [[getattr(city, key) for city in board.cities] for key in ("lon", "lat")]
    far_lon, far_lat = (max(lons) - min(lons)) * 0.2, (max(lats) - min(lats)) * 0.25
    for a, b in combinations(range(len(board.cities)), 2):
        one, two = layout.cities[a], layout.cities[b]
        if abs(lons[a] - lons[b]) > far_lon:
            assert (lons[a] < lons[b]) == (one.x < two.x), (board.cities[a].id, board.cities[b].id)
        if abs(lats[a] - lats[b]) > far_lat:
            assert (lats[a] > lats[b]) == (one.y < two.y), (board.cities[a].id, board.cities[b].id)


@pytest.mark.parametrize("name", BOARDS)
def test_the_drawing_is_no_part_of_the_board(name: str) -> None:
    board = load_board(name)
    bare = without_layout(name)
    assert "layout" not in json.loads(board.source)
    assert bare.layout is None
    assert bare == board
    assert bare.sha256 == replace(board, layout=plain_layout(board)).sha256 == board.sha256
    assert layout_for(bare) == board.layout


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_without_a_drawing_gets_a_plain_one(name: str) -> None:
    board = replace(without_layout(name), starting_hand=3)
    layout = layout_for(board)
    assert layout == plain_layout(board)
    for route in board.routes:
        spaces = layout.routes[route.index]
        assert len(spaces) == route.length
        assert len({space.angle for space in spaces}) == 1
        first = (layout.cities[route.a].x, layout.cities[route.a].y)
        gaps = [
            gap_to_point(space_corners(space, layout.space_length, layout.space_width), first)
            for space in spaces
        ]
        assert gaps == sorted(gaps)
    for place in layout.cities:
        assert 0 < place.x < layout.width
        assert 0 < place.y < layout.height


def test_a_plain_drawing_stands_cities_of_one_place_and_the_date_line() -> None:
    board = load_board("london")
    lons = [179.9, -179.9] * 9
    cities = tuple(
        replace(city, lat=10.0, lon=lon) for city, lon in zip(board.cities, lons, strict=False)
    )
    layout = plain_layout(replace(board, cities=cities))
    assert len({(place.x, place.y) for place in layout.cities}) == len(cities)


@pytest.mark.parametrize("name", BOARDS)
def test_storing_a_drawing_leaves_the_rest_of_the_file_as_it_was(name: str, tmp_path: Path) -> None:
    board, layout = drawn(name)
    original = Path(str(Path(load_board.__code__.co_filename).with_name(f"{name}.json")))
    copy = tmp_path / "copy.json"
    copy.write_bytes(original.read_bytes())
    store_layout(copy, board, layout)
    assert copy.read_bytes() == original.read_bytes()
    bare = board_file(name)
    del bare["layout"]
    copy.write_text(json.dumps(bare), encoding="utf-8")
    store_layout(copy, board, layout)
    assert load_board(copy).layout == layout
    assert load_board(copy) == board


def test_faults_are_found() -> None:
    board, layout = drawn("usa")
    atlanta, boston = layout.cities[0], layout.cities[1]
    moved = replace(layout, cities=(atlanta, replace(boston, x=atlanta.x + 5, y=atlanta.y)))
    moved = replace(moved, cities=(*moved.cities, *layout.cities[2:]))
    found = "\n".join(faults(board, moved))
    assert "is far from its city boston" in found
    assert "the en label of boston is nearer to another city" in found
    twice = replace(layout, routes=(layout.routes[2], *layout.routes[1:]))
    found = "\n".join(faults(board, twice))
    assert "overlaps atlanta-nashville space 1" in found
    assert "has not 2 spaces" in found


@pytest.mark.parametrize(
    ("x", "y", "angle", "gap"),
    [(10, 0, 0, 0), (12, 0, 0, 2), (8, 0, 0, -2), (0, 4, 0, 0), (0, 6, 0, 2), (0, 9, 90, 2)],
)
def test_gaps_between_rectangles(x: float, y: float, angle: float, gap: float) -> None:
    one, two = space_corners(Space(0, 0, 0), 10, 4), space_corners(Space(x, y, angle), 10, 4)
    assert gap_between(one, two) == pytest.approx(gap)
    assert gap_between(two, one) == pytest.approx(gap)


def test_rectangles_at_an_angle_may_fit_into_each_others_bounds() -> None:
    one, two = space_corners(Space(0, 0, 45), 40, 4), space_corners(Space(8, -8, 45), 40, 4)
    assert gap_between(one, two) == pytest.approx(128**0.5 - 4)


def test_label_boxes_hold_their_lines() -> None:
    label = Label(100, 50, "end", ("Salt Lake", "City"))
    left, top = label_corners(label, 20)[0]
    right, bottom = label_corners(label, 20)[2]
    assert right == 100
    assert right - left == pytest.approx(20 * text_width("Salt Lake"))
    assert top < 50 - 14
    assert bottom > 50 + 20
    assert text_width("WW") > text_width("ll")
