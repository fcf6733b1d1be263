"""Whoever comes too often is refused before anything is done for them; one person pays once."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from anden.server.connection_limits import ConnectionLimits
from anden.server.settings import ServerSettings
from anden.server.storage.accounts import signed_in
from tests.server import club
from tests.server.support import SECONDS, Device, Server, open_socket, quick_settings, serving
from tests.server.test_abuse import hello
from tests.server.test_hostile import Peer

ADDRESS, OTHER = "203.0.113.9", "203.0.113.10"


def via_proxy(address: str) -> dict[str, Any]:
    return {"additional_headers": {"x-forwarded-for": address}}


# One person, one budget


@pytest.fixture
def few(tmp_path: Path) -> Iterator[club.Club]:
    """Accounts, and a budget that three requests of 10 use up."""
    with club.opened(tmp_path, cost_burst=30.0, costs_per_second=0.001) as opened:
        yield opened


def first_answer(device: Device, game: str) -> dict[str, Any]:
    with open_socket(device.url) as raw:
        raw.send(hello(game, device))
        answer: dict[str, Any] = json.loads(raw.recv(timeout=SECONDS))
        return answer


def test_requests_and_sockets_of_all_devices_of_an_account_share_one_budget(
    few: club.Club,
) -> None:
    one = few.member("Ana")
    two = few.device_of(one)
    for device in (one, two):  # from here on it is known whose they are
        assert device.http.get("/api/account").status_code == 200
    statuses = [device.http.get("/api/my-games").status_code for device in (one, two, one, two)]
    assert statuses == [200, 200, 200, 429]
    assert first_answer(two, "ABC")["code"] == "rate/limited"
    assert few.guest().http.get("/api/my-games").status_code == 200


def test_who_has_nothing_left_is_refused_without_asking_the_store(
    few: club.Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = few.member("Ana")
    while ana.http.get("/api/my-games").status_code == 200:
        pass
    asked: list[str] = []

    def note(connection: Any, device: str) -> str | None:
        asked.append(device)
        return signed_in(connection, device)

    monkeypatch.setattr("anden.server.accounts.signed_in", note)
    assert first_answer(ana, "ABC")["code"] == "rate/limited"
    assert ana.http.get("/api/my-games").status_code == 429
    assert asked == []


def test_who_has_signed_out_pays_alone(few: club.Club) -> None:
    ana = few.member("Ana")
    ana.get("/account")
    accounts = few.server.open_tables.accounts
    (device,) = accounts._seen
    assert accounts.payer(device, "").person.startswith("account:")
    ana.post("/account/sign-out")
    ana.get("/account")
    assert accounts.payer(device, "").person == device


# How often one may come


@pytest.fixture
def narrow(tmp_path: Path) -> Iterator[Server]:
    settings = quick_settings(tmp_path, connection_burst=3, connections_per_second=0.001)
    with serving(settings) as server:
        yield server


def test_sockets_of_an_address_that_come_too_often_are_refused_as_requests(narrow: Server) -> None:
    for _ in range(3):
        with open_socket(narrow.url, **via_proxy(ADDRESS)):
            pass
    for _ in range(2):
        with pytest.raises(InvalidStatus) as refused, open_socket(narrow.url, **via_proxy(ADDRESS)):
            pass
        assert refused.value.response.status_code == 403
    with open_socket(narrow.url, **via_proxy(OTHER)):
        pass
    for _ in range(5):  # this machine itself has no limit
        with open_socket(narrow.url):
            pass


def test_connections_of_an_address_that_come_too_often_are_not_let_in() -> None:
    settings = ServerSettings(
        connection_burst=3, connections_per_second=0.001, trusted_proxies=(OTHER,)
    )
    limits = ConnectionLimits(settings)

    def come(address: str) -> bool:
        return limits.admit(cast(asyncio.Transport, Peer(address)))

    assert [come(ADDRESS) for _ in range(5)] == [True] * 3 + [False] * 2
    assert all(come(OTHER) for _ in range(5))
    assert all(come("127.0.0.1") for _ in range(5))


def test_who_has_nothing_left_loses_the_connection_and_a_proxy_keeps_it(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, cost_burst=10.0, costs_per_second=0.001)) as server:
        key = {"authorization": f"Bearer {'k' * 40}"}
        with httpx.Client(base_url=server.url, headers=key) as client:
            assert client.get("/api/my-games").status_code == 200
            refused = client.get("/api/my-games")
            assert (refused.status_code, refused.headers["connection"]) == (429, "close")
            proxied = client.get("/api/my-games", headers={"x-forwarded-for": ADDRESS})
            assert proxied.status_code == 429
            assert proxied.headers.get("connection") != "close"
