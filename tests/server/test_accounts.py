"""Accounts: off unless an operator wants them, and closed to whoever has no passkey."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from anden.server.identity import hashed
from anden.server.passkeys import is_site, site_of
from anden.server.storage.accounts import AccountRow, add_account, sign_in
from tests.server.support import Device, Server, quick_settings, serving

pytest.importorskip("webauthn", reason="needs webauthn: pip install anden[accounts]")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(quick_settings(folder, accounts="localhost")) as running:
        yield running


@pytest.fixture
def visitor(server: Server) -> Iterator[Device]:
    """At the address where passkeys are valid."""
    device = Device(server.url.replace("127.0.0.1", "localhost"))
    yield device
    device.close()


def refusal(answer: dict[str, Any]) -> Any:
    return answer["error"]["code"]


def test_accounts_are_off_unless_asked_for(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path)) as off:
        device = Device(off.url.replace("127.0.0.1", "localhost"))
        assert device.get("/account") == {"is_there": False, "account": None}
        asked = device.post("/account/question", {"purpose": "known"})
        assert refusal(asked) == "account/none-here"
        device.close()


def test_there_are_accounts_at_the_named_address_alone(visitor: Device, ana: Device) -> None:
    assert visitor.get("/account")["is_there"]
    assert not ana.get("/account")["is_there"]  # at 127.0.0.1 browsers have no passkeys


def test_made_up_passkeys_are_refused_and_a_question_is_answered_once(visitor: Device) -> None:
    question = visitor.post("/account/question", {"purpose": "new", "name": "Ana"})
    assert question["options"]["rp"]["id"] == "localhost"
    body = {"question": question["question"], "credential": {"id": "AAAA"}, "name": "Ana"}
    assert refusal(visitor.post("/account", body)) == "account/passkey-refused"
    assert refusal(visitor.post("/account", body)) == "account/question-old"
    asked = visitor.post("/account/question", {"purpose": "known"})["question"]
    entering = {"question": asked, "credential": {"id": "AAAA"}}
    assert refusal(visitor.post("/account/sign-in", entering)) == "account/passkey-unknown"
    assert visitor.get("/account")["account"] is None


def test_a_guest_has_nothing_to_delete_or_to_add_to(visitor: Device) -> None:
    assert refusal(visitor.http.delete("/api/account").json()) == "account/needed"
    body = {"question": "q", "credential": {}}
    assert refusal(visitor.post("/account/passkeys", body)) == "account/needed"


def test_an_account_makes_tokens_for_programs_that_play_by_themselves(
    visitor: Device, server: Server
) -> None:
    assert refusal(visitor.post("/tokens", {"name": "Robo"})) == "account/needed"
    enter(visitor, server)
    made = visitor.post("/tokens", {"name": "Robo"})
    assert (made["game"], made["seat"]) == (None, None)
    program = Device(visitor.url)
    program.http.headers["authorization"] = f"Bearer {made['token']}"
    game = program.create("london", "here", "random")
    assert program.get(f"/games/{game}")["seats"][0]["is_program"]
    visitor.http.delete(f"/api/tokens/{made['id']}")
    assert program.get("/my-games")["games"] == []
    assert visitor.get(f"/games/{game}")["is_host"]
    program.close()


def enter(device: Device, server: Server) -> None:
    """Signs a device in, as after a passkey was checked."""
    account = AccountRow("A", "Ana", 0.0)

    def sign_in_at_once(connection: Connection) -> None:
        add_account(connection, account)
        sign_in(connection, hashed(device.key), account.id, 0.0)

    work = server.open_tables.write(sign_in_at_once)
    asyncio.run_coroutine_threadsafe(work, server.loop).result(30)


@pytest.mark.parametrize(
    ("setting", "is_one"),
    [
        ("localhost", True),
        ("https://games.example.org", True),
        ("https://games.example.org:8443/", True),
        ("http://localhost:8000", True),
        ("http://games.example.org", False),
        ("games.example.org", False),
        ("https://games.example.org/anden", False),
    ],
)
def test_passkeys_need_a_safe_address(setting: str, is_one: bool) -> None:
    assert is_site(setting) is is_one


def test_the_site_is_that_of_the_setting_whatever_a_request_says() -> None:
    site = site_of("https://games.example.org", "evil.example.com")
    assert site is not None
    assert (site.origin, site.host) == ("https://games.example.org", "games.example.org")
    assert site_of("localhost", "evil.example.com") is None
