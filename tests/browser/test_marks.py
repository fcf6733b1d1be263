"""What the board points out: what can be done now, what tickets need, and who did what."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from anden.server import ServerSettings
from tools.positions import Point

from .conftest import AtPoint, OpenPage, open_at

MIDDLE = Point("usa", 3, 18, 70)
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}


@pytest.fixture(scope="module")
def opened(shared_page: OpenPage, address: str, settings: ServerSettings) -> Page:
    return open_at(shared_page(**DESK), MIDDLE, address, settings).page


@pytest.fixture
def middle(opened: Page) -> Page:
    """A turn in the middle of a game, with nothing pointed at."""
    opened.keyboard.press("Escape")
    away(opened)
    return opened


def names(page: Page, selector: str) -> set[str]:
    return set(
        page.locator(selector).evaluate_all("routes => routes.map(route => route.dataset.route)")
    )


def away(page: Page) -> None:
    """Takes the pointer off everything."""
    page.mouse.move(700, 20)


def test_a_card_shows_what_it_pays_for_and_what_it_would_open(middle: Page) -> None:
    page = middle
    framed = page.locator(".casings .ready")
    all_framed = framed.count()
    assert all_framed > 10
    assert page.locator(".route.almost").count() == 0
    options = page.evaluate("() => document.querySelectorAll('.route.claimable').length")
    assert options == all_framed
    page.hover(".hand [data-kind=purple]")
    expect(page.locator(".route.almost")).not_to_have_count(0)
    assert 0 < framed.count() < all_framed
    # One more purple card opens purple routes, and any colour's; never one of another colour.
    assert "kansas_city-saint_louis:purple" in names(page, ".route.almost")
    assert not any(":blue" in name for name in names(page, ".route.almost"))
    away(page)
    expect(framed).to_have_count(all_framed)
    page.locator(".hand [data-kind=purple]").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".route.almost")).not_to_have_count(0)


def test_a_card_of_the_row_shows_what_it_would_open(middle: Page) -> None:
    page = middle
    page.hover("[data-anchor=row-4]")
    expect(page.locator(".route.almost")).not_to_have_count(0)


def test_twins_that_nobody_may_use_look_shut(at_point: AtPoint) -> None:
    page = at_point(Point("usa", 2, 15, 40), **DESK).page
    shut = page.locator(".route.closed")
    assert shut.count() >= 3
    expect(shut.first.locator(".shut").first).to_be_attached()
    assert float(shut.first.evaluate("route => getComputedStyle(route).opacity")) < 0.5
    closed = names(page, ".route.closed")
    assert closed.isdisjoint(names(page, ".route.claimable"))


def test_own_tickets_are_marked_and_their_ways_drawn(middle: Page) -> None:
    page = middle
    assert page.locator("[data-pin=open]").count() == 4
    assert page.locator(".way").count() == 0
    ticket = page.locator("[data-ticket]").first
    ticket.hover()
    assert page.locator(".way").count() >= 3
    expect(page.locator(".ring")).to_have_count(2)
    away(page)
    expect(page.locator(".way")).to_have_count(0)
    ticket.click()
    away(page)
    assert page.locator(".way").count() >= 3  # pressed, it stays
    page.keyboard.press("Escape")
    expect(page.locator(".way")).to_have_count(0)


def test_done_and_open_tickets_look_different(at_point: AtPoint) -> None:
    page = at_point(Point("usa", 2, 6, 90), **DESK).page
    status = page.locator(".ticket").evaluate_all("all => all.map(one => one.classList[1])")
    pins = page.locator("[data-pin]").evaluate_all("all => all.map(one => one.dataset.pin)")
    assert {"done", "open"} <= set(status)
    assert {"done", "open"} <= set(pins)


def test_a_spectator_sees_no_tickets(at_point: AtPoint, open_page: OpenPage) -> None:
    table = at_point(MIDDLE, **DESK)
    game = table.page.request.get(f"/api/games/{table.game_id}").json()
    assert table.page.locator("[data-pin]").count() == 4
    other = open_page(**DESK)
    frames: list[str] = []
    other.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))),
    )
    assert other.request.post("/api/watch", data={"code": game["watch"]}).ok
    other.goto(f"/game/{table.game_id}")
    other.wait_for_selector("[data-recap]")
    assert other.locator("[data-pin], [data-ticket], .way").count() == 0
    assert frames
    for ticket in table.page.locator("[data-ticket]").evaluate_all(
        "all => all.map(one => one.dataset.ticket)"
    ):
        assert not any(f'"{ticket}"' in str(frame) for frame in frames)


def test_all_tickets_on_offer_are_on_the_board_with_what_they_share(at_point: AtPoint) -> None:
    page = at_point(Point("europe", 3, 16, 0, "setup"), **DESK).page
    assert page.locator("[data-pin=offer]").count() == 8
    ways = set(page.locator(".way").evaluate_all("all => all.map(one => one.dataset.way[0])"))
    assert ways == {"0", "1", "2", "3"}
    assert page.locator(".offer", has_text="shares 2 routes with D").count() == 1
    page.locator("[data-offer]").nth(1).hover()
    faint = page.locator(".way.faint").evaluate_all("all => all.map(one => one.dataset.way[0])")
    assert set(faint) == {"0", "2", "3"}


def test_a_city_shows_its_routes(middle: Page) -> None:
    page = middle
    place = page.locator("[data-city=kansas_city]").bounding_box()
    assert place is not None
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(page.locator(".way")).not_to_have_count(0)  # a ticket ends there
    assert 0 < page.locator(".casings .ready").count() < page.locator(".route.claimable").count()


def test_a_city_chosen_in_the_words_shows_its_routes(middle: Page) -> None:
    middle.keyboard.press("r")
    middle.wait_for_function("() => document.activeElement?.tagName === 'SELECT'")
    middle.locator("#tab-panel select").select_option("kansas_city")
    expect(middle.locator(".way")).not_to_have_count(0)
    middle.click("[data-tab=tickets]")
    expect(middle.locator(".way")).to_have_count(0)


def test_a_players_network_stands_out(middle: Page) -> None:
    page = middle
    page.hover("[data-seat='2']")
    owners = page.locator(".route:not(.aside)").evaluate_all(
        "all => all.map(one => one.dataset.owner)"
    )
    assert set(owners) == {"green"}
    away(page)
    expect(page.locator(".route.aside")).to_have_count(0)
    page.locator("[data-seat='1'] .net").click()
    away(page)
    owners = page.locator(".route:not(.aside)").evaluate_all(
        "all => all.map(one => one.dataset.owner)"
    )
    assert set(owners) == {"red"}


def test_the_last_moves_are_told_in_one_line_and_on_the_board(at_point: AtPoint) -> None:
    table = at_point(MIDDLE, **DESK)
    page = table.page
    assert page.locator("[data-recap]").count() == 2
    line = page.locator("[data-recap='2'] button")
    assert line.inner_text() == "Denver – Santa Fe +2"
    assert page.locator(".casings .recent").count() == 1
    line.hover()
    expect(page.locator(".ring")).to_have_count(2)
    # The first of two cards does not end the turn, so the line stays.
    page.click("[data-draw=deck]")
    page.wait_for_selector(".status[data-phase=second_card]")
    assert page.locator("[data-recap]").count() == 2


def test_routes_to_claim_are_listed_and_claimed(at_point: AtPoint) -> None:
    table = at_point(MIDDLE, **DESK)
    page = table.page
    page.keyboard.press("c")
    listed = page.locator("[data-claim]")
    assert listed.count() == page.locator(".route.claimable").count()
    expect(listed.first).to_contain_text("On the way of")
    name = listed.first.get_attribute("data-claim")
    before = table.seq
    listed.first.click()
    payment = page.locator("dialog [data-payment]")
    if payment.count():
        payment.first.click()
    table.wait_for_move(before + 1)
    assert page.get_attribute(f".route[data-route='{name}']", "data-owner") == "blue"


def test_a_click_skips_what_is_on_its_way(at_point: AtPoint) -> None:
    page = at_point(MIDDLE, animated=True, **DESK).page
    page.evaluate("() => { Element.prototype.animate = () => ({}); }")  # a card that never lands
    page.click("[data-draw=deck]")
    expect(page.locator(".sky .card")).not_to_have_count(0)
    page.mouse.click(700, 20)
    expect(page.locator(".sky .card")).to_have_count(0)


def test_less_movement_is_respected(at_point: AtPoint) -> None:
    page = at_point(MIDDLE, animated=True, reduced_motion="reduce", **DESK).page
    page.click("[data-draw=deck]")
    page.wait_for_selector(".status[data-phase=second_card]")
    assert page.locator(".sky .card").count() == 0
    # What is left is brief: nothing flies, beats or trembles.
    longest = page.evaluate(
        """() => Math.max(0, ...document.getAnimations().map(one => {
          const {duration, iterations} = one.effect.getTiming();
          return duration * iterations;
        }))"""
    )
    assert longest <= 130
