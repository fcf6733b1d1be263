"""Who is away from games by correspondence: taken, told and ended on the page."""

import re

from playwright.sync_api import Locator, Page, expect

from .conftest import OpenPage

MAKE = """async () => {
  const send = (path, body) => fetch(`/api/games${path}`, {
    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
  }).then(answer => answer.json());
  const seats = [{kind: "here"}, {kind: "here"}];
  const game = await send("", {board: "london", seats, clock: "one_day"});
  await send(`/${game.id}/start`, {});
  return game.id;
}"""


def days_left(page: Page, game_id: str) -> float:
    """Of the seat that is to act, in days."""
    turns = page.evaluate("() => fetch('/api/my-games').then(answer => answer.json())")["turns"]
    due = [turn["due"] for turn in turns if turn["game"] == game_id]
    now = page.evaluate("() => Date.now()")
    times = [page.evaluate("due => Date.parse(due)", each) - now for each in due]
    return float(max(times)) / 86_400_000


def vacation_of(page: Page) -> Locator:
    page.goto("/")
    page.get_by_role("button", name="Vacation").click()
    dialog = page.get_by_role("dialog", name="Vacation")
    expect(dialog.get_by_text("While you are away")).to_be_visible()
    return dialog


def test_a_vacation_is_taken_told_and_ended_early(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    game_id: str = page.evaluate(MAKE)
    assert 0.9 < days_left(page, game_id) <= 1
    dialog = vacation_of(page)
    expect(dialog.locator(".left")).to_contain_text("21 more days")
    dialog.get_by_label("I’ll be away for").select_option(label="5 days")
    dialog.get_by_role("button", name="Go on vacation").click()
    expect(dialog.get_by_text("You are away until")).to_be_visible()
    expect(dialog.locator(".left")).to_contain_text("16 more days")
    assert 5.9 < days_left(page, game_id) <= 6

    dialog = vacation_of(page)  # it is kept
    dialog.get_by_role("button", name="I’m back").click()
    expect(dialog.get_by_role("button", name="Go on vacation")).to_be_visible()
    expect(dialog.locator("[data-until]")).to_have_count(0)
    assert 0.9 < days_left(page, game_id) <= 1


def test_no_vacation_is_offered_where_no_days_count(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    page.evaluate(MAKE.replace('clock: "one_day"', 'clock: "none"'))
    page.goto("/")
    expect(page.get_by_role("heading", name=re.compile("games"))).not_to_have_count(0)
    expect(page.get_by_role("button", name="Vacation")).to_have_count(0)
