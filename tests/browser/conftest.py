"""A real server on a free port and a real browser, for whole games as people play them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")
pytest.importorskip("uvicorn", reason="needs the server: pip install 'anden[server]'")

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from anden.server import ServerSettings, static
from anden.server.run import serving
from tests.browser.chromium import NOTHING, find_chromium, launch
from tests.browser.table import Table
from tools.positions import Point, cookie, store_game

PATIENCE = 60_000  # milliseconds until a test gives up waiting
QUIET = "localStorage.setItem('anden.settings', JSON.stringify({animations: 'off'}))"

NewTable = Callable[..., Table]
OpenPage = Callable[..., Page]
AtPoint = Callable[..., Table]


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> ServerSettings:
    return ServerSettings(
        data=tmp_path_factory.mktemp("data"),
        bot_processes=0,
        pace_scale=0.0,
        message_burst=10_000,
        request_burst=10_000,
        say_seconds=0.0,
        nudge_seconds=0.0,
    )


@pytest.fixture(scope="session")
def address(settings: ServerSettings) -> Iterator[str]:
    if not (static.WEB / "index.html").is_file():
        pytest.skip("the web app is not built: run `make web`")
    with serving(settings) as served:
        yield served


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if find_chromium() is None:
        pytest.skip(NOTHING)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def open_page(address: str, browser: Browser) -> Iterator[OpenPage]:
    """Opens an empty page in a fresh browser profile; page errors fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make(**options: Any) -> Page:
        is_animated = options.pop("animated", False)
        context = browser.new_context(base_url=address, **{"locale": "en-US"} | options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if not is_animated:
            context.add_init_script(f"localStorage.getItem('anden.settings') || {QUIET}")
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture
def new_table(open_page: OpenPage) -> NewTable:
    """Makes a game and opens it in a fresh browser profile."""

    def make(board: str, seats: list[dict[str, str]], **options: Any) -> Table:
        table = Table(open_page(**options), board)
        table.open(seats)
        return table

    return make


@pytest.fixture(scope="module")
def shared_page(browser: Browser, address: str) -> Iterator[OpenPage]:
    """As `open_page`, for tests of one file that only look and leave nothing behind."""
    opened: list[BrowserContext] = []

    def make(**options: Any) -> Page:
        context = browser.new_context(base_url=address, **{"locale": "en-US"} | options)
        opened.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(f"localStorage.getItem('anden.settings') || {QUIET}")
        return context.new_page()

    yield make
    for context in opened:
        context.close()


def open_at(page: Page, point: Point, address: str, settings: ServerSettings) -> Table:
    """A game at a point that bots have played it to, seen by the person of its first seat."""
    table = Table(page, point.board)
    page.context.add_cookies([cookie(address)])
    table.game_id = store_game(settings, point)
    page.goto(f"/game/{table.game_id}")
    table.wait_for_move()
    return table


@pytest.fixture
def at_point(open_page: OpenPage, address: str, settings: ServerSettings) -> AtPoint:
    """Opens a game at a point that bots have played it to, as the person of its first seat."""

    def make(point: Point, **options: Any) -> Table:
        return open_at(open_page(**options), point, address, settings)

    return make


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker, from the web project's packages."""
    path = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
    if not path.is_file():
        pytest.skip("axe-core is not installed: run `npm ci` in web/")
    return path.read_text(encoding="utf-8")
