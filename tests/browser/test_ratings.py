"""Rated games, leaderboards and results that follow an account, as members of a club see them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from anden.server.identity import COOKIE
from anden.server.ratings import START
from anden.server.storage.ratings import (
    Ladder,
    Skill,
    hold_bots,
    hold_skills,
    put_bots,
    put_skills,
)
from tests.server.club import FREE, PERSON, Club, opened, play_out, rated_game
from tests.server.support import Device

from .conftest import PATIENCE, QUIET
from .test_accessibility import in_both_themes

pytest.importorskip("openskill", reason="needs openskill: pip install anden[accounts]")

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
PEOPLE, BOTS = Ladder("people", "london", 2), Ladder("bots", "london", 2)
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

OpenAs = Callable[..., Page]


@pytest.fixture
def club(tmp_path: Path, address: str) -> Iterator[Club]:
    """A server with accounts; `address` makes sure that the app is built."""
    with opened(tmp_path) as club:
        yield club


@pytest.fixture
def open_as(browser: Browser, club: Club) -> Iterator[OpenAs]:
    """Opens a page as somebody, in a browser profile of its own; page errors fail the test."""
    site = club.server.url.replace("127.0.0.1", "localhost")
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make(device: Device, path: str, **options: Any) -> Page:
        told: dict[str, Any] = {"locale": "en-US", "bypass_csp": True} | options
        context = browser.new_context(base_url=site, **told)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(f"localStorage.getItem('anden.settings') || {QUIET}")
        context.add_cookies([{"name": COOKIE, "value": device.key, "url": site}])
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not errors


def listed(club: Club, name: str, skill: Skill, ladder: Ladder = PEOPLE) -> Device:
    """A member with that rating who wants to be seen."""
    member = club.member(name)
    member.patch("/account", {"is_listed": True})
    account = club.account(member)

    def write(connection: Any) -> None:
        hold_skills(connection, ladder, [account], START)
        put_skills(connection, ladder, {account: skill})

    club.write(write)
    return member


def rate_bot(club: Club, bot: str, skill: Skill) -> None:
    def write(connection: Any) -> None:
        hold_bots(connection, BOTS, [bot], START)
        put_bots(connection, BOTS, {bot: skill})

    club.write(write)


def test_the_host_makes_a_game_rated_and_everybody_is_told(club: Club, open_as: OpenAs) -> None:
    ana, luis = club.member("Ana"), club.member("Luis")
    game = ana.post("/games", {"board": "london", "seats": [PERSON, FREE]})
    host = open_as(ana, f"/game/{game['id']}")
    switch = host.get_by_role("switch", name="Rated game")
    expect(switch).not_to_be_checked()
    expect(host.get_by_role("button", name="Programs")).to_have_count(1)
    switch.focus()
    host.keyboard.press("Space")
    expect(host.locator("[data-rated=true]")).to_be_visible()
    expect(host.locator(".invite")).not_to_contain_text("No account")
    expect(host.get_by_role("button", name="Programs")).to_have_count(0)
    luis.post("/join", {"code": game["invite"], "name": "Luis"})
    friend = open_as(luis, f"/game/{game['id']}")
    expect(friend.locator("[data-rated=true]")).to_contain_text("who leaves comes last")
    expect(friend.get_by_role("switch")).to_have_count(0)
    expect(host.locator(".start")).to_be_enabled()
    switch.uncheck()
    expect(friend.locator("[data-rated]")).to_have_count(0)


def test_what_stands_in_the_way_is_said_and_not_offered(
    club: Club, open_as: OpenAs, axe: str
) -> None:
    ana, guest = club.member("Ana"), club.guest()
    body = {"board": "london", "seats": [PERSON, FREE], "is_rated": True}
    game = ana.post("/games", body)
    host = open_as(ana, f"/game/{game['id']}", **PHONE)
    guest.post("/join", {"code": game["invite"], "name": "Luis"})
    expect(host.locator("[data-obstacle=guest]")).to_contain_text("everybody has to be signed in")
    expect(host.locator("[role=status]").last).to_contain_text("can't be rated")
    expect(host.locator(".start")).to_be_disabled()
    assert in_both_themes(host, axe) == []
    assert host.evaluate(TOO_WIDE) == 0
    other = open_as(guest, f"/game/{game['id']}")
    expect(other.locator("[data-obstacle=guest] a")).to_have_attribute("href", "/account")
    switch = host.get_by_role("switch", name="Rated game")
    switch.uncheck()
    expect(switch).to_be_disabled()  # it could be switched on, but not begin
    expect(host.locator(".start")).to_be_enabled()


def test_a_server_without_accounts_says_nothing_of_ratings(new_lobby: Page) -> None:
    expect(new_lobby.locator(".start")).to_be_visible()
    expect(new_lobby.locator("[data-rated]")).to_have_count(0)
    new_lobby.goto("/leaderboard")
    expect(new_lobby.locator("main")).to_contain_text("no accounts, and so no ratings")
    expect(new_lobby.locator("header nav a[href='/leaderboard']")).to_have_count(0)


@pytest.fixture
def new_lobby(open_page: Callable[..., Page]) -> Page:
    page = open_page()
    page.goto("/")
    bot = {"kind": "bot", "bot": "random"}
    answer = page.request.post("/api/games", data={"board": "london", "seats": [PERSON, bot]})
    page.goto(f"/game/{answer.json()['id']}")
    return page


def test_a_rated_game_is_called_one_and_tells_what_it_was_worth(
    club: Club, open_as: OpenAs, axe: str
) -> None:
    ana = club.member("Ana")
    game = rated_game(ana, bots=1)
    page = open_as(ana, f"/game/{game}", **PHONE)
    expect(page.locator("header [data-rated]")).to_have_text("Rated")
    assert page.evaluate(TOO_WIDE) == 0
    page.click("[data-action=menu]")
    expect(page.locator("[data-action=bot-for-me]")).to_contain_text("last place unless")
    expect(page.locator("[data-action=end]")).to_contain_text("you come last")
    expect(page.get_by_role("button", name="Programs")).to_have_count(0)
    page.keyboard.press("Escape")
    play_out(game, ana)
    worth = page.locator("[data-worth]")
    expect(worth).to_have_count(2)
    (mine,) = ana.get("/ratings")["ratings"]
    gain = f"{mine['rating'] - 1500:+d}".replace("-", "−")
    expect(page.locator("[data-worth='0']")).to_contain_text(f"1500 → {mine['rating']} ({gain})")
    assert in_both_themes(page, axe) == []


def test_there_is_no_coach_in_rated_games(club: Club, open_as: OpenAs) -> None:
    ana = club.member("Ana")
    page = open_as(ana, "/")
    wanted = "{animations: 'off', coach: true}"
    page.evaluate(f"localStorage.setItem('anden.settings', JSON.stringify({wanted}))")
    sent: list[str] = []
    page.on("websocket", lambda ws: ws.on("framesent", lambda frame: sent.append(str(frame))))
    page.goto(f"/game/{rated_game(ana, bots=1)}")
    page.wait_for_selector("[data-offer]")
    page.locator("[data-offer]").first.click()
    page.locator("[data-offer]").nth(1).click()
    page.click("[data-action=keep]")
    page.wait_for_selector("[data-action=keep]", state="detached")
    assert any('"act"' in frame for frame in sent)
    assert not [frame for frame in sent if '"coach"' in frame]


def test_the_leaderboard_by_board_size_and_ladder(club: Club, open_as: OpenAs, axe: str) -> None:
    eva = listed(club, "Eva", Skill(1612.0, 61.0, 34))
    listed(club, "Max", Skill(1702.0, 190.0, 3))
    listed(club, "Zoe", Skill(1733.0, 60.0, 48))
    listed(club, "Rita", Skill(1540.0, 70.0, 22), BOTS)
    rate_bot(club, "hard", Skill(1655.0, 35.0, 210))
    page = open_as(eva, "/leaderboard?board=london")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(3)
    # Max has the higher rating, and less of it is sure.
    assert [text.split()[0] for text in rows.locator("th").all_inner_texts()] == [
        "Zoe",
        "Eva",
        "Max",
    ]
    assert rows.locator("td.place").all_inner_texts()[:2] == ["1", "2"]
    expect(rows.nth(2)).to_contain_text("provisional")
    expect(rows.nth(2)).to_contain_text("no place yet")
    expect(page.locator("[data-mine]")).to_contain_text("Eva")
    expect(rows.nth(1)).to_contain_text("between 1492 and 1732")
    assert in_both_themes(page, axe) == []
    page.get_by_role("radio", name="Among people").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-ladder='london 2 bots']")).to_contain_text("Hard")
    expect(rows).to_have_count(2)
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    expect(page.locator(".empty")).to_contain_text("Nobody is here yet")
    assert page.url.endswith("/leaderboard?board=london&players=3&ladder=bots")
    page.reload()
    expect(page.get_by_role("radio", name="With bots")).to_be_checked()


def test_the_leaderboard_on_a_phone_in_spanish(club: Club, open_as: OpenAs, axe: str) -> None:
    pau = listed(club, "Pau", Skill(1450.0, 130.0, 4))
    page = open_as(pau, "/leaderboard?board=london", locale="es-ES", **PHONE)
    expect(page.locator("h1")).to_have_text("Clasificación")
    expect(page.locator("[data-mine]")).to_contain_text("Pau")
    expect(page.locator("[data-mine]")).to_contain_text("entre 1195 y 1705")
    assert page.evaluate(TOO_WIDE) == 0
    assert in_both_themes(page, axe) == []


def test_an_account_shows_its_ratings_and_decides_who_else_sees_them(
    club: Club, open_as: OpenAs, axe: str
) -> None:
    ana, luis = club.member("Anabel"), club.member("Luis")
    game = rated_game(ana, luis)
    play_out(game, ana, luis)
    page = open_as(ana, "/account", **PHONE)
    expect(page.locator("[data-rating='london 2 people']")).to_contain_text("provisional")
    change = page.locator(f"[data-change='{game}']")
    expect(change).to_contain_text("1500 →")
    expect(change.locator("a")).to_have_attribute("href", f"/replay/{game}")
    assert in_both_themes(page, axe) == []
    assert page.evaluate(TOO_WIDE) == 0
    box = page.get_by_role("checkbox", name="Show me on the leaderboard")
    expect(box).not_to_be_checked()
    others = open_as(club.guest(), "/leaderboard?board=london")
    expect(others.locator("[data-ladder]")).to_be_visible()
    assert "Anabel" not in others.inner_text("main")
    box.check()
    expect(box).to_be_enabled()
    others.reload()
    expect(others.locator("tbody")).to_contain_text("Anabel")
    change.locator("a").click()
    page.wait_for_url(f"**/replay/{game}")
    expect(page.locator("svg.board")).to_be_visible()


def test_statistics_are_the_same_on_every_device(club: Club, open_as: OpenAs) -> None:
    ana = club.member("Ana")
    play_out(ana.create("london", "here", "random", start=True), ana)
    play_out(ana.create("london", "here", "random", start=True), ana)
    here = open_as(ana, "/")
    stats = here.locator(".stats")
    expect(stats.locator("tbody td").nth(1)).to_have_text("2")
    expect(stats).to_contain_text("the same on every device")
    other = open_as(ana, "/", **PHONE)
    expect(other.locator(".stats tbody td").nth(1)).to_have_text("2")
    with other.expect_download() as download:
        other.click("[data-action=export]")
    assert Path(download.value.path()).read_text("utf-8").count('"routes"') == 2
    other.click("[data-action=forget]")
    expect(other.locator("dialog")).to_contain_text("on every device")
    other.click("[data-action=forget-sure]")
    expect(other.locator(".stats")).to_have_count(0)
    assert ana.get("/played") == {"games": []}
    here.reload()
    expect(here.locator(".hero .play")).to_be_enabled()
    expect(stats).to_have_count(0)


def test_nothing_of_an_account_stays_in_the_browser(club: Club, open_as: OpenAs) -> None:
    ana = club.member("Ana")
    game = ana.create("london", "here", "random", start=True)
    page = open_as(ana, f"/game/{game}")
    page.wait_for_selector("[data-offer]")
    play_out(game, ana)
    page.wait_for_selector("[data-told=true]")
    stored = "localStorage.getItem('anden.stats')"
    assert game in page.evaluate(stored)
    page.goto("/account")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_selector("form input")
    assert game not in page.evaluate(stored)
