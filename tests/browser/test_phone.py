"""A phone: small, upright, and touched."""

from .conftest import NewTable
from .table import BOT, PERSON

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def test_a_turn_by_touch(new_table: NewTable) -> None:
    table = new_table("usa", [PERSON, BOT], **PHONE)
    page = table.page
    for number in range(2):
        page.locator("[data-offer]").nth(number).tap()
    page.tap("[data-action=keep]")
    table.wait_until_kept()
    table.wait_for_move(1)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    before = table.seq
    page.tap("[data-draw=deck]")
    table.wait_for_move(before + 1)
    page.tap("[data-draw=deck]")
    table.wait_for_move(before + 2)
    assert page.locator(".hand li").count() >= 1


def test_claims_are_confirmed_on_touch(new_table: NewTable) -> None:
    table = new_table("london", [PERSON, BOT], **PHONE)
    table.play_until("turn")
    page = table.page
    claimable = page.locator(".route.claimable")
    assert claimable.count() > 0
    claimable.first.press("Enter")
    page.wait_for_selector("dialog [data-payment]")
    before = table.seq
    page.locator("dialog [data-payment]").first.tap()
    table.wait_for_move(before + 1)


def test_two_fingers_zoom(new_table: NewTable) -> None:
    table = new_table("usa", [PERSON, BOT], **PHONE)
    page = table.page
    before = page.locator("svg.board").bounding_box()
    session = page.context.new_cdp_session(page)
    for kind, spread in (("touchStart", 30), ("touchMove", 45), ("touchMove", 60), ("touchEnd", 0)):
        points = [{"x": 195 + side * spread, "y": 250, "id": side} for side in (0, 1)]
        touches = points if spread else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    after = page.locator("svg.board").bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > before["width"] * 1.3
