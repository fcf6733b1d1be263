"""How the chance of a game was made, checked by the browser that took part in it."""

import re

from playwright.sync_api import Locator, Page, expect

from tools.positions import WHOLE, Point

from .conftest import AtPoint, OpenPage
from .test_lobby import open_table, path_of, seated


def game_broken_off(ana: Page, luis: Page) -> None:
    """Two browsers add their numbers; the game ends early, and its secret is told."""
    link = open_table(ana)
    luis.goto(path_of(link))
    luis.get_by_label("Your name").fill("Luis")
    luis.get_by_role("button", name="Take a seat").click()
    expect(ana.get_by_label("Name").nth(1)).to_have_value("Luis")
    ana.get_by_role("button", name="Start the game").click()
    game_id = seated(ana).game_id
    ana.evaluate("id => fetch(`/api/games/${id}/end`, {method: 'POST'})", game_id)


def open_findings(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Was it fair?").click()


def findings_of(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Was it fair?")


def test_it_is_found_that_the_own_number_is_among_those_that_dealt(
    open_page: OpenPage,
) -> None:
    ana, luis = open_page(), open_page()
    game_broken_off(ana, luis)
    for page in (ana, luis):
        open_findings(page)
        dialog = findings_of(page)
        expect(dialog.get_by_text("Nobody can have chosen the cards")).to_contain_text("Luis")
        expect(dialog.get_by_role("listitem")).to_have_count(4)
        expect(dialog.locator(".wrong")).to_have_count(0)
        expect(dialog.get_by_text("own number is among them")).to_be_visible()
        expect(dialog.get_by_text(re.compile("make exactly the seed"))).to_be_visible()


LEFT_OFF = """
const all = JSON.parse(localStorage.getItem("anden.chance"));
for (const kept of Object.values(all)) { kept.number = "ab".repeat(16); kept.list = []; }
localStorage.setItem("anden.chance", JSON.stringify(all));
"""


def test_a_number_that_was_left_off_the_list_is_told(open_page: OpenPage) -> None:
    ana, luis = open_page(), open_page()
    game_broken_off(ana, luis)
    luis.evaluate(LEFT_OFF)
    open_findings(luis)
    dialog = findings_of(luis)
    expect(dialog.locator(".unused")).to_contain_text("number was not used")
    expect(dialog.get_by_text("own number is among them")).to_have_count(0)


def test_one_click_at_the_end_tells_what_was_found(at_point: AtPoint) -> None:
    page = at_point(Point("london", 2, 13, WHOLE)).page
    page.locator("[data-action=fair]").click()
    dialog = findings_of(page)
    expect(dialog.get_by_text("No browser added a number of its own")).to_be_visible()
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    expect(dialog.locator(".wrong, .unused")).to_have_count(0)
