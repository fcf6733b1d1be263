"""A finished game once more: slider, keys, and whose eyes it is seen with."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from anden.server import ServerSettings
from tools.positions import WHOLE, Point, cookie, store_game

from .conftest import OpenPage
from .test_accessibility import serious_problems

DESK: ViewportSize = {"width": 1280, "height": 720}


@pytest.fixture(scope="module")
def cinema(shared_page: OpenPage, address: str, settings: ServerSettings) -> Page:
    """The replay of a whole game in London."""
    page = shared_page(bypass_csp=True)
    page.context.add_cookies([cookie(address)])
    page.goto(f"/replay/{store_game(settings, Point('london', 2, 13, WHOLE))}")
    page.wait_for_selector("input[type=range]")
    return page


@pytest.fixture
def film(cinema: Page) -> Page:
    """The same from its beginning, seen by all."""
    cinema.set_viewport_size(DESK)
    cinema.get_by_label("Seen by").select_option(value="all")
    cinema.locator("body").press("Home")
    return cinema


def place(page: Page) -> int:
    return int(page.input_value("input[type=range]"))


def trains(page: Page) -> int:
    return page.locator(".route[data-owner]").count()


def test_slider_keys_and_log_go_together(film: Page) -> None:
    last = int(film.get_attribute("input[type=range]", "max") or 0)
    assert (place(film), trains(film)) == (0, 0)
    film.keyboard.press("End")
    assert place(film) == last
    expect(film.locator("table")).to_be_visible()
    at_the_end, told = trains(film), film.locator("li[data-event]").count()
    assert at_the_end > 5
    film.keyboard.press("ArrowLeft")
    assert place(film) == last - 1
    film.keyboard.press("Home")
    assert (place(film), trains(film)) == (0, 0)
    film.keyboard.press("ArrowRight")
    assert place(film) == 1
    assert 0 < film.locator("li[data-event]").count() < told


def test_it_plays_by_itself(film: Page) -> None:
    film.get_by_label("Speed").select_option("4×")
    film.get_by_role("button", name="Play", exact=True).click()
    film.wait_for_function("() => Number(document.querySelector('input[type=range]').value) > 2")
    film.get_by_role("button", name="Pause").click()
    stopped = place(film)
    film.wait_for_timeout(700)
    assert place(film) == stopped


def test_each_view_shows_its_hands_only(film: Page) -> None:
    film.keyboard.press("End")
    film.keyboard.press("ArrowLeft")
    expect(film.locator("ul.tickets")).to_have_count(2)
    film.get_by_label("Seen by").select_option("Ana only")
    expect(film.locator("ul.tickets")).to_have_count(1)
    film.get_by_label("Seen by").select_option(value="none")
    expect(film.locator("ul.tickets")).to_have_count(0)
    assert place(film) > 2


def test_it_fits_a_phone(film: Page) -> None:
    film.set_viewport_size({"width": 390, "height": 844})
    film.keyboard.press("End")
    expect(film.locator("table")).to_be_visible()
    assert film.evaluate("document.documentElement.scrollWidth") <= 390


def test_nothing_serious_for_axe(film: Page, axe: str) -> None:
    film.keyboard.press("End")
    assert serious_problems(film, axe) == []
