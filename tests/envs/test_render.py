"""Pictures and text of a position."""

from itertools import combinations, islice
from math import hypot
from xml.etree import ElementTree

import numpy as np
import pytest

from anden.boards import builtin_boards, load_board
from anden.envs import EnvError
from anden.envs.base import IdGame
from anden.envs.render import as_pixels, as_svg, as_text, render
from anden.envs.scene import (
    HEADER,
    HEIGHT,
    WIDTH,
    city_labels,
    city_places,
    seat_colour,
)
from tests.envs.games import BOARDS, play_through

SVG = "{http://www.w3.org/2000/svg}"


def middle_of_a_game(board: str, players: int) -> IdGame:
    return list(islice(play_through(board, players, 2), 120))[-1]


@pytest.mark.parametrize("board", builtin_boards())
def test_cities_lie_on_the_canvas_and_apart(board: str) -> None:
    places = city_places(load_board(board))
    assert all(0 < x < WIDTH and HEADER < y < HEIGHT for x, y in places)
    for (x1, y1), (x2, y2) in combinations(places, 2):
        assert hypot(x1 - x2, y1 - y2) > 30


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_svg_shows_every_city_route_and_score(board: str, players: int) -> None:
    game = middle_of_a_game(board, players)
    root = ElementTree.fromstring(as_svg(game.view(None)))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {label.text for label in city_labels(game.board)} <= set(texts)
    assert len(list(root.iter(f"{SVG}title"))) == len(game.board.routes)
    for seat in range(players):
        assert f"player {seat}: {game.view(None).score(seat)}" in texts


def test_claimed_routes_have_the_colour_of_their_owner() -> None:
    game = middle_of_a_game("europe", 3)
    root = ElementTree.fromstring(as_svg(game.view(None)))
    view = game.view(None)
    owners = [view.owner(route.index) for route in game.board.routes]
    assert any(owner is not None for owner in owners)
    for group in root.iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is None or "player" not in str(title.text):
            continue
        owner = view.owner(game.board.find_route(str(title.text).partition(",")[0]))
        assert owner is not None
        for car in group.iter(f"{SVG}rect"):
            assert car.get("fill") == seat_colour(game.board, owner)
            assert float(car.get("height", 0)) > 9


def test_ferries_are_round_and_tunnels_have_a_broken_edge() -> None:
    game = IdGame("europe", 2, "margin")
    game.deal(1)
    root = ElementTree.fromstring(as_svg(game.view(None)))
    cars = {
        str(title.text).partition(",")[0]: group.findall(f"{SVG}rect")
        for group in root.iter(f"{SVG}g")
        if (title := group.find(f"{SVG}title")) is not None
    }
    for route in game.board.routes:
        spaces = cars[game.board.route_name(route.index)]
        assert len(spaces) == route.length
        for space in spaces:
            corner, width = float(space.get("rx", 0)), float(space.get("height", 0))
            assert (corner > width / 3) is route.is_ferry
            assert (space.get("stroke-dasharray") is not None) is route.is_tunnel


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_pixels_show_the_routes_of_every_seat(board: str, players: int) -> None:
    game = middle_of_a_game(board, players)
    pixels = as_pixels(game.view(None))
    assert pixels.shape == (HEIGHT, WIDTH, 3)
    assert pixels.dtype == np.uint8
    field = pixels[HEADER:].reshape(-1, 3)
    for seat in range(players):
        colour = np.frombuffer(bytes.fromhex(seat_colour(game.board, seat)[1:]), np.uint8)
        if game.view(None).routes(seat):
            assert (field == colour).all(axis=1).sum() > 50


def test_pictures_are_the_same_for_every_seat_and_text_shows_the_own_hand() -> None:
    game = middle_of_a_game("usa", 2)
    assert as_svg(game.view(0)) == as_svg(game.view(1)) == as_svg(game.view(None))
    assert "hand of player 1" in as_text(game.view(1))
    assert "hand" not in as_text(game.view(None))


def test_human_mode_prints_and_no_mode_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    game = middle_of_a_game("london", 2)
    assert render(game.view(0), "human") is None
    assert "row:" in capsys.readouterr().out
    with pytest.raises(EnvError, match="render_mode"):
        render(game.view(0), None)
