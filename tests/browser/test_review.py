"""A review in the browser: asked for, followed, looked at, practised, and played on from."""

import pytest
from playwright.sync_api import Page, expect

from anden.core.warm_up import warm_up_review
from anden.server import ServerSettings
from anden.server.review_desk import ReviewDesk
from tools.positions import WHOLE, Point, cookie, store_game

from .conftest import OpenPage
from .test_accessibility import serious_problems


@pytest.fixture(scope="module")
def game(settings: ServerSettings, address: str) -> str:
    warm_up_review()  # not while somebody waits for a review
    return store_game(settings, Point("london", 2, 13, WHOLE, bot="easy"))


@pytest.fixture
def page(open_page: OpenPage, address: str, game: str) -> Page:
    page = open_page(bypass_csp=True)
    page.context.add_cookies([cookie(address)])
    page.goto(f"/replay/{game}?review=0")
    page.wait_for_selector(".review")
    return page


def test_from_the_question_to_a_game_that_goes_on(
    page: Page, axe: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ReviewDesk, "effort", 0.5)
    page.click("[data-action=review]")
    expect(page.get_by_text("You can leave this page")).to_be_visible()
    page.goto(page.url)  # gone, and back again
    page.wait_for_selector(".review table")
    expect(page.locator("ul.tickets")).to_have_count(1)  # the reviewed seat's cards alone
    marks = page.locator("button.mark.error")
    assert marks.count() > 0
    marks.first.click()
    expect(page.locator(".here")).to_contain_text("Better:")
    page.locator(".review ul button", has_text="Claim").first.click()
    expect(page.locator("[data-way]").first).to_be_attached()
    page.get_by_label("With open cards").check()
    expect(page.locator(".hindsight")).to_contain_text("could not see")
    expect(page.locator("ul.tickets")).to_have_count(2)
    page.get_by_label("With open cards").uncheck()
    assert serious_problems(page, axe) == []
    page.get_by_text("The curve as a table").click()
    assert page.locator("details td").count() > 10
    page.click("[data-action=practise]")
    answers = page.locator(".practice li button")
    expect(page.locator(".here")).to_have_count(0)
    answers.first.click()
    expect(page.locator(".practice .right").first).to_be_visible()
    expect(page.locator(".practice em")).to_have_text("you played this")
    assert serious_problems(page, axe) == []
    page.get_by_role("button", name="Stop").click()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    replay = page.url
    page.locator(".review ul button").first.click()
    page.click("[data-action=branch]")
    page.wait_for_selector(".status[data-mine=true]")
    assert "/game/" in page.url
    page.goto(replay)
    expect(page.get_by_role("link", name="From move")).to_be_visible()
