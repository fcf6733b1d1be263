"""Text from clients that a database may not take: PostgreSQL knows no NUL."""

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from anden.server.action_writer import ActionWriter
from anden.server.identity import new_code
from tests.server import club
from tests.server.support import SECONDS, Device, Socket, first_action, open_socket
from tests.server.test_abuse import hello

NUL = "a\0b"
UNPRINTABLE = [NUL, "a\nb", "\x7f", "\u200b", "\u00e9", "\ufeff"]

PERSON, FREE = {"kind": "here", "name": "Ana", "colour": "red"}, {"kind": "open", "name": "Luis"}
CREDENTIAL = {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {"userHandle": "A"}}
BODIES: list[tuple[str, str, Any]] = [
    ("POST", "/games", {"board": "london", "seats": [PERSON, FREE]}),
    ("POST", "/games", {"board": "london", "seats": [PERSON, {"kind": "bot", "bot": "easy"}]}),
    ("PATCH", "/games/{game}", {"pace": "calm", "clock": "none"}),
    ("PATCH", "/games/{game}/seats/0", {"name": "Eva", "colour": "blue"}),
    ("POST", "/games/{game}/seats", FREE),
    ("POST", "/games/{game}/seats/0/token", {"name": "Robo"}),
    ("POST", "/games/{game}/claim", {"token": "a" * 43}),
    ("POST", "/join", {"code": new_code(), "name": "Eva", "colour": "blue"}),
    ("POST", "/watch", {"code": new_code()}),
    ("POST", "/tokens", {"name": "Robo"}),
    ("PUT", "/push", {"endpoint": "https://a.test", "p256dh": "A", "auth": "A", "language": "en"}),
    ("POST", "/webhooks", {"url": "https://a.test/"}),
    ("POST", "/puzzles/1/answer", {"answer": "a", "routes": ["b"]}),
    ("POST", "/account/question", {"purpose": "new", "name": "Ana"}),
    ("POST", "/account", {"question": "a", "credential": CREDENTIAL, "name": "Ana"}),
    ("POST", "/account/sign-in", {"question": "a", "credential": CREDENTIAL}),
    ("POST", "/account/passkeys", {"question": "a", "credential": CREDENTIAL}),
]


def spoilt(value: Any) -> Iterator[Any]:
    """The same, each time with NUL in another text of it."""
    if isinstance(value, str):
        yield value[:2] + NUL
    elif isinstance(value, dict):
        for key, held in value.items():
            yield from (value | {key: worse} for worse in spoilt(held))
    elif isinstance(value, list):
        for place, held in enumerate(value):
            yield from ([*value[:place], worse, *value[place + 1 :]] for worse in spoilt(held))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[club.Club]:
    folder: Path = tmp_path_factory.mktemp("club")
    with club.opened(folder) as opened:
        yield opened


@pytest.fixture
def member(place: club.Club) -> Device:
    """Somebody with an account, at the address where accounts are."""
    device = place.member("Ana")
    device.http.base_url = place.server.url.replace("127.0.0.1", "localhost")
    return device


@pytest.fixture
def nothing_failed(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever the store can't take is an error in the log."""
    with caplog.at_level(logging.ERROR):
        yield
    assert caplog.text == ""


@pytest.mark.usefixtures("nothing_failed")
@pytest.mark.parametrize(("method", "path", "body"), BODIES)
def test_no_text_of_a_body_brings_nul_to_the_store(
    member: Device, method: str, path: str, body: Any
) -> None:
    path = path.format(game=member.create("london", "here", "open"))
    for worse in spoilt(body):
        answer = member.http.request(method, f"/api{path}", json=worse)
        assert answer.status_code < 500, (worse, answer.text)


def requests_with_names(place: club.Club) -> Iterator[tuple[str, str]]:
    for path, methods in place.server._app.openapi()["paths"].items():
        for method, told in methods.items():
            texts = [p for p in told.get("parameters", []) if p["schema"].get("type") == "string"]
            for spoiled in texts:
                yield method, _filled(path, told["parameters"], spoiled["name"])


def _filled(path: str, parameters: list[Any], spoiled: str) -> str:
    asked = []
    for parameter in parameters:
        name = parameter["name"]
        value = quote(NUL) if name == spoiled else "2"
        if parameter["in"] == "query":
            asked.append(f"{name}={value}")
        path = path.replace(f"{{{name}}}", value)
    return f"{path}?{'&'.join(asked)}"


@pytest.mark.usefixtures("nothing_failed")
def test_no_name_in_an_address_brings_nul_to_the_store(place: club.Club, member: Device) -> None:
    requests = list(requests_with_names(place))
    assert len(requests) > 25
    for method, path in requests:
        answer = member.http.request(method.upper(), path)
        assert 400 <= answer.status_code < 500, (method, path, answer.text)


# On the socket


@pytest.fixture
def table(ana: Device) -> Socket:
    return ana.sit(ana.create("usa", "here", "here", start=True), show=0)


@pytest.mark.parametrize("name", UNPRINTABLE)
@pytest.mark.parametrize("kind", ["act", "why", "undo"])
def test_an_id_that_cannot_be_printed_is_refused(table: Socket, kind: str, name: str) -> None:
    fields: dict[str, dict[str, Any]] = {
        "act": {"seq": 0, "action": first_action(table.state["options"])},
        "why": {"action": "draw deck"},
        "undo": {"seq": 0},
    }
    table.send(type=kind, id=name, seat=0, **fields[kind])
    assert table.expect("refused", "ack", "reason").get("code") == "frame/garbage"
    table.send(type="ping")
    assert table.expect("pong")


def test_every_id_that_can_be_printed_is_taken(table: Socket) -> None:
    letters = "".join(map(chr, range(ord(" "), ord("~") + 1)))
    for seat, name in enumerate((letters[:64], letters[64:])):
        table.send(type="show", seat=seat)
        table.wait(lambda seat=seat: table.state["seat"] == seat)
        assert table.act(first_action(table.state["options"]), id=name)["id"] == name


def test_an_act_with_nul_spoils_no_other_that_is_stored_with_it(
    ana: Device, table: Socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Actions that come at the same time go into one transaction."""
    append = ActionWriter.append

    async def append_together(self: ActionWriter, *args: Any) -> None:
        await asyncio.sleep(0.3)
        await append(self, *args)

    monkeypatch.setattr(ActionWriter, "append", append_together)
    other = ana.sit(ana.create("usa", "here", "here", start=True), show=0)
    for socket, name in ((table, NUL), (other, "good")):
        action = first_action(socket.state["options"])
        socket.send(type="act", id=name, seq=0, seat=0, action=action)
    assert other.expect("ack", "refused")["type"] == "ack"
    assert table.expect("ack", "refused")["code"] == "frame/garbage"


@pytest.mark.usefixtures("nothing_failed")
def test_a_hello_with_nul_finds_no_game(ana: Device, table: Socket) -> None:
    changes: list[dict[str, Any]] = [{"game": NUL}, {"key": "a" * 40 + NUL}]
    for change in changes:
        with open_socket(ana.url) as raw:
            raw.send(json.dumps(json.loads(hello(table.game["id"], ana)) | change))
            assert json.loads(raw.recv(timeout=SECONDS))["code"] == "game/not-found"
