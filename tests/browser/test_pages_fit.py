"""Boards are shown whole wherever one looks at them, and pages fit every screen."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from anden.server import ServerSettings
from tools.positions import WHOLE, Point, cookie, store_game

from .conftest import AtPoint, OpenPage
from .test_sizes import HIDDEN, SCREENS, box_of, resized

LONDON = Point("london", 4, 13, 50)
MUCH_DONE = Point("europe", 5, 12, 150, rival="hard")
OVER = Point("europe", 5, 12, WHOLE)
MUCH = Point("europe", 4, 12, 150)
FITTING = [name for name in SCREENS if name not in ("phone", "small phone", "tablet")]

# Cities and flags of tickets that are not whole inside the board's frame.
CUT_OFF = """() => {
  const frame = document.querySelector('.frame').getBoundingClientRect();
  const isIn = box => box.left >= frame.left - 1 && box.right <= frame.right + 1
    && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  return [...document.querySelectorAll('[data-city], [data-pin]')]
    .filter(one => !isIn(one.getBoundingClientRect()))
    .map(one => one.dataset.city ?? `flag ${one.textContent}`);
}"""
# Buttons that lie over the map, whoever's they are.
OVER_MAP = """() => {
  const frame = document.querySelector('.frame').getBoundingClientRect();
  return [...document.querySelectorAll('button')].filter(one => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && box.left < frame.right - 1 && box.right > frame.left + 1
      && box.top < frame.bottom - 1 && box.bottom > frame.top + 1;
  }).map(one => one.outerHTML.slice(0, 80));
}"""


@pytest.mark.parametrize("point", [LONDON, MUCH], ids=lambda point: point.board)
def test_every_city_and_flag_of_the_table_is_in_sight(point: Point, at_point: AtPoint) -> None:
    page = at_point(point, has_touch=True).page
    assert page.locator("[data-pin]").count() >= 4
    for name in FITTING:
        resized(page, name)
        assert (name, page.evaluate(CUT_OFF)) == (name, [])


def pages_with_boards(address: str, settings: ServerSettings) -> dict[str, tuple[str, str]]:
    """Where boards are looked at, and what is used there."""
    game = store_game(settings, Point("london", 2, 13, WHOLE))
    return {
        f"/replay/{game}": ("input[type=range]", ".telling"),
        "/learn": ("#step-title", "#step-title"),
        "/puzzles/usa-network-5": ("#puzzle-title", ".question"),
        "/puzzles/london-keep-5": ("#puzzle-title", ".question"),
    }


def test_boards_of_all_pages_are_whole_and_nothing_covers_them(
    open_page: OpenPage, address: str, settings: ServerSettings
) -> None:
    page = open_page(has_touch=True)
    page.context.add_cookies([cookie(address)])
    for path, (ready, used) in pages_with_boards(address, settings).items():
        page.goto(path)
        page.wait_for_selector(ready)
        for name in SCREENS:
            resized(page, name)
            page.evaluate("scrollTo(0, 0)")
            is_zoomed_in = path == "/learn" and page.locator(".route.claimable").count() > 0
            cut_off = [] if is_zoomed_in else page.evaluate(CUT_OFF)
            assert (path, name, cut_off) == (path, name, [])
            assert (path, name, page.evaluate(OVER_MAP)) == (path, name, [])
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            if name == "wall":
                frame = box_of(page, ".frame")
                assert frame["width"] * frame["height"] > 0.45 * 2560 * 1440, path
            if name != "phone on its side":
                continue
            # The board and what one reads beside it are on one screen.
            frame = box_of(page, ".frame")
            assert frame["y"] + frame["height"] <= 390, path
            assert frame["height"] > 0.5 * 390, path
            assert page.locator(used).evaluate_all(HIDDEN) == [], path


@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
def test_one_can_start_a_game_without_scrolling(locale: str, open_page: OpenPage) -> None:
    page = open_page(locale=locale)
    page.goto("/")
    page.wait_for_selector(".laid")
    for name in ("old desk", "laptop", "desk", "wall", "phone", "small phone", "phone on its side"):
        resized(page, name)
        assert (name, page.locator("button.play").evaluate_all(HIDDEN)) == (name, [])
    resized(page, "phone on its side")
    heading, picture = box_of(page, "h1"), box_of(page, ".picture")
    assert heading["y"] + heading["height"] < 390
    assert picture["y"] + picture["height"] <= 390


def test_a_table_can_be_started_without_scrolling(open_page: OpenPage) -> None:
    page = open_page()
    seats = [{"kind": "here"}, *[{"kind": "bot", "bot": "medium"}] * 4]
    made = page.request.post("/api/games", data={"board": "usa", "seats": seats}).json()
    page.goto(f"/game/{made['id']}")
    page.wait_for_selector("button.start")
    for name in SCREENS:
        resized(page, name)
        assert (name, page.locator("button.start").evaluate_all(HIDDEN)) == (name, [])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


def test_pages_lose_nothing_at_200_percent(open_page: OpenPage) -> None:
    page = open_page()
    for path in ("/", "/learn", "/puzzles", "/rules/europe", "/account", "/join#AAAABBBB"):
        page.goto(path)
        page.wait_for_selector("main h1, main h2")
        resized(page, "desk at 200 %")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert page.evaluate(BEYOND) == [], path


# What is to be pressed and lies beyond the sides of the page.
BEYOND = """() => [...document.querySelectorAll('main button, main a, main input, main select')]
  .filter(one => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && (box.left < -1 || box.right > innerWidth + 1);
  }).map(one => one.outerHTML.slice(0, 80))"""


def test_what_all_the_others_did_is_in_sight(at_point: AtPoint) -> None:
    page = at_point(Point("europe", 5, 12, 200), has_touch=True).page
    assert page.locator("[data-recap]").count() == 4
    for name in SCREENS:
        resized(page, name)
        assert (name, page.locator("[data-recap]").evaluate_all(HIDDEN)) == (name, [])


def test_a_recap_that_is_too_long_for_its_line_can_be_unfolded(at_point: AtPoint) -> None:
    page = at_point(MUCH_DONE, locale="es-ES", has_touch=True).page
    resized(page, "phone")
    page.get_by_role("button", name="Todo entero").tap()
    whole = page.locator("ul.whole")
    expect(whole).to_contain_text("Bruno cubre Berlín – Varsovia (violeta) con 4 × violeta (+7).")
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
    assert page.locator("ul.whole, ul.whole *").evaluate_all(cut) == 0
    page.get_by_role("button", name="Bruno cubre").tap()
    expect(whole).to_have_count(0)
    expect(page.locator(".frame")).to_be_visible()
    resized(page, "wall")
    expect(page.get_by_role("button", name="Todo entero")).to_have_count(0)


def test_the_end_says_nothing_of_a_last_turn(at_point: AtPoint) -> None:
    page = at_point(Point("london", 4, 13, WHOLE)).page
    page.wait_for_selector(".bars")
    assert page.locator(".recap .none").count() == 0


@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
def test_a_result_is_shown_whole(locale: str, at_point: AtPoint) -> None:
    page = at_point(OVER, locale=locale, has_touch=True).page
    page.wait_for_selector(".bars")
    for name in SCREENS:
        resized(page, name)
        regions = page.locator("[role=region]:has(table)")
        spills: list[int] = regions.evaluate_all(
            "all => all.map(one => one.scrollWidth - one.clientWidth)"
        )
        assert (name, max(spills)) == (name, 0)
        check_columns_of_bars(page, name)
        assert (name, page.evaluate(CUT_OFF)) == (name, [])


def check_columns_of_bars(page: Page, name: str) -> None:
    """A player's bars start at the same place in every row."""
    rows: list[list[float]] = page.locator(".bars tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].slice(1).map(one => Math.round(one.offsetLeft)))"
    )
    assert len(rows) >= 4
    assert all(row == rows[0] for row in rows), (name, rows)


