"""A real server on a free port and a real browser, for whole games as people play them."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")
pytest.importorskip("uvicorn", reason="needs the server: pip install anden")

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from anden.server import ServerSettings, static
from anden.server.run import serving
from tests.browser.chromium import NOTHING, find_chromium, launch
from tests.browser.table import Table
from tools.positions import Point, cookie, store_game

PATIENCE = 60_000  # milliseconds until a test gives up waiting
expect.set_options(timeout=PATIENCE)
QUIET = "localStorage.setItem('anden.settings', JSON.stringify({animations: 'off'}))"

NewTable = Callable[..., Table]
OpenPage = Callable[..., Page]
AtPoint = Callable[..., Table]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A real browser on a busy machine is asked twice, and the summary says so: `RERUN`."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> ServerSettings:
    return ServerSettings(
        data=tmp_path_factory.mktemp("data"),
        bot_processes=0,
        pace_scale=0.0,
        message_burst=10_000,
        cost_burst=1_000_000.0,
        say_seconds=0.0,
        nudge_seconds=0.0,
        absent_seconds=0.0,
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


class Profiles:
    """Browser profiles, used again once they are empty: a new one for each page takes longer."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._free: dict[str, list[BrowserContext]] = {}
        self._taken: list[tuple[str, BrowserContext]] = []

    def take(self, is_animated: bool, options: dict[str, Any]) -> BrowserContext:
        """A profile that nobody else has, with nothing in it."""
        key = json.dumps([is_animated, options], sort_keys=True)
        free = self._free.setdefault(key, [])
        context = free.pop() if free else self._new(is_animated, options)
        self._taken.append((key, context))
        return context

    def give_back(self) -> None:
        """Empties all that were taken."""
        taken, self._taken = self._taken, []
        for key, context in taken:
            self._empty(context)
            self._free[key].append(context)

    def _empty(self, context: BrowserContext) -> None:
        context.set_offline(False)
        context.clear_cookies()
        for page in context.pages:
            page.close()
        page = context.new_page()
        session = context.new_cdp_session(page)
        everything = {"origin": self._address, "storageTypes": "all"}
        session.send("Storage.clearDataForOrigin", everything)
        page.close()

    def _new(self, is_animated: bool, options: dict[str, Any]) -> BrowserContext:
        context = self._browser.new_context(base_url=self._address, **{"locale": "en-US"} | options)
        context.set_default_timeout(PATIENCE)
        if not is_animated:
            context.add_init_script(f"localStorage.getItem('anden.settings') || {QUIET}")
        return context


@pytest.fixture(scope="session")
def profiles(address: str, browser: Browser) -> Profiles:
    return Profiles(browser, address)


@pytest.fixture
def open_page(profiles: Profiles) -> Iterator[OpenPage]:
    """Opens an empty page in an empty browser profile; page errors fail the test."""
    errors: list[str] = []

    def make(**options: Any) -> Page:
        page = profiles.take(options.pop("animated", False), options).new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield make
    profiles.give_back()
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
