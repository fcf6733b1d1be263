"""People are told of their turns: the switch for a device, its service worker, webhooks."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from anden.server import ServerSettings
from anden.server.notices.webpush import encode
from anden.server.run import serving
from tests.browser.conftest import PATIENCE, QUIET
from tests.browser.test_accessibility import in_both_themes
from tests.browser.test_phone import PHONE
from tests.server.receiver import Browser as Keys
from tests.server.receiver import Receiver, receiving
from tests.server.support import wait_until

pytest.importorskip("cryptography", reason="needs cryptography: pip install anden[push]")

# Headless browsers have no push service behind them and show no notifications. So pages subscribe
# to ours, and what the worker shows and opens is written down; it hears real push events.
SUBSCRIBES = """
Object.defineProperty(Notification, "permission", {get: () => "granted"});
const made = %s;
let current = null;
PushManager.prototype.getSubscription = async () => current;
PushManager.prototype.subscribe = async (options) => (current = {
    options: {applicationServerKey: options.applicationServerKey.buffer},
    toJSON: () => made,
    unsubscribe: async () => ((current = null), true),
});
Notification.requestPermission = async () => Notification.permission;
"""
RECORDS = """() => {
    self.shown = new Map();
    self.opened = [];
    registration.showNotification = async (title, options) =>
        shown.set(options.tag, {title, ...options});
    clients.openWindow = async (path) => opened.push(["new", path]);
    WindowClient.prototype.focus = async function () {
        opened.push(["focus", new URL(this.url).pathname]);
    };
}"""
CLICK = """(path) => {
    const click = new Event("notificationclick");
    click.notification = {close: () => opened.push(["closed"]), data: {path}};
    click.waitUntil = (work) => { self.work = work; };
    dispatchEvent(click);
    return self.work.then(() => opened);
}"""
SHOWS = """
window.taken = [];
ServiceWorkerRegistration.prototype.getNotifications = async ({tag}) =>
    [{close: () => taken.push(tag)}];
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, address: str) -> Iterator[str]:
    """A server that may talk to this machine; `address` makes sure that the app is built."""
    data = tmp_path_factory.mktemp("notices")
    settings = ServerSettings(
        data=data, bot_processes=0, pace_scale=0.0, outbound_local=True, notice_retries=()
    )
    with serving(settings) as served:
        yield served


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


class Home:
    """Somebody's home page, with a game by correspondence."""

    def __init__(self, context: BrowserContext, language: str) -> None:
        self.language = language
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto("/")
        self.new_game()

    def new_game(self) -> str:
        seats = [{"kind": "here", "name": "Ana"}, {"kind": "bot", "bot": "random"}]
        body = {"board": "london", "clock": "three_days", "seats": seats}
        game = str(self.page.request.post("/api/games", data=body).json()["id"])
        assert self.page.request.post(f"/api/games/{game}/start").ok
        return game

    def open_notices(self) -> None:
        self.page.goto("/")
        name = {"en": "Notifications…", "es": "Avisos…"}[self.language]
        self.page.get_by_role("button", name=name).click()
        self.page.wait_for_selector("[data-push][aria-busy=false]:not([data-push=asking])")

    def is_told(self) -> bool:
        return bool(self.page.request.get("/api/push").json()["is_on"])


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Any]:
    opened: list[tuple[BrowserContext, Home]] = []

    def make(init: str = "", language: str = "en", **options: Any) -> Home:
        locale = {"en": "en-US", "es": "es-ES"}[language]
        context = browser.new_context(base_url=site, locale=locale, **options)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(f"localStorage.getItem('anden.settings') || {QUIET}")
        if init:
            context.add_init_script(init)
        home = Home(context, language)
        opened.append((context, home))
        return home

    yield make
    errors = [error for _, home in opened for error in home.errors]
    for context, _ in opened:
        context.close()
    assert not errors


def subscribing(keys: Keys) -> str:
    own = {"p256dh": encode(keys.point), "auth": encode(keys.auth)}
    return SUBSCRIBES % json.dumps({"endpoint": keys.endpoint, "keys": own})


