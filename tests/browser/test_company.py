"""Who sits at the table: bots with a face, people who talk, clocks, boards of one's own."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from anden.boards import load_board
from anden.boards.dump import board_as_dict
from tools.positions import Point

from .conftest import AtPoint, NewTable, OpenPage
from .table import Table, whose_turn
from .test_accessibility import serious_problems

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}


def two_people(open_page: OpenPage, **game: Any) -> tuple[Page, Page]:
    """Ana and Luis at one table, each with a browser; Ana is the host. Tickets are chosen."""
    ana, luis = open_page(bypass_csp=True, **DESK), open_page(**DESK)
    new = {"board": "london", "seats": [{"kind": "here", "name": "Ana"}, {"kind": "open"}]} | game
    made = ana.request.post("/api/games", data=new).json()
    assert luis.request.post("/api/join", data={"code": made["invite"], "name": "Luis"}).ok
    assert ana.request.post(f"/api/games/{made['id']}/start", data={}).ok
    for page in (ana, luis):
        page.goto(f"/game/{made['id']}")
        page.wait_for_selector("[data-offer]")
        Table(page, "london").keep_all()
    for page in (ana, luis):  # both have heard that the other has chosen
        page.wait_for_selector(".status[data-phase=turn]")
    return ana, luis


def test_bots_are_somebody(open_page: OpenPage, axe: str) -> None:
    page = open_page(bypass_csp=True, **DESK)
    seats = [{"kind": "here"}, {"kind": "bot", "bot": "hard:collector"}]
    game = page.request.post("/api/games", data={"board": "london", "seats": seats}).json()
    page.goto(f"/game/{game['id']}")
    row = page.locator("[data-seat='1']")
    expect(row.get_by_label("Name")).to_have_value("Ida")
    expect(row).to_contain_text("A big hand first")
    row.get_by_label("Character of Ida").select_option("sprinter")
    expect(row.get_by_label("Name")).to_have_value("Lola")
    assert serious_problems(page, axe) == []
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".players li")
    expect(page.locator(".players [data-seat='1']")).to_contain_text("sprinter, hard")
    Table(page, "london").keep_all()
    bubble = page.locator("[data-bubble='1']")
    expect(bubble).to_contain_text("Full steam ahead!")


def test_bots_are_quiet_when_asked_to_be(new_table: NewTable) -> None:
    bots = [{"kind": "bot", "bot": "easy"}]
    table = new_table("london", [{"kind": "here"}, *bots], **DESK)
    page = table.page
    page.evaluate("localStorage.setItem('anden.settings', JSON.stringify({talk: false}))")
    page.reload()
    page.wait_for_selector("[data-offer]")
    table.keep_all()
    table.wait_for_move(1)
    assert page.locator("[data-bubble]").count() == 0


def test_phrases_are_heard_and_can_be_muted(open_page: OpenPage, axe: str) -> None:
    ana, luis = two_people(open_page)
    luis.click("[data-action=talk]")
    luis.click("[data-phrase=good_luck]")
    expect(ana.locator("[data-bubble='1']")).to_contain_text("Good luck!")
    ana.reload()
    ana.click("[data-action=talk]")
    dialog = ana.get_by_role("dialog")
    expect(dialog).to_contain_text("Luis: Good luck!")
    assert serious_problems(ana, axe) == []
    ana.click("[data-mute='1']")
    expect(ana.locator("[data-mute='1']")).to_have_attribute("aria-pressed", "true")
    ana.keyboard.press("Escape")
    ana.reload()  # a mute lasts
    luis.click("[data-action=talk]")
    luis.click("[data-phrase=👍]")
    expect(luis.locator("[data-bubble='1']")).to_contain_text("👍")
    assert ana.locator("[data-bubble='1']").count() == 0


def test_a_sleeping_player_is_nudged(open_page: OpenPage) -> None:
    pages = two_people(open_page)
    sleeper, other = pages if whose_turn(pages) == 0 else pages[::-1]
    sleeper.click("[data-action=talk]")
    assert sleeper.locator("[data-phrase=nudge]").count() == 0
    sleeper.keyboard.press("Escape")
    other.click("[data-action=talk]")
    other.click("[data-phrase=nudge]")
    expect(sleeper.locator("[data-bubble]")).to_contain_text("Your turn?")


def test_thinking_and_away_are_shown_and_a_bot_fills_in(open_page: OpenPage) -> None:
    ana, luis = two_people(open_page, clock="live")
    there = whose_turn((ana, luis))
    here = (luis, ana)[there]
    expect(here.locator(f".players [data-seat='{there}']")).to_contain_text("thinking")
    clock = re.compile(r"^[45]:\d\d$")
    expect(ana.locator("[data-clock='0'] span").first).to_have_text(clock)
    luis.close()
    row = ana.locator(".players [data-seat='1']")
    expect(row).to_contain_text("away")
    row.locator("[data-action=bot-for]").click()
    expect(row).to_contain_text("a bot plays")
    row.locator("[data-action=give-back]").click()
    expect(row).to_contain_text("away")
    ana.reload()
    expect(ana.locator(".players [data-seat='1']")).to_contain_text("away")


def test_the_clock_is_explained_before_the_start(open_page: OpenPage) -> None:
    page = open_page(**DESK)
    page.goto("/")
    page.get_by_role("button", name="With friends").click()
    about = page.locator("p[data-clock]")
    expect(about).to_contain_text("as long as they like")
    page.get_by_text("Live", exact=True).click()
    expect(about).to_contain_text("5 minutes each")
    expect(about).to_contain_text("At zero a bot plays on")
    page.reload()
    expect(page.locator("p[data-clock=live]")).to_be_visible()


def test_a_board_file_is_opened_and_played(open_page: OpenPage, tmp_path: Path, axe: str) -> None:
    page = open_page(bypass_csp=True, **DESK)
    page.goto("/")
    page.wait_for_selector(".laid")
    board = board_as_dict(load_board("london")) | {"id": "mine", "names": {"en": "Home town"}}
    board.pop("layout", None)
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(board), "utf-8")
    bad.write_text(json.dumps(board | {"cities": []}), "utf-8")
    page.set_input_files("input[type=file]", bad)
    expect(page.get_by_role("dialog")).to_contain_text("cities")
    assert serious_problems(page, axe) == []
    page.keyboard.press("Escape")
    page.set_input_files("input[type=file]", good)
    expect(page.get_by_role("radio", name="Home town")).to_be_checked()
    page.reload()
    page.get_by_text("Home town", exact=True).click()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector("[data-offer]")
    assert page.locator(".route").count() > 20


def test_what_kind_of_player_a_bot_is_can_be_read_at_the_table(at_point: AtPoint) -> None:
    point = Point("usa", 2, 15, 40, rival="hard:blocker")
    page = at_point(point, **DESK).page
    expect(page.locator(".players [data-seat='1']")).to_contain_text("blocker, hard")
