"""A game from the first ticket to the last point, through clicks alone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tools.positions import WHOLE, Point

from .conftest import AtPoint, NewTable
from .table import BOT, PERSON


def test_a_game_is_played_from_the_first_ticket_with_the_mouse(new_table: NewTable) -> None:
    table = new_table("london", [PERSON, BOT], viewport={"width": 1440, "height": 900})
    table.play_until("over")
    assert table.page.get_by_role("heading", name="win").count() == 1


@pytest.mark.parametrize(
    "point", [Point("usa", 2, 15, 110), Point("europe", 2, 14, 110)], ids=lambda point: point.board
)
def test_a_game_is_played_to_its_end_with_the_mouse(
    point: Point, at_point: AtPoint, tmp_path: Path
) -> None:
    table = at_point(point, viewport={"width": 1440, "height": 900})
    page = table.page
    table.play_until("over")

    scores = page.get_by_role("region", name="Final scores").locator("tbody tr")
    assert scores.count() == 2
    assert page.get_by_role("heading", name="win").count() == 1
    with page.expect_download() as record:
        page.click("[data-action=record]")
    record.value.save_as(tmp_path / "game.anden")
    assert (tmp_path / "game.anden").read_text(encoding="utf-8").count("\n") > 20
    with page.expect_download() as picture:
        page.click("[data-action=picture]")
    picture.value.save_as(tmp_path / "board.png")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    page.click("[data-action=rematch]")
    page.wait_for_url(lambda url: "/game/" in url and table.game_id not in url)


def test_the_end_is_told_step_by_step(at_point: AtPoint) -> None:
    """With animations: tickets are turned, and all of it can be skipped."""
    page = at_point(Point("london", 2, 13, WHOLE), animated=True).page
    page.wait_for_selector("[data-told=false] .turned")
    assert page.locator(".ring").count() >= 2
    page.click("[data-action=skip]")
    page.wait_for_selector("[data-told=true] table")


def test_what_cannot_be_done_says_why(new_table: NewTable) -> None:
    table = new_table("usa", [PERSON, BOT], viewport={"width": 1440, "height": 900})
    table.play_until("turn")
    page = table.page
    route = page.locator(".route:not(.claimable)[data-route='miami-new_orleans']")
    route.focus()
    expect(page.locator(".tip")).to_contain_text("You need")
    page.keyboard.press("Enter")
    expect(page.locator(".toast", has_text="You need")).to_have_count(1)


def test_lifted_cards_narrow_the_routes_that_glow(new_table: NewTable) -> None:
    table = new_table("usa", [PERSON, BOT], viewport={"width": 1440, "height": 900})
    table.play_until("turn")
    page = table.page
    glowing = page.locator(".route.claimable")
    before = glowing.count()
    stack = page.locator(".hand [data-kind]").first
    count = int(stack.locator(".number").inner_text())
    for _ in range(count):
        stack.click()
    assert stack.get_attribute("aria-pressed") == "true"
    assert glowing.count() <= before
    page.keyboard.press("Escape")
    assert glowing.count() == before


# A lane that could be claimed now, beside one of another colour that could be as well.
TWO_LANES = """() => {
  const names = [...document.querySelectorAll('.route.claimable')]
    .map(route => route.dataset.route).filter(name => /:[a-z]+$/.test(name));
  return names.find(name => names.some(
    other => other !== name && other.split(':')[0] === name.split(':')[0])) ?? null;
}"""


def test_a_lane_is_chosen_where_both_could_be_claimed(new_table: NewTable) -> None:
    table = new_table("usa", [PERSON, BOT], viewport={"width": 1440, "height": 900})
    page = table.page
    table.play_until("turn")
    for _ in range(60):
        if table.phase == "turn" and page.evaluate(TWO_LANES):
            break
        before = table.seq
        page.locator("[data-draw=deck]").first.click()
        table.wait_for_move(before + 1)
    lane = page.evaluate(TWO_LANES)
    page.locator(f".route[data-route='{lane}']").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog [data-payment]")
    assert page.locator("dialog p.lane").count() == 2
    page.locator("dialog ul").nth(1).locator("[data-payment]").first.click()
    # The lanes are listed by name, and the second was paid for.
    pair = page.locator(f".route[data-route^='{lane.split(':')[0]}:']")
    second = sorted(pair.evaluate_all("routes => routes.map(route => route.dataset.route)"))[1]
    owner = page.locator(f".route[data-route='{second}']")
    expect(owner).to_have_attribute("data-owner", re.compile("."))