def test_a_device_is_told_once_it_asks_for_it_and_no_longer_when_it_does_not(
    visit: Any, receiver: Receiver
) -> None:
    keys = Keys(receiver, "/ana")
    home = visit(subscribing(keys))
    home.open_notices()
    switch = home.page.get_by_role("switch", name="Tell this device when it is my turn")
    expect(switch).not_to_be_checked()
    switch.press("Space")
    home.page.wait_for_selector("[data-push=on][aria-busy=false]")
    expect(switch).to_be_checked()
    expect(switch).to_be_focused()
    assert home.is_told()
    game = home.new_game()
    told = keys.open(receiver.wait_for("/ana").body)
    assert (told["game"]["id"], told["language"]) == (game, "en")
    home.open_notices()  # it is still so after a reload
    home.page.wait_for_selector("[data-push=on][aria-busy=false]")
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()
    wait_until(lambda: not home.is_told())


def test_another_language_is_told_to_the_server(visit: Any, receiver: Receiver) -> None:
    keys = Keys(receiver, "/ana")
    home = visit(subscribing(keys))
    home.open_notices()
    home.page.get_by_role("switch").click()
    expect(home.page.locator("[data-push=on]")).to_be_visible()
    home.page.evaluate("localStorage.setItem('anden.language', '\"es\"')")
    home.page.goto("/")
    wait_until(lambda: home.page.request.get("/api/push").json()["language"] == "es")


@pytest.mark.parametrize(
    ("init", "state", "text"),
    [
        (
            "Object.defineProperty(Notification, 'permission', {get: () => 'denied'})",
            "denied",
            "does not allow",
        ),
        ("delete window.PushManager", "unsupported", "can’t get notifications"),
    ],
)
def test_why_a_device_cannot_be_told_is_said(visit: Any, init: str, state: str, text: str) -> None:
    home = visit(init)
    home.open_notices()
    place = home.page.locator(f"[data-push={state}]")
    expect(place.get_by_role("switch")).to_be_disabled()
    expect(place).to_contain_text(text)


