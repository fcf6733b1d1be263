"""Positions and drawings look as they did. After a wanted change: python -m tools.pictures"""

import pytest
from PIL import Image
from playwright.sync_api import Browser

from anden.server import ServerSettings
from tools.pictures import DRAWINGS, FOLDER, SHOTS, difference, take, take_drawing

MEAN = 5.0  # of 255: fonts differ from machine to machine
SHARE = 0.03  # of the pixels may differ much


@pytest.mark.parametrize("name", SHOTS)
def test_the_table_looks_as_it_did(
    name: str, browser: Browser, address: str, settings: ServerSettings
) -> None:
    compare(name, take(browser, address, settings, name))


@pytest.mark.parametrize("name", DRAWINGS)
def test_games_are_drawn_as_they_were(name: str, browser: Browser) -> None:
    compare(name, take_drawing(browser, name))


def compare(name: str, now: Image.Image) -> None:
    with Image.open(FOLDER / f"{name}.png") as before:
        mean, share = difference(before, now)
    assert mean < MEAN, f"{name} is off by {mean:.1f}; if so wanted: python -m tools.pictures"
    assert share < SHARE, f"{name} differs in {share:.1%}; if so wanted: python -m tools.pictures"


def test_another_position_or_theme_would_be_noticed() -> None:
    pairs = [("late-light", "late-dark"), ("card", "network"), ("late-light", "card")]
    for one, other in pairs:
        with (
            Image.open(FOLDER / f"{one}.png") as first,
            Image.open(FOLDER / f"{other}.png") as second,
        ):
            mean, share = difference(first, second)
        assert mean > MEAN or share > SHARE, (one, other)