def test_players_show_their_final_totals(at_point: AtPoint) -> None:
    page = at_point(OVER).page
    page.wait_for_selector(".bars")
    totals: list[str] = page.locator("td.total").all_inner_texts()
    shown: list[str] = page.locator("[data-seat] .score").evaluate_all(
        "all => all.map(one => one.textContent.match(/\\d+/)[0])"
    )
    assert sorted(totals) == sorted(shown)


def test_names_are_readable_while_tickets_are_chosen(at_point: AtPoint) -> None:
    page = at_point(Point("europe", 5, 16, 0, "setup")).page
    for name in ("old desk", "laptop", "desk", "tablet on its side"):
        resized(page, name)
        cut: list[str] = page.locator("[data-seat] strong").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
        )
        assert (name, cut) == (name, [])


def test_a_wall_shows_the_log_beside_the_tickets(at_point: AtPoint) -> None:
    page = at_point(MUCH).page
    resized(page, "desk")
    assert page.locator("[data-tab=log]").count() == 1
    resized(page, "wall")
    expect(page.locator("[data-tab=log]")).to_have_count(0)
    expect(page.locator("section.log")).to_be_visible()
    assert page.locator("[data-ticket]").evaluate_all(HIDDEN) == []


def test_the_rules_lead_back_to_the_menu(at_point: AtPoint) -> None:
    page = at_point(MUCH).page
    page.click("[data-action=menu]")
    page.get_by_role("button", name="Rules of this board").click()
    dialog: Any = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=2).first).to_have_text("Rules of this board")
    page.click("[data-action=back]")
    expect(page.get_by_role("button", name="Rules of this board")).to_be_visible()


def test_what_one_has_to_do_is_said_in_one_line_on_a_phone(at_point: AtPoint) -> None:
    page = at_point(MUCH, locale="es-ES", has_touch=True).page
    for name in ("phone", "small phone"):
        resized(page, name)
        page.tap("[data-draw=station]")
        expect(page.locator(".status")).to_have_text("Elige una ciudad")
        assert box_of(page, ".status")["height"] < 40
        page.tap("[data-draw=station]")