class Recorded:
    """The service worker of a page, with what it shows and opens."""

    def __init__(self, page: Page) -> None:
        page.evaluate("async () => void (await navigator.serviceWorker.ready)")
        self._page = page
        self._worker = page.context.service_workers[0]
        self._worker.evaluate(RECORDS)
        self._session = page.context.new_cdp_session(page)
        self._ids: list[str] = []
        self._session.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self._session.send("ServiceWorker.enable")

    def _note(self, event: dict[str, Any]) -> None:
        self._ids += [each["registrationId"] for each in event["registrations"]]

    def deliver(self, told: dict[str, Any]) -> None:
        """As if a push service had brought it."""
        self.wait_until(lambda: self._ids)
        origin = self._page.evaluate("location.origin")
        message = {"origin": origin, "registrationId": self._ids[0], "data": json.dumps(told)}
        self._session.send("ServiceWorker.deliverPushMessage", message)

    def shown(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._worker.evaluate("() => [...shown.values()]")
        return found

    def wait_for(self, title: str) -> dict[str, Any]:
        """The notification that says so in its title."""
        self.wait_until(lambda: any(title in each["title"] for each in self.shown()))
        return next(each for each in self.shown() if title in each["title"])

    def wait_until(self, is_so: Any) -> None:
        for _ in range(PATIENCE // 50):
            if is_so():
                return
            self._page.wait_for_timeout(50)  # which lets the browser's events in
        raise AssertionError("waited in vain")

    def click(self, path: str) -> list[list[str]]:
        """What becomes of a click on a notification."""
        opened: list[list[str]] = self._worker.evaluate(CLICK, path)
        return opened


def message(game: str, language: str, event: str = "turn") -> dict[str, Any]:
    return {
        "id": "X",
        "event": event,
        "created": "2026-05-01T20:00:00Z",
        "game": {
            "id": game,
            "path": f"/game/{game}",
            "board": "London",
            "status": "playing",
            "players": ["Ana", "Luis"],
        },
        "seat": 0,
        "name": "Ana",
        "due": "2026-05-04T20:00:00Z",
        "language": language,
    }


@pytest.mark.parametrize(
    ("language", "title", "body"),
    [
        ("en", "London: it is your turn", "At the table: Ana and Luis."),
        ("es", "London: te toca", "En la mesa: Ana y Luis."),
    ],
)
def test_the_worker_shows_one_notification_a_game_in_the_language(
    visit: Any, language: str, title: str, body: str
) -> None:
    recorded = Recorded(visit().page)
    for _ in range(3):
        recorded.deliver(message("G", language))
    notification = recorded.wait_for(title)
    assert (notification["tag"], notification["lang"]) == ("game-G", language)
    assert body in notification["body"]
    assert {"en": "May", "es": "mayo"}[language] in notification["body"]
    recorded.deliver(message("G", language, "end"))
    recorded.wait_for({"en": "the game is over", "es": "ha acabado"}[language])
    assert len(recorded.shown()) == 1


def test_a_game_that_is_before_ones_eyes_needs_no_notification_and_takes_it_back(
    visit: Any,
) -> None:
    home = visit(SHOWS)
    game = home.new_game()
    home.page.goto(f"/game/{game}")
    home.page.wait_for_function("tag => window.taken.includes(tag)", arg=f"game-{game}")
    recorded = Recorded(home.page)
    recorded.deliver(message(game, "en"))
    recorded.deliver(message("OTHER", "en"))
    assert recorded.wait_for("it is your turn")["tag"] == "game-OTHER"
    assert len(recorded.shown()) == 1


def test_a_click_on_a_notification_leads_to_the_game(visit: Any) -> None:
    home = visit()
    game = home.new_game()
    home.page.goto(f"/game/{game}")
    recorded = Recorded(home.page)
    assert recorded.click(f"/game/{game}") == [["closed"], ["focus", f"/game/{game}"]]
    assert recorded.click("/game/OTHER")[2:] == [["closed"], ["new", "/game/OTHER"]]


def test_a_webhook_is_added_tested_and_removed(visit: Any, receiver: Receiver) -> None:
    home = visit()
    page = home.page
    home.open_notices()
    page.get_by_label("Address").fill(f"{receiver.url}/hook")
    page.get_by_role("button", name="Add").click()
    secret = page.get_by_label("The webhook’s secret")
    expect(secret).to_have_value(re.compile(r"^anden-hook-.{40,}$"))
    expect(page.locator("[data-webhook=new]")).to_contain_text("Nothing sent yet.")
    page.get_by_role("button", name="Send a test").click()
    expect(page.locator("[data-webhook=working]")).to_contain_text("status 201")
    assert receiver.wait_for("/hook").told["event"] == "test"
    receiver.status = 500
    page.get_by_role("button", name="Send a test").click()
    expect(page.locator("[data-webhook=failing]")).to_contain_text("status 500")
    home.open_notices()  # the secret is not shown again
    expect(page.locator("[data-webhook]")).to_be_visible()
    expect(secret).to_have_count(0)
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("[data-webhook]")).to_have_count(0)


def test_an_address_inside_is_refused_with_the_reason(visit: Any) -> None:
    home = visit(language="es")
    home.open_notices()
    home.page.get_by_label("Dirección").fill("https://192.168.0.1/")
    home.page.get_by_role("button", name="Añadir").click()
    expect(home.page.get_by_text("no está en la internet pública").first).to_be_visible()


@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_serious_for_the_accessibility_checker_on_a_phone_either(
    visit: Any, axe: str, receiver: Receiver, language: str
) -> None:
    home = visit(language=language, bypass_csp=True, **PHONE)
    page = home.page
    assert page.request.post("/api/webhooks", data={"url": f"{receiver.url}/a"}).ok
    home.open_notices()
    page.wait_for_selector("[data-webhook]")
    assert in_both_themes(page, axe) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    fits = "dialog => dialog.scrollWidth <= dialog.clientWidth + 1"
    assert page.locator("dialog .body").evaluate(fits)
