"""Programs that play for a seat: their tokens are made, used and revoked on the page."""

import re

import httpx
from playwright.sync_api import Locator, Page, expect

from .conftest import OpenPage
from .table import Table
from .test_lobby import open_table, seated


def token_of(dialog: Locator) -> str:
    """From the command that is shown once."""
    command = dialog.get_by_label("Start it like this").input_value()
    found = re.fullmatch(r"python bot\.py http\S+ \w+ (anden-bot-\S+)", command)
    assert found is not None, command
    return found[1]


def games_of(page: Page, token: str) -> list[str]:
    """Those that a program with this token has a part in."""
    address = re.match(r"https?://[^/]+", page.url)
    assert address is not None
    told = {"authorization": f"Bearer {token}"}
    games = httpx.get(f"{address[0]}/api/my-games", headers=told).json()["games"]
    return [str(game["id"]) for game in games]


def programs_of(page: Page) -> Locator:
    page.get_by_role("button", name="Programs…").click()
    return page.get_by_role("dialog", name="Programs")


def make(dialog: Locator, name: str) -> str:
    dialog.get_by_label("Name of the program").fill(name)
    dialog.get_by_role("button", name="Make a token").click()
    expect(dialog.get_by_text("The token is shown this once")).to_be_visible()
    return token_of(dialog)


def test_a_program_takes_the_open_seat_of_a_lobby(open_page: OpenPage) -> None:
    page = open_page()
    open_table(page)
    dialog = programs_of(page)
    token = make(dialog, "Robo")
    expect(dialog.get_by_role("listitem")).to_contain_text("Robo")
    dialog.get_by_role("button", name="Close").click()
    expect(page.get_by_label("Name").nth(1)).to_have_value("Robo")
    assert games_of(page, token) == [page.url.rsplit("/", 1)[1]]
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()

    dialog = programs_of(page)  # the token is not shown again
    expect(dialog.get_by_label("Start it like this")).to_have_count(0)
    dialog.get_by_role("button", name="Revoke").click()
    expect(dialog.get_by_role("listitem")).to_have_count(0)
    assert games_of(page, token) == []
    dialog.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_disabled()


def test_a_token_for_the_own_seat_is_made_at_the_table(open_page: OpenPage) -> None:
    page = open_page()
    open_table(page)
    make(programs_of(page), "Robo")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Start the game").click()
    table: Table = seated(page)
    page.get_by_role("button", name="Menu").click()
    dialog = programs_of(page)
    expect(dialog.get_by_label("Seat").locator("option")).to_have_count(1)
    token = make(dialog, "Helper")
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    assert games_of(page, token) == [table.game_id]
    dialog.get_by_role("listitem").filter(has_text="Helper").get_by_role("button").click()
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    assert games_of(page, token) == []
