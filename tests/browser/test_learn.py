"""The introduction is played through by somebody who does as they are told."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import OpenPage


def press(page: Page, selector: str) -> None:
    """By keyboard: the board may be zoomed."""
    page.locator(selector).first.focus()
    page.keyboard.press("Enter")


def go_on(page: Page) -> None:
    expect(page.locator(".feedback .done")).to_be_visible()
    page.get_by_role("button", name="Next").click()


@pytest.fixture
def learner(open_page: OpenPage) -> Page:
    page = open_page()
    page.goto("/learn")
    page.wait_for_selector("svg.board")
    return page


def test_basics(learner: Page) -> None:
    tickets = learner.get_by_role("list", name="Your tickets")
    tickets.get_by_role("button", name="Chicago").click()
    learner.get_by_role("button", name="Keep these").click()
    expect(learner.locator(".hint")).to_contain_text("At least two")
    tickets.get_by_role("button", name="Chicago").click()
    for city in ("Houston", "Sault Ste. Marie"):
        tickets.get_by_role("button", name=city).click()
    learner.get_by_role("button", name="Keep these").click()
    go_on(learner)
    learner.locator("[data-draw=wild]").click()
    expect(learner.locator(".hint")).to_contain_text("whole turn")
    for _ in range(2):
        learner.locator("[data-draw=green]").first.click()
    go_on(learner)
    press(learner, ".route.claimable")
    go_on(learner)
    press(learner, ".route.lit")
    expect(learner.locator(".reason")).to_contain_text("C19")
    go_on(learner)
    press(learner, ".route.claimable")
    go_on(learner)
    press(learner, ".route.claimable")
    go_on(learner)
    expect(learner.locator("table")).to_contain_text("You")
    expect(learner.get_by_role("button", name="Play North America now")).to_be_enabled()


def test_new_in_europe(learner: Page) -> None:
    learner.get_by_role("button", name="New in Europe").click()
    press(learner, ".route.claimable")
    go_on(learner)
    press(learner, ".route.claimable")
    learner.get_by_role("button", name="Give it up").click()
    expect(learner.locator(".hint")).to_be_visible()
    learner.get_by_role("button", name="Pay").click()
    go_on(learner)
    press(learner, ".pick")
    expect(learner.locator(".feedback .done")).to_be_visible()


def test_new_in_london(learner: Page) -> None:
    learner.get_by_role("button", name="New in London").click()
    learner.get_by_role("button", name="Next").click()
    press(learner, ".route.claimable")
    expect(learner.locator(".feedback .done")).to_be_visible()


def test_lesson_leads_to_a_game(learner: Page) -> None:
    learner.get_by_role("button", name="New in London").click()
    learner.get_by_role("button", name="Step 2").click()
    press(learner, ".route.claimable")
    learner.get_by_role("button", name="Play London now").click()
    learner.wait_for_selector(".status")


def test_rules_are_searched_and_linked(open_page: OpenPage) -> None:
    page = open_page(locale="es-ES")
    page.goto("/rules/europe#E7")
    expect(page.locator("[data-rule=E7].called")).to_be_visible()
    page.get_by_label("Buscar en las reglas").fill("tunel recargo")
    expect(page.locator("[data-rule]")).to_have_count(1)
    page.get_by_role("link", name="Londres").click()
    page.get_by_label("Buscar en las reglas").fill("")
    expect(page.locator("[data-rule=L5]")).to_be_visible()
    expect(page.locator("[data-rule=E7]")).to_have_count(0)
