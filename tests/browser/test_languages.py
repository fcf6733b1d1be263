"""Every text in the language of the browser, and switched while one plays."""

import pytest

from .conftest import NewTable
from .table import BOT, PERSON


@pytest.mark.parametrize(
    ("locale", "status", "city"),
    [("en-GB", "Choose the tickets you keep", "Vienna"), ("es-MX", "Elige los billetes", "Viena")],
)
def test_the_table_speaks_the_language_of_the_browser(
    locale: str, status: str, city: str, new_table: NewTable
) -> None:
    page = new_table("europe", [PERSON, BOT], locale=locale).page
    assert status in page.inner_text(".status")
    assert page.locator("svg.board text", has_text=city).count() > 0


def test_the_language_is_switched_without_reloading(new_table: NewTable) -> None:
    table = new_table("europe", [PERSON, BOT])
    table.play_until("turn")
    page = table.page
    page.click("[data-action=menu]")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_text("Español").click()
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert "Tu turno" in page.inner_text(".status")
    assert page.locator("html").get_attribute("lang") == "es"
    page.locator(".route:not(.claimable):not([data-owner])").last.focus()
    page.wait_for_function("() => document.querySelector('.tip')?.innerText.includes('falta')")
