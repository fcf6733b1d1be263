"""Help for those who learn: the coach, taking a move back, a result that explains itself."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from anden.server import ServerSettings
from anden.server.run import serving
from tools.positions import WHOLE, Point, cookie, store_game

from .conftest import AtPoint, OpenPage
from .test_accessibility import serious_problems

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
MIDDLE = Point("usa", 2, 15, 40)
OVER = Point("usa", 3, 18, WHOLE)
CLOSE = Point("europe", 5, 12, WHOLE)


def with_coach(page: Page) -> None:
    settings = json.dumps({"animations": "off", "coach": True})
    page.evaluate(f"localStorage.setItem('anden.settings', '{settings}')")
    page.reload()
    page.wait_for_selector(".status[data-mine=true]")


def test_the_coach_is_off_until_it_is_asked_for(at_point: AtPoint, axe: str) -> None:
    page = at_point(MIDDLE, bypass_csp=True, **DESK).page
    assert page.locator(".coach").count() == 0
    with_coach(page)
    coach = page.locator(".coach")
    expect(coach).to_contain_text("Your plan:")
    assert serious_problems(page, axe) == []
    coach.locator("button").first.hover()
    expect(page.locator(".route.lit")).not_to_have_count(0)


def test_a_mistake_is_warned_of_and_can_be_made_anyway(at_point: AtPoint, axe: str) -> None:
    table = at_point(MIDDLE, bypass_csp=True, **DESK)
    page = table.page
    # The server's word is replaced, so that any position has a mistake in it.
    page.route_web_socket("**/api/socket", _warn_always)
    with_coach(page)
    before = table.seq
    page.click("[data-draw=deck]")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This leaves you 3 trains")
    assert serious_problems(page, axe) == []
    page.click("[data-action=reconsider]")
    expect(dialog).to_have_count(0)
    assert table.seq == before
    page.click("[data-draw=deck]")
    page.click("[data-action=anyway]")
    page.wait_for_function(
        "seq => Number(document.querySelector('.status').dataset.seq) > seq", arg=before
    )


def _warn_always(socket: Any) -> None:
    server = socket.connect_to_server()

    def passed_on(text: Any) -> None:
        message = json.loads(text)
        if message["type"] == "advice" and message["action"]:
            message["warning"] = "This leaves you 3 trains for a ticket that needs 5."
        socket.send(json.dumps(message))

    server.on_message(passed_on)


def test_a_move_is_taken_back(browser: Browser, settings: ServerSettings, tmp_path: Path) -> None:
    """On a server where bots take their time, so that there is some to regret."""
    point = Point("usa", 2, 15, 40)
    slow = replace(settings, data=tmp_path, pace_scale=1000.0)
    with serving(slow) as address:
        game_id = store_game(slow, point)
        context = browser.new_context(base_url=address, locale="en-US", **DESK)
        context.add_cookies([cookie(address)])
        page = context.new_page()
        page.goto(f"/game/{game_id}")
        page.wait_for_selector(".status[data-mine=true]")
        pieces = page.locator(".route[data-owner=blue]").count()
        page.keyboard.press("c")
        page.locator("[data-claim]").first.click()
        payments = page.locator("dialog [data-payment]")
        if payments.count():
            payments.first.click()
        expect(page.locator(".route[data-owner=blue]")).to_have_count(pieces + 1)
        page.click("[data-action=undo]")
        expect(page.locator(".route[data-owner=blue]")).to_have_count(pieces)
        page.wait_for_selector(".status[data-mine=true]")
        page.click("[data-draw=deck]")
        page.wait_for_selector(".status[data-phase=second_card]")
        expect(page.locator("[data-action=undo]")).to_have_count(0)
        context.close()


def test_the_result_explains_itself(at_point: AtPoint, axe: str) -> None:
    page = at_point(CLOSE, bypass_csp=True, **DESK).page
    page.wait_for_selector("[data-story=turning]")
    expect(page.locator("[data-story=decided]")).to_contain_text("What made the difference")
    expect(page.locator("[data-story=turning]")).to_contain_text("The turning point was move")
    assert page.locator(".bars tr").count() >= 2
    assert serious_problems(page, axe) == []
    page.locator("[data-story=turning] button").focus()
    assert page.locator(".ring, .route.lit").count() > 0


def test_the_next_step_is_offered(at_point: AtPoint) -> None:
    page = at_point(OVER, **DESK).page
    expect(page.locator("[data-next=friend]")).to_be_visible()
    page.click("[data-next=board]")
    page.wait_for_selector("[data-offer]")
    expect(page.get_by_role("region", name="Board: Europe")).to_be_visible()


def test_stronger_bots_are_offered_after_a_loss_too(at_point: AtPoint) -> None:
    lost = Point("europe", 5, 12, WHOLE, rival="medium")
    page = at_point(lost, **DESK).page
    expect(page.locator("#end-title")).not_to_contain_text("Ana")
    expect(page.locator("[data-next=harder]")).to_contain_text("hard")


def test_statistics_are_kept_exported_and_deleted(
    at_point: AtPoint, tmp_path: Path, axe: str
) -> None:
    page = at_point(OVER, bypass_csp=True, **DESK).page
    page.wait_for_selector("[data-told=true]")
    page.goto("/")
    stats = page.locator(".stats")
    expect(stats).to_contain_text("North America")
    expect(stats).to_contain_text("Favourite routes")
    assert serious_problems(page, axe) == []
    with page.expect_download() as told:
        page.click("[data-action=export]")
    told.value.save_as(tmp_path / "games.json")
    (game,) = json.loads((tmp_path / "games.json").read_text("utf-8"))
    assert game["players"] == 3
    assert game["tickets"][1] >= 2
    page.click("[data-action=forget]")
    page.click("[data-action=forget-sure]")
    expect(stats).to_have_count(0)
    page.reload()
    page.wait_for_selector(".laid")
    expect(stats).to_have_count(0)


def test_nobody_gets_help_against_people(open_page: OpenPage) -> None:
    ana, luis = open_page(**DESK), open_page(**DESK)
    seats = [{"kind": "here", "name": "Ana"}, {"kind": "open"}]
    game = ana.request.post("/api/games", data={"board": "london", "seats": seats}).json()
    luis.request.post("/api/join", data={"code": game["invite"]})
    ana.request.post(f"/api/games/{game['id']}/start", data={})
    ana.goto(f"/game/{game['id']}")
    with_coach(ana)
    ana.wait_for_timeout(300)
    assert ana.locator(".coach, [data-action=undo]").count() == 0
