"""A table with friends: two browsers, one game, links, a spectator, and a reload in the middle."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from anden.boards import load_board
from anden.boards.dump import board_as_dict

from .conftest import OpenPage
from .table import Table, whose_turn
from .test_accessibility import serious_problems


def open_table(page: Page) -> str:
    """A table in London with a free seat; returns its invite link."""
    page.goto("/")
    page.get_by_text("London", exact=True).click()
    page.get_by_role("button", name="With friends").click()
    return page.get_by_label("Link", exact=True).input_value()


def path_of(link: str) -> str:
    return "/" + link.split("/", 3)[3]


def seated(page: Page) -> Table:
    """The page's player, ready to play by clicks."""
    page.wait_for_selector(".status")
    table = Table(page, "london")
    table.game_id = page.url.rsplit("/", 1)[1]
    return table


def move(tables: list[Table]) -> None:
    """Whoever is to act does something, and both pages hear of it."""
    before = max(table.seq for table in tables)
    tables[whose_turn([table.page for table in tables])].take_turn()
    for table in tables:
        table.page.wait_for_function(
            "seq => Number(document.querySelector('.status').dataset.seq) > seq", arg=before
        )


def test_two_browsers_play_one_game_through_a_reload(open_page: OpenPage) -> None:
    ana, luis = open_page(), open_page()
    link = open_table(ana)
    assert ana.get_by_role("button", name="Start the game").is_disabled()
    luis.goto(path_of(link))
    luis.get_by_label("Your name").fill("Luis")
    luis.get_by_role("button", name="Take a seat").click()
    expect(ana.get_by_label("Name").nth(1)).to_have_value("Luis")
    expect(luis.get_by_text("Whoever opened the table")).to_be_visible()
    ana.get_by_role("button", name="Start the game").click()
    tables = [seated(ana), seated(luis)]
    for table in tables:
        table.keep_all()
    for _ in range(4):
        move(tables)
    seq = tables[0].seq
    luis.reload()
    luis.wait_for_function(f"() => Number(document.querySelector('.status')?.dataset.seq) >= {seq}")
    for _ in range(4):
        move(tables)
    assert tables[0].seq >= seq + 4
    assert luis.locator(".players").inner_text().count("Luis") == 1


def test_the_invite_has_a_code_and_a_picture(open_page: OpenPage) -> None:
    page = open_page()
    link = open_table(page)
    code = link.rsplit("#", 1)[1]
    assert re.fullmatch(r"[0-9A-Z]{8}", code)
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    expect(page.get_by_text(f"{code[:4]} {code[4:]}")).to_be_visible()


def test_a_code_is_typed_on_the_front_page(open_page: OpenPage) -> None:
    ana, luis = open_page(), open_page()
    code = open_table(ana).rsplit("#", 1)[1]
    luis.goto("/")
    luis.get_by_label("Code of the game").fill(f"{code[:4]}-{code[4:]}".lower())
    luis.get_by_role("button", name="Join").click()
    luis.get_by_role("button", name="Take a seat").click()
    expect(luis.get_by_role("heading", name="A table for London")).to_be_visible()


def test_a_wrong_code_is_said_in_words(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/join#AAAABBBB")
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("alert")).to_have_text("No game has this code.")


def test_seats_colours_and_names_are_changed(open_page: OpenPage) -> None:
    page = open_page()
    open_table(page)
    page.get_by_label("Name").first.fill("Ana")
    page.keyboard.press("Enter")
    page.get_by_label("Colour of Ana: blue").click()
    page.get_by_role("button", name="green").click()
    expect(page.get_by_label("Colour of Ana: green")).to_be_visible()
    page.get_by_label("Who sits here").select_option(label="Bot, Hard")
    page.get_by_role("button", name="At this device").click()
    expect(page.locator("[data-seat]")).to_have_count(3)
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()
    page.get_by_role("button", name="Remove the seat").last.click()
    expect(page.locator("[data-seat]")).to_have_count(2)
    page.reload()
    expect(page.get_by_label("Name").first).to_have_value("Ana")


def test_a_spectator_sees_what_is_public_only(open_page: OpenPage) -> None:
    ana, eva = open_page(), open_page()
    open_table(ana)
    ana.get_by_text("Let somebody watch").click()
    watch = ana.get_by_label("Link for spectators").input_value()
    ana.get_by_label("Who sits here").select_option(label="Bot, Easy")
    ana.get_by_role("button", name="Start the game").click()
    seated(ana).keep_all()
    frames: list[str] = []
    eva.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda text: frames.append(str(text))),
    )
    eva.goto(path_of(watch))
    eva.wait_for_selector(".status")
    expect(eva.get_by_text("You are watching")).to_be_visible()
    assert frames
    assert all('"own":null' in frame for frame in frames if '"type":"state"' in frame)
    assert eva.locator("[data-kind]").count() == 0


def test_a_seat_is_taken_to_another_browser(open_page: OpenPage) -> None:
    ana, other = open_page(), open_page()
    open_table(ana)
    game = ana.url.rsplit("/", 1)[1]
    path = ana.request.post(f"/api/games/{game}/seats/0/link", data={}).json()["path"]
    other.goto(path)
    expect(other.get_by_role("heading", name="A table for London")).to_be_visible()
    expect(other.get_by_label("Name")).to_have_count(1)


def test_the_host_changes_the_board_while_a_friend_looks_on(
    open_page: OpenPage, tmp_path: Path, axe: str
) -> None:
    ana, luis = open_page(bypass_csp=True), open_page()
    link = open_table(ana)
    luis.goto(path_of(link))
    luis.get_by_role("button", name="Take a seat").click()
    expect(luis.get_by_role("heading", name="A table for London")).to_be_visible()
    assert luis.locator("[data-action=board]").count() == 0
    board = board_as_dict(load_board("london")) | {"id": "mine", "names": {"en": "Home town"}}
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    small = {"players": {"min": 2, "max": 2}}
    good.write_text(json.dumps(board | small), "utf-8")
    bad.write_text(json.dumps(board | {"cities": []}), "utf-8")
    ana.get_by_role("button", name="Bot", exact=True).click()
    expect(ana.locator("[data-seat]")).to_have_count(3)
    ana.locator("[data-action=board]").click()
    ana.set_input_files("input[type=file]", bad)
    expect(ana.get_by_role("dialog").last).to_contain_text("cities")
    ana.keyboard.press("Escape")
    ana.set_input_files("input[type=file]", good)
    expect(ana.get_by_role("radio", name="Home town")).to_be_checked()
    expect(ana.get_by_role("dialog")).to_contain_text("This board is for 2 players at most")
    assert serious_problems(ana, axe) == []
    ana.locator("[data-action=take-board]").click()
    for page in (ana, luis):
        expect(page.get_by_role("heading", name="A table for Home town")).to_be_visible()
        expect(page.locator("[data-seat]")).to_have_count(2)
    expect(luis.get_by_text("The board is another one now: Home town.").first).to_be_visible()
    ana.get_by_role("button", name="Start the game").click()
    for page in (ana, luis):
        page.wait_for_selector("[data-offer]")
        expect(page.locator(".route")).to_have_count(len(board["routes"]))
