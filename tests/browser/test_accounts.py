"""Accounts by passkey, with an authenticator that Chromium simulates."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from anden.server import ServerSettings
from anden.server.run import serving
from tests.browser.conftest import PATIENCE

pytest.importorskip("webauthn", reason="needs webauthn: pip install anden[accounts]")

KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, address: str) -> Iterator[str]:
    """A server with accounts; `address` makes sure that the app is built."""
    data = tmp_path_factory.mktemp("accounts")
    settings = ServerSettings(data=data, bot_processes=0, accounts="localhost")
    with serving(settings) as served:
        yield served.replace("127.0.0.1", "localhost")


class Person:
    """A browser profile with an authenticator."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.context: BrowserContext = browser.new_context(base_url=site, locale="en-US")
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.cdp = self.context.new_cdp_session(self.page)
        self.cdp.send("WebAuthn.enable")
        self.authenticator = self.new_authenticator()

    def new_authenticator(self) -> str:
        made = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
        authenticator: str = made["authenticatorId"]
        return authenticator

    def passkeys(self) -> list[dict[str, Any]]:
        asked = {"authenticatorId": self.authenticator}
        credentials: list[dict[str, Any]] = self.cdp.send("WebAuthn.getCredentials", asked)[
            "credentials"
        ]
        return credentials

    def bring(self, passkeys: list[dict[str, Any]]) -> None:
        """The same passkey on another device, as password managers do it."""
        for passkey in passkeys:
            asked = {"authenticatorId": self.authenticator, "credential": passkey}
            self.cdp.send("WebAuthn.addCredential", asked)

    def register(self, name: str) -> None:
        self.page.goto("/account")
        self.page.fill("form input", name)
        self.page.click("form button[type=submit]")
        self.page.wait_for_selector(f"[data-account='{name}']")

    def sign_in(self) -> None:
        self.page.goto("/account")
        self.page.get_by_role("button", name="Sign in with a passkey").click()
        self.page.wait_for_selector("[data-account]")

    def wait_until_guest(self) -> None:
        """Signed out; the page of an account has forms too."""
        self.page.wait_for_selector("[data-account]", state="detached")
        self.page.get_by_label("What you want to be called").wait_for()

    def create_game(self) -> str:
        seats = [{"kind": "here"}, {"kind": "bot", "bot": "random"}]
        answer = self.page.request.post("/api/games", data={"board": "london", "seats": seats})
        game: str = answer.json()["id"]
        return game

    def games(self) -> list[str]:
        answer = self.page.request.get("/api/my-games").json()
        return [game["id"] for game in answer["games"]]


@pytest.fixture
def people(browser: Browser, site: str) -> Iterator[list[Person]]:
    both = [Person(browser, site) for _ in range(2)]
    yield both
    for person in both:
        person.context.close()


def test_an_account_keeps_games_across_devices_and_guests_bring_theirs(
    people: list[Person],
) -> None:
    phone, laptop = people
    first = phone.create_game()  # as a guest
    phone.register("Ana")
    assert phone.games() == [first]
    assert phone.page.request.get(f"/api/games/{first}").json()["is_host"]
    second = laptop.create_game()
    laptop.bring(phone.passkeys())
    laptop.sign_in()
    assert set(laptop.games()) == set(phone.games()) == {first, second}
    laptop.page.get_by_role("button", name="Sign out").click()
    laptop.wait_until_guest()
    assert laptop.games() == []
    assert len(phone.games()) == 2


def test_a_second_passkey_opens_the_account_when_the_first_is_lost(people: list[Person]) -> None:
    person, _ = people
    person.register("Luis")
    lost = person.authenticator
    person.cdp.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": lost})
    person.authenticator = person.new_authenticator()
    person.page.get_by_role("button", name="Add a passkey").click()
    person.page.wait_for_selector("[data-passkey] >> nth=1")
    person.page.get_by_role("button", name="Sign out").click()
    person.wait_until_guest()
    person.sign_in()  # with the second alone
    assert person.page.get_attribute("[data-account]", "data-account") == "Luis"
    person.page.locator("[data-passkey] button").first.click()
    person.page.wait_for_selector("[data-passkey] >> nth=1", state="detached")
    assert person.page.locator("[data-passkey]").count() == 1


def test_a_deleted_account_leaves_nothing_of_the_person(people: list[Person]) -> None:
    ana, luis = people
    ana.register("Ana")
    alone = ana.create_game()
    body = {"board": "london", "seats": [{"kind": "here", "name": "Ana"}, {"kind": "open"}]}
    shared = ana.page.request.post("/api/games", data=body).json()
    luis.page.goto("/")
    luis.page.request.post("/api/join", data={"code": shared["invite"], "name": "Luis"})
    ana.page.request.post(f"/api/games/{shared['id']}/start", data={})
    ana.page.get_by_role("button", name="Delete the account").click()
    ana.page.get_by_role("button", name="Delete it for good").click()
    ana.wait_until_guest()
    assert ana.games() == []
    assert luis.games() == [shared["id"]]
    left = luis.page.request.get(f"/api/games/{shared['id']}").json()
    assert "Ana" not in [seat["name"] for seat in left["seats"]]
    assert left["seats"][0]["kind"] == "bot"
    assert luis.page.request.get(f"/api/games/{alone}").status == 404
    ana.page.get_by_role("button", name="Sign in with a passkey").click()
    ana.page.get_by_text("Nobody here has this passkey").first.wait_for()
