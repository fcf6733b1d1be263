"""Pictures of boards and games."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from anden.boards import builtin_boards, layout_for, load_board
from anden.boards.map_files import symbols
from anden.game import Game, read_record
from anden.game.pictures import board_svg, position_svg, replay_svg
from anden.game.pictures.looks import palette_of, piece_look
from anden.game.pictures.routes import open_route

RECORD = Path(__file__).parents[1] / "golden" / "europe_5.anden"
SVG = "{http://www.w3.org/2000/svg}"
USE = f"{SVG}use"


@cache
def five_player_game() -> Game:
    return Game.replay(read_record(RECORD.read_text("utf-8")))


def texts(picture: str) -> list[str]:
    root = ElementTree.fromstring(picture)
    return [str(text.text) for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("name", builtin_boards())
def test_boards_are_drawn_with_and_without_a_map(name: str) -> None:
    board = load_board(name)
    assert len(texts(board_svg(board, language="es", theme="dark"))) > len(board.cities)
    plain = replace(board, starting_hand=3, layout=None)
    assert len(texts(board_svg(plain))) >= len(board.cities)


def test_every_piece_on_the_board_is_drawn_in_its_owners_colour() -> None:
    game = five_player_game()
    root = ElementTree.fromstring(position_svg(game.position))
    drawn = Counter(use.get("fill") for use in root.iter(USE))
    for seat in range(game.players):
        look = piece_look(game.board.pieces.colours[seat].id)
        assert drawn[look.fill] == game.board.pieces.count - game.position.pieces(seat)
    stations = sum(len(game.position.station_cities(seat)) for seat in range(game.players))
    assert stations > 0
    assert position_svg(game.position).count('d="M-3.5 9V3h7v6z"') == stations


def box_of(picture: str) -> list[float]:
    return [float(part) for part in ElementTree.fromstring(picture).attrib["viewBox"].split()]


def test_a_picture_and_a_film_show_the_whole_board_under_its_header() -> None:
    game = five_player_game()
    layout = layout_for(game.board)
    for picture in (position_svg(game.position), replay_svg(game.record())):
        left, top, width, height = box_of(picture)
        assert (left, top, width) == (0, 0, layout.width)
        assert layout.height < height < 1.2 * layout.height


def test_a_line_stands_under_the_seat_that_is_to_act() -> None:
    game = Game("usa", 3, seed=4)
    accent = palette_of(game.board, "light")["accent"]
    step = layout_for(game.board).width / 4  # a quarter each, with three players too
    marked = set()
    for _ in range(12):
        root = ElementTree.fromstring(position_svg(game.position))
        lines = [rect for rect in root.iter(f"{SVG}rect") if rect.get("fill") == accent]
        if game.phase == "setup":
            assert not lines
        else:
            assert [float(line.attrib["x"]) // step for line in lines] == [game.to_act]
            marked.add(game.to_act)
        game.play(game.legal_actions()[0])
    assert marked == {0, 1, 2}


def test_ferries_carry_wild_signs_and_tunnels_a_broken_edge() -> None:
    board = load_board("europe")
    for route in board.routes:
        drawn = "".join(open_route(board, route, "light"))
        assert drawn.count(str(symbols()["wild"])) == route.wilds
        assert ("stroke-dasharray" in drawn) is route.is_tunnel
        corner = max(float(found) for found in re.findall(r"A([\d.]+) [\d.]+ 0 0 1 ", drawn))
        assert (corner > layout_for(board).space_width / 3) is route.is_ferry


def test_a_part_of_a_board_leaves_out_the_routes_outside_it() -> None:
    board = load_board("europe")
    whole = board_svg(board)
    part = board_svg(board, part=(0, 0, 300, 200))
    assert 0 < len(part) < len(whole)
    palette, layout = palette_of(board, "light"), layout_for(board)
    halo = f'stroke="{palette["space_halo"]}" stroke-width="4"'
    near = [
        route
        for route in board.routes
        if any(space.x < 300 and space.y < 200 for space in layout.routes[route.index])
    ]
    assert len(near) <= part.count(halo) < whole.count(halo) == len(board.routes)


def test_a_notebook_shows_the_table_and_nothing_hidden() -> None:
    game = Game("usa", 3, seed=4)
    shown = game._repr_svg_()
    assert shown == position_svg(game.view(None)) == position_svg(game.view(1))
    assert {"Player 3", "0 points, 45 trains", "Denver"} <= set(texts(shown))
    assert Game("usa", 3, seed=5)._repr_svg_() == shown


def test_a_part_of_a_board_shows_what_is_laid_on_it() -> None:
    board = load_board("europe")
    laid = {"paris-frankfurt:white": 1}
    part = board_svg(board, claimed=laid, stations={"wien": 0}, part=(100, 50, 300, 200))
    assert 'viewBox="100 50 300 200"' in part
    assert part.count('<use href="#anden-europe-piece"') == 3 * 3
    assert part.count('d="M-3.5 9V3h7v6z"') == 1


def test_an_animation_builds_everything_once_and_ends_with_the_scores() -> None:
    game = five_player_game()
    names = ["Ana", "Ben", "Cleo", "Dan", "<Eva>"]
    film = replay_svg(game.record(), names=names, language="es", theme="dark")
    root = ElementTree.fromstring(film)
    built = [g for g in root.iter(f"{SVG}g") if g.get("class") == "moves"]
    claimed = sum(len(game.position.routes(seat)) for seat in range(game.players))
    stations = sum(len(game.position.station_cities(seat)) for seat in range(game.players))
    assert len(built) == claimed + stations
    shown = set(re.findall(r"animation-name:(m\d+)", film))
    assert shown == set(re.findall(r"@keyframes (m\d+)\{0%\{opacity:0\}", film))
    moving = [text for text in root.iter(f"{SVG}text") if text.get("class") == "moves"]
    last = [str(text.text) for text in moving if text.get("opacity") is None]
    assert last == [str(total) for total in game.scores().totals]
    assert set(names) <= set(texts(film))


def test_an_unfinished_game_is_filmed_as_far_as_it_goes() -> None:
    assert texts(replay_svg(Game("london", 2, seed=1).record())).count("0") == 2
