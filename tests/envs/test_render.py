"""Pictures and text of a position."""

import sys
from itertools import combinations, islice
from math import hypot

import numpy as np
import pytest

from anden.boards import builtin_boards, load_board
from anden.envs import EnvError, window
from anden.envs.base import IdGame
from anden.envs.raster import as_pixels
from anden.envs.render import as_text, render
from anden.envs.scene import (
    HEADER,
    HEIGHT,
    WIDTH,
    city_labels,
    city_places,
    seat_colour,
)
from anden.game.pictures import position_svg
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
    one, other, nobody = (render(game.view(seat), "svg") for seat in (0, 1, None))
    assert one == other == nobody == position_svg(game.view(None))
    assert "hand of player 1" in as_text(game.view(1))
    assert "hand" not in as_text(game.view(None))


@pytest.mark.parametrize("board", builtin_boards())
def test_pixels_show_the_name_of_every_city(board: str) -> None:
    """Where a name stands, there is ink that is not there without it."""
    game = IdGame(board, 2, "margin")
    game.deal(1)
    pixels = as_pixels(game.view(None)).astype(int)
    for label in city_labels(game.board):
        left = {"start": 0.0, "middle": -0.5, "end": -1.0}[label.anchor]
        width = 0.5 * label.size * len(label.text)
        x, y = label.place
        start = int(x + left * width)
        letters = pixels[int(y - 0.6 * label.size) : int(y), start : start + int(width)]
        assert (letters.sum(axis=2) < 250).any(), label.text


class FakeTk:
    """Tk on a machine with a screen, or without one."""

    TclError = RuntimeError

    def __init__(self, has_screen: bool) -> None:
        self.has_screen = has_screen
        self.shown: list[bytes] = []

    def Tk(self) -> "FakeTk":  # noqa: N802 # its name there
        if not self.has_screen:
            raise self.TclError
        return self

    def Label(self, root: "FakeTk") -> "FakeTk":  # noqa: N802
        return self

    def PhotoImage(self, data: bytes, format: str) -> bytes:  # noqa: N802
        return data

    def configure(self, image: bytes) -> None:
        self.shown.append(image)

    def title(self, text: str) -> None:
        pass

    def pack(self) -> None:
        pass

    def update(self) -> None:
        pass


def test_human_mode_shows_a_window(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake = FakeTk(has_screen=True)
    monkeypatch.setitem(sys.modules, "tkinter", fake)
    monkeypatch.setattr(window, "_windows", {})
    game = middle_of_a_game("london", 2)
    for _ in range(2):
        assert render(game.view(0), "human") is None
    assert [picture[:15] for picture in fake.shown] == [b"P6 960 640 255 "] * 2
    assert capsys.readouterr().out == ""


def test_human_mode_without_a_screen_prints_and_no_mode_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "tkinter", FakeTk(has_screen=False))
    monkeypatch.setattr(window, "_windows", {})
    game = middle_of_a_game("london", 2)
    assert render(game.view(0), "human") is None
    assert "row:" in capsys.readouterr().out
    with pytest.raises(EnvError, match="render_mode"):
        render(game.view(0), None)
