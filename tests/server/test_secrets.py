"""Secrets of webhooks and browsers, and the server's own, are encrypted where there is a key."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from anden.server.storage.seal import Seal
from tests.server.databases import rows_of
from tests.server.receiver import Browser, Receiver, receiving
from tests.server.support import Device, quick_settings, serving, wait_until
from tests.server.test_notices import is_signed, slow_game, states, webhook

OLD, NEW = "an old key, long enough to be one", "a new key, and just as long as that"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


@contextmanager
def server_of(folder: Path, key: str, **changes: Any) -> Iterator[Device]:
    """A server with this key, and somebody whose device stays the same."""
    changes = {"outbound_local": True, "correspondence_seconds": 0.1} | changes
    with serving(quick_settings(folder, seed_key=key, **changes)) as server:
        device = Device(server.url)
        device.key = "k" * 43
        device.http.headers["authorization"] = f"Bearer {device.key}"
        yield device
        device.close()


def stored(folder: Path) -> list[str]:
    secrets = rows_of(folder, "SELECT secret FROM listeners ORDER BY kind")
    keys = rows_of(folder, "SELECT value FROM server_keys")
    return [str(text) for (text,) in secrets + keys]


def are_sealed(folder: Path) -> bool:
    return [text.startswith("sealed:") for text in stored(folder)] == [True] * 3


def tell_both(device: Device, receiver: Receiver, browser: Browser, secret: str) -> None:
    """Both hear of a turn, and can read it."""
    receiver.got.clear()
    game = slow_game(device, bots=1)
    assert is_signed(receiver.wait_for("/hook"), secret)
    assert browser.open(receiver.wait_for("/browser").body)["game"]["id"] == game


def test_secrets_are_stored_encrypted_and_work(tmp_path: Path, receiver: Receiver) -> None:
    browser = Browser(receiver, "/browser")
    with server_of(tmp_path, OLD) as device:
        browser.subscribe(device)
        secret = webhook(device, receiver)["secret"]
        assert are_sealed(tmp_path)
        assert [text for text in stored(tmp_path) if secret in text or "PRIVATE" in text] == []
        tell_both(device, receiver, browser, secret)


def test_what_was_stored_before_is_encrypted_when_a_server_with_a_key_starts(
    tmp_path: Path, receiver: Receiver
) -> None:
    browser = Browser(receiver, "/browser")
    with server_of(tmp_path, "") as device:
        browser.subscribe(device)
        secret = webhook(device, receiver)["secret"]
        assert secret in stored(tmp_path)
        public = device.get("/push")["key"]
    with server_of(tmp_path, OLD) as device:
        assert are_sealed(tmp_path)
        assert device.get("/push")["key"] == public
        tell_both(device, receiver, browser, secret)


def test_a_new_key_takes_the_place_of_the_former_one(tmp_path: Path, receiver: Receiver) -> None:
    browser = Browser(receiver, "/browser")
    with server_of(tmp_path, OLD) as device:
        browser.subscribe(device)
        secret = webhook(device, receiver)["secret"]
        game = device.create("london", "here", "here", start=True)
        before = stored(tmp_path)
    with server_of(tmp_path, NEW, other_seed_key=OLD):
        assert are_sealed(tmp_path)
        assert not set(before) & set(stored(tmp_path))
        again = stored(tmp_path)
    with server_of(tmp_path, NEW) as device:
        assert stored(tmp_path) == again  # nothing is encrypted twice
        assert device.get(f"/games/{game}")["status"] == "playing"
        device.sit(game, show=0).act_once()
        tell_both(device, receiver, browser, secret)


def test_a_missing_key_costs_nobody_their_webhook(tmp_path: Path, receiver: Receiver) -> None:
    with server_of(tmp_path, OLD) as device:
        made = webhook(device, receiver)
        Browser(receiver, "/browser").subscribe(device)
    before = stored(tmp_path)
    for key in ("", NEW):
        with server_of(tmp_path, key, notice_retries=()) as device:
            slow_game(device, bots=1)
            device.post(f"/webhooks/{made['id']}/test")
            assert device.get("/push")["key"] is None  # no other key is made
            wait_until(lambda: has_been_looked_at(tmp_path, made["id"]))
            assert states(device) == ["new"]
    assert receiver.got == []
    assert stored(tmp_path) == before


def has_been_looked_at(folder: Path, webhook_id: str) -> bool:
    """Every message to it has been put off, and the test is done with."""
    jobs = rows_of(folder, f"SELECT state, due FROM jobs WHERE key LIKE 'notice:{webhook_id}:%'")
    return bool(jobs) and all(state in ("done", "failed") or due for state, due in jobs)


def test_both_keys_open_and_the_first_closes() -> None:
    former, both = Seal(OLD), Seal(NEW, OLD)
    sealed = former.close("name", "secret")
    assert both.open("name", sealed) == former.open("name", sealed) == "secret"
    assert not both.is_current("name", sealed)
    anew = both.close("name", "secret")
    assert both.is_current("name", anew)
    assert former.open("name", anew) == both.open("another", anew) == "sealed"
