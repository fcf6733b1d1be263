"""Every screen shows what has to be decided, and nothing covers anything."""

import pytest
from playwright.sync_api import Page, expect

from anden.server import ServerSettings
from tools.positions import Point

from .conftest import AtPoint, OpenPage, open_at

LATE = Point("europe", 5, 12, 200)
NINE_KINDS = Point("europe", 5, 12, 150)
CHOOSING = Point("europe", 5, 16, 0, "setup")


SCREENS = {
    "phone": (390, 844),
    "small phone": (360, 640),
    "phone on its side": (844, 390),
    "tablet": (820, 1180),
    "tablet on its side": (1180, 820),
    "old desk": (1024, 768),
    "laptop": (1366, 768),
    "desk": (1440, 900),
    "desk at 200 %": (720, 450),
    "wall": (2560, 1440),
}
NEEDED = [
    ".frame",
    ".hand li button",
    "[data-anchor=row-4]",
    "[data-draw=deck]",
    "[data-draw=tickets]",
    "[data-draw=station]",
    "[data-action=claims]",
    ".status",
]

# Those that do not lie whole on the screen, inside whatever scrolls, and on top there.
HIDDEN = """elements => elements.filter(element => {
  const box = element.getBoundingClientRect();
  const points = [[.5, .5], [.1, .15], [.9, .85], [.9, .5]];
  return box.width < 4 || box.height < 4 || !points.every(([x, y]) => {
    const top = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y);
    return top !== null && (element.contains(top) || top.contains(element));
  });
}).map(element => element.outerHTML.slice(0, 90))"""


def hidden(page: Page, selector: str) -> list[str]:
    found = page.locator(selector)
    assert found.count(), selector
    names: list[str] = found.evaluate_all(HIDDEN)
    return names


@pytest.fixture(scope="module")
def late(shared_page: OpenPage, address: str, settings: ServerSettings) -> Page:
    """A turn late in a game of five."""
    return open_at(shared_page(has_touch=True), LATE, address, settings).page


def resized(page: Page, name: str) -> None:
    width, height = SCREENS[name]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")


def box_of(page: Page, selector: str) -> dict[str, float]:
    box: dict[str, float] = page.locator(selector).first.evaluate(
        "one => { const {x, y, width, height} = one.getBoundingClientRect();"
        " return {x, y, width, height}; }"
    )
    return box


def test_a_turn_needs_no_tab_and_no_scrolling(late: Page) -> None:
    page = late
    for name, (width, height) in SCREENS.items():
        resized(page, name)
        assert (name, [hidden(page, selector) for selector in NEEDED]) == (name, [[]] * len(NEEDED))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        frame = box_of(page, ".frame")
        assert frame["width"] * frame["height"] > 0.3 * width * height, name


def test_a_hand_of_all_nine_kinds_is_in_sight(at_point: AtPoint) -> None:
    page = at_point(NINE_KINDS, has_touch=True).page
    expect(page.locator(".hand li button")).to_have_count(9)
    for name in SCREENS:
        resized(page, name)
        assert (name, hidden(page, ".hand li button")) == (name, [])


@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
def test_tickets_are_chosen_without_anything_in_the_way(locale: str, at_point: AtPoint) -> None:
    page = at_point(CHOOSING, locale=locale).page
    for name in SCREENS:
        resized(page, name)
        expect(page.locator("[data-offer]")).to_have_count(4)
        assert (name, hidden(page, "[data-offer]")) == (name, [])
        assert (name, hidden(page, "[data-action=keep]")) == (name, [])
        offers = page.locator("[data-offer]").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().bottom)"
        )
        assert box_of(page, "[data-action=keep]")["y"] >= max(offers) - 1, name


@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
def test_tabs_never_wrap_and_every_one_fits(locale: str, at_point: AtPoint) -> None:
    page = at_point(LATE, locale=locale, has_touch=True).page
    for name in ("phone", "small phone", "phone on its side"):
        resized(page, name)
        tabs = page.locator("[role=tab]")
        assert len(set(tabs.evaluate_all("all => all.map(one => one.offsetTop)"))) == 1
        for tab in tabs.all():
            lines = tab.locator("span").evaluate(
                "one => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)"
            )
            assert lines < 1.5, name
            assert tab.locator("span").evaluate("one => one.scrollWidth <= one.clientWidth + 1")
            tab.tap()
            assert (name, hidden(page, "[role=tab]")) == (name, [])


def test_no_button_lies_over_the_map(late: Page) -> None:
    page = late
    for name in SCREENS:
        resized(page, name)
        assert page.locator(".frame button").count() == 0, name


def test_a_board_leaves_no_empty_bands(late: Page) -> None:
    page = late
    for name in ("old desk", "desk", "laptop", "tablet on its side"):
        resized(page, name)
        page.keyboard.press("b")
        page.keyboard.press("0")
        frame, board = box_of(page, ".frame"), box_of(page, "svg.board")
        taken = board["width"] * board["height"] / (frame["width"] * frame["height"])
        assert taken > 0.85, name


def test_what_is_used_most_is_within_reach_of_a_thumb(late: Page) -> None:
    page = late
    resized(page, "phone")
    for selector in ("[data-draw=deck]", "[data-anchor=row-0]", ".hand li button"):
        box = box_of(page, selector)
        assert box["y"] > 844 / 2
        assert min(box["width"], box["height"]) >= 40
