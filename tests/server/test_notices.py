"""People who are away are told that it is their turn, and that a game is over."""

import hashlib
import hmac
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from anden.server.clock import DAY
from anden.server.identity import hashed
from tests.server.databases import rows_of
from tests.server.receiver import Browser, Got, Receiver, receiving
from tests.server.support import (
    Device,
    Server,
    Socket,
    catch_up,
    is_to_act,
    play_on,
    quick_settings,
    serving,
    wait_until,
)

QUICK = (0.05, 0.05)  # seconds after a failure


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    changes = {"outbound_local": True, "notice_retries": QUICK, "correspondence_seconds": 0.1}
    with serving(quick_settings(folder, **changes)) as running:
        yield running


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


def slow_game(ana: Device, *others: Device, bots: int = 0, start: bool = True) -> str:
    seats = [{"kind": "here", "name": "Ana"}, *({"kind": "open"} for _ in others)]
    seats += [{"kind": "bot", "bot": "random"}] * bots
    game = ana.post("/games", {"board": "london", "clock": "three_days", "seats": seats})
    for other in others:
        other.post("/join", {"code": game["invite"], "name": "Luis"})
    if start:
        ana.post(f"/games/{game['id']}/start")
    return str(game["id"])


def choose(device: Device, game: str) -> None:
    sitting = device.sit(game)
    sitting.act_once()
    sitting.close()


def take_turn(device: Device, game: str) -> None:
    """Whatever it takes until it is somebody else's."""
    sitting = device.sit(game)
    while is_to_act(sitting):
        sitting.act_once()
    sitting.close()


def webhook(device: Device, receiver: Receiver, path: str = "/hook") -> dict[str, Any]:
    made: dict[str, Any] = device.post("/webhooks", {"url": receiver.url + path})
    assert "secret" in made, made
    return made


def states(device: Device) -> list[str]:
    return [each["state"] for each in device.get("/webhooks")["webhooks"]]


def is_signed(got: Got, secret: str) -> bool:
    """As a receiver checks it."""
    stamp, _, given = got.headers["x-anden-signature"].partition(",")
    text = stamp.removeprefix("t=").encode() + b"." + got.body
    digest = hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
    is_new = abs(time.time() - int(stamp.removeprefix("t="))) < 120
    return is_new and hmac.compare_digest(given, f"v1={digest}")


def test_a_browser_is_told_of_its_turn_and_nobody_else_can_read_it(
    ana: Device, receiver: Receiver
) -> None:
    browser = Browser(receiver, "/ana")
    assert ana.get("/push")["is_on"] is False
    assert browser.subscribe(ana, "es")["is_on"] is True
    game = slow_game(ana, bots=1)
    got = receiver.wait_for("/ana")
    assert got.headers["content-encoding"] == "aes128gcm"
    assert got.headers["authorization"].endswith(f"k={ana.get('/push')['key']}")
    assert 2.9 * DAY < int(got.headers["ttl"]) <= 3 * DAY
    assert len(got.headers["topic"]) == 32
    assert b"Ana" not in got.body
    told = browser.open(got.body)
    assert told["event"] == "turn"
    assert told["game"]["board"] == "Londres"
    assert told["game"]["players"][0] == told["name"] == "Ana"
    assert told["game"]["path"] == f"/game/{game}"
    assert told["due"] is not None
    assert told["language"] == "es"


def test_a_message_holds_no_cards_codes_or_secrets(
    ana: Device, luis: Device, receiver: Receiver
) -> None:
    browser = Browser(receiver, "/ana")
    browser.subscribe(ana)
    made = webhook(ana, receiver)
    game = slow_game(ana, luis)
    info = ana.get(f"/games/{game}")
    texts = [
        json.dumps(browser.open(receiver.wait_for("/ana").body)),
        receiver.wait_for("/hook").body.decode(),
    ]
    sitting = ana.sit(game)
    hidden = [info["invite"], info["watch"], info["seed_sha256"], ana.key, hashed(ana.key)]
    hidden += [made["secret"], *sitting.state["options"]["keep"]["offer"]]
    for text in texts:
        assert [secret for secret in hidden if secret in text] == []
        assert set(json.loads(text)) <= {
            *("id", "event", "created", "game", "seat", "name", "due", "language"),
        }


def test_a_webhook_is_called_signed_with_a_secret_that_is_told_once(
    ana: Device, receiver: Receiver
) -> None:
    made = webhook(ana, receiver)
    assert "secret" not in ana.get("/webhooks")["webhooks"][0]
    slow_game(ana, bots=1)
    got = receiver.wait_for("/hook")
    assert is_signed(got, made["secret"])
    assert not is_signed(got, made["secret"] + "x")
    assert got.headers["x-anden-event"] == got.told["event"] == "turn"
    assert got.headers["x-anden-delivery"] == got.told["id"]
    assert got.headers["content-type"] == "application/json"
    wait_until(lambda: states(ana) == ["working"])
    assert ana.get("/webhooks")["webhooks"][0]["result"] == "201"


def test_one_turn_is_told_once_however_many_actions_it_takes(
    ana: Device, luis: Device, receiver: Receiver
) -> None:
    webhook(ana, receiver, "/ana")
    game = slow_game(ana, luis)
    receiver.wait_for("/ana")
    choose(luis, game)
    choose(ana, game)
    for turn in range(2, 5):
        wait_until(lambda: to_act(ana, game) or to_act(luis, game))
        if to_act(ana, game):
            take_turn(ana, game)
        wait_until(lambda: to_act(luis, game))
        take_turn(luis, game)
        receiver.wait_for("/ana", turn)
        assert len(receiver.at("/ana")) == turn
    ids = [got.told["id"] for got in receiver.at("/ana")]
    assert len(set(ids)) == len(ids)


def to_act(device: Device, game: str) -> bool:
    return any(turn["game"] == game for turn in device.get("/my-games")["turns"])


def test_two_seats_of_one_person_are_told_of_once(ana: Device, receiver: Receiver) -> None:
    webhook(ana, receiver)
    seats = [{"kind": "here"}, {"kind": "here"}, {"kind": "bot", "bot": "random"}]
    game = ana.post("/games", {"board": "london", "clock": "one_day", "seats": seats})["id"]
    ana.post(f"/games/{game}/start")
    receiver.wait_for("/hook")
    ana.post(f"/webhooks/{ana.get('/webhooks')['webhooks'][0]['id']}/test")
    wait_until(lambda: len(receiver.got) > 1 and receiver.got[-1].told["event"] == "test")
    assert [got.told["event"] for got in receiver.got] == ["turn", "test"]


def test_everybody_is_told_of_the_end(ana: Device, luis: Device, receiver: Receiver) -> None:
    webhook(ana, receiver, "/ana")
    webhook(luis, receiver, "/luis")
    game = slow_game(ana, luis)
    play_on(ana.sit(game), luis.sit(game))
    for path in ("/ana", "/luis"):
        wait_until(lambda path=path: events(receiver, path)[-1:] == ["end"])
        assert receiver.at(path)[-1].told["game"]["status"] == "over"
        assert events(receiver, path).count("end") == 1


def test_a_game_that_is_broken_off_is_told_too(
    ana: Device, luis: Device, receiver: Receiver
) -> None:
    webhook(luis, receiver)
    game = slow_game(ana, luis)
    ana.post(f"/games/{game}/end")
    wait_until(lambda: "end" in events(receiver, "/hook"))
    assert receiver.at("/hook")[-1].told["game"]["status"] == "ended"


def events(receiver: Receiver, path: str) -> list[str]:
    return [got.told["event"] for got in receiver.at(path)]


def test_a_page_that_can_be_seen_needs_no_message(
    ana: Device, luis: Device, receiver: Receiver, folder: Path
) -> None:
    browser = Browser(receiver, "/ana")
    browser.subscribe(ana)
    webhook(ana, receiver)
    game = slow_game(ana, luis)
    receiver.wait_for("/ana")
    mine, other = ana.sit(game), luis.sit(game)
    mine.send(type="visible", is_visible=True)
    wait_until(lambda: looks(folder, ana))
    for socket in (mine, other):
        socket.act_once()  # chooses tickets
    until_the_next_turn(receiver, mine, other)
    assert len(receiver.at("/ana")) == 1  # nothing since
    mine.send(type="visible", is_visible=False)
    wait_until(lambda: not looks(folder, ana))
    until_the_next_turn(receiver, mine, other)
    receiver.wait_for("/ana", 2)


def looks(folder: Path, device: Device) -> list[tuple[object, ...]]:
    wanted = "SELECT game_id FROM looks WHERE device = :device"
    return rows_of(folder, wanted, device=hashed(device.key))


def until_the_next_turn(receiver: Receiver, mine: Socket, other: Socket) -> None:
    """The first takes their turn if it is, then the second; the first's webhook hears of it."""
    for socket in (mine, other):
        catch_up(mine, other)
        if socket is other:
            other.wait(lambda: is_to_act(other))
        before = len(receiver.at("/hook"))
        while is_to_act(socket):
            socket.act_once()
    receiver.wait_for("/hook", before + 1)
    mine.wait(lambda: is_to_act(mine))


def test_a_page_that_is_gone_can_no_longer_be_seen(
    ana: Device, receiver: Receiver, folder: Path
) -> None:
    Browser(receiver, "/ana").subscribe(ana)
    game = slow_game(ana, bots=1)
    sitting = ana.sit(game)
    sitting.send(type="visible", is_visible=True)
    wait_until(lambda: looks(folder, ana))
    sitting.close()
    wait_until(lambda: not looks(folder, ana))


def test_who_gets_no_messages_is_not_noted_as_looking(
    ana: Device, folder: Path, server: Server
) -> None:
    sitting = ana.sit(slow_game(ana, bots=1))
    sitting.send(type="visible", is_visible=True)
    sitting.send(type="ping")
    sitting.expect("pong")
    assert looks(folder, ana) == []


@pytest.mark.parametrize("status", [404, 410, 403])
def test_a_subscription_that_has_ended_is_forgotten(
    status: int, ana: Device, receiver: Receiver
) -> None:
    receiver.status = status
    Browser(receiver, "/ana").subscribe(ana)
    slow_game(ana, bots=1)
    receiver.wait_for("/ana")
    wait_until(lambda: not ana.get("/push")["is_on"])


def test_a_browser_has_one_subscription_and_can_end_it(ana: Device, receiver: Receiver) -> None:
    Browser(receiver, "/old").subscribe(ana)
    Browser(receiver, "/new").subscribe(ana)
    slow_game(ana, bots=1)
    receiver.wait_for("/new")
    assert receiver.at("/old") == []
    assert ana.http.delete("/api/push").json()["is_on"] is False


def test_a_failed_delivery_is_tried_again_with_the_same_id(ana: Device, receiver: Receiver) -> None:
    receiver.status = 500
    made = webhook(ana, receiver)
    slow_game(ana, bots=1)
    first = receiver.wait_for("/hook")
    receiver.status = 204
    second = receiver.wait_for("/hook", 2)
    assert second.told == first.told
    assert is_signed(second, made["secret"])
    wait_until(lambda: states(ana) == ["working"])


def test_a_webhook_that_never_answers_well_is_given_up_until_a_test_succeeds(
    ana: Device, receiver: Receiver
) -> None:
    receiver.status = 500
    made = webhook(ana, receiver)
    slow_game(ana, bots=1)
    wait_until(lambda: states(ana) == ["broken"])
    assert len(receiver.got) == len(QUICK) + 1
    assert ana.get("/webhooks")["webhooks"][0]["result"] == "500"
    slow_game(ana, bots=1)
    ana.post(f"/webhooks/{made['id']}/test")
    wait_until(lambda: events(receiver, "/hook")[-1] == "test")
    assert len(receiver.got) == len(QUICK) + 2  # nothing but the test
    wait_until(lambda: waits_for_nothing(ana))
    assert states(ana) == ["broken"]
    receiver.status = 200
    ana.post(f"/webhooks/{made['id']}/test")
    wait_until(lambda: states(ana) == ["working"])
    slow_game(ana, bots=1)
    wait_until(lambda: events(receiver, "/hook")[-1] == "turn")


def test_a_test_that_fails_counts_for_nothing(
    folder: Path, ana: Device, receiver: Receiver
) -> None:
    receiver.status = 500
    made = webhook(ana, receiver)
    for number in range(1, len(QUICK) + 3):  # more than it takes to be given up
        ana.post(f"/webhooks/{made['id']}/test")
        wait_until(lambda number=number: len(receiver.got) == number)
        wait_until(lambda: states(ana) == ["failing"])
        wait_until(lambda: not is_being_tested(folder, made["id"]))
    told = ana.get("/webhooks")["webhooks"][0]
    assert (told["result"], told["next_try"]) == ("500", None)
    receiver.status = 200
    slow_game(ana, bots=1)
    wait_until(lambda: events(receiver, "/hook")[-1] == "turn")
    wait_until(lambda: states(ana) == ["working"])


def is_being_tested(folder: Path, webhook_id: str) -> bool:
    key = f"notice:{webhook_id}:test:%"
    waiting = "SELECT key FROM jobs WHERE key LIKE :key AND state IN ('waiting', 'running')"
    return bool(rows_of(folder, waiting, key=key))


def waits_for_nothing(device: Device) -> bool:
    told = device.get("/webhooks")["webhooks"][0]
    return told["next_try"] is None


def test_a_redirect_is_a_failure(ana: Device, receiver: Receiver) -> None:
    receiver.status, receiver.location = 307, f"{receiver.url}/inner"
    webhook(ana, receiver)
    slow_game(ana, bots=1)
    wait_until(lambda: states(ana) == ["broken"])
    assert receiver.at("/inner") == []


def test_addresses_of_the_servers_own_network_are_refused(ana: Device) -> None:
    for url, code in (
        ("https://10.0.0.1/", "address/inside"),
        ("https://169.254.169.254/latest/meta-data/", "address/inside"),
        ("gopher://example.org/", "address/not-https"),
    ):
        assert ana.post("/webhooks", {"url": url})["error"]["code"] == code
        browser = {"endpoint": url, "p256dh": PUBLIC, "auth": AUTH}
        assert ana.http.put("/api/push", json=browser).json()["error"]["code"] == code


PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


def test_webhooks_are_counted_and_ones_own(ana: Device, luis: Device, receiver: Receiver) -> None:
    made = [webhook(ana, receiver, f"/{number}") for number in range(5)]
    again = ana.post("/webhooks", {"url": receiver.url + "/6"})
    assert again["error"]["code"] == "webhook/too-many"
    ana.http.delete(f"/api/webhooks/{made[0]['id']}")
    again = ana.post("/webhooks", {"url": receiver.url + "/1"})
    assert again["error"]["code"] == "webhook/there-already"
    assert luis.get("/webhooks")["webhooks"] == []
    for answer in (
        luis.http.delete(f"/api/webhooks/{made[1]['id']}"),
        luis.http.post(f"/api/webhooks/{made[1]['id']}/test"),
    ):
        assert answer.json()["error"]["code"] == "webhook/unknown"


def test_a_program_is_told_of_the_turns_of_its_seat_until_its_token_is_revoked(
    ana: Device, receiver: Receiver
) -> None:
    game = slow_game(ana, bots=1, start=False)
    token = ana.post(f"/games/{game}/seats/0/token", {"name": "Robo"})
    program = Device(ana.url)
    program.http.headers["authorization"] = f"Bearer {token['token']}"
    webhook(program, receiver)
    ana.post(f"/games/{game}/start")
    assert receiver.wait_for("/hook").told["game"]["id"] == game
    ana.http.delete(f"/api/tokens/{token['id']}")
    assert program.get("/webhooks")["webhooks"] == []
    program.close()


def test_games_with_other_clocks_tell_nobody(ana: Device, receiver: Receiver) -> None:
    made = webhook(ana, receiver)
    ana.create("london", "here", "random", start=True)
    ana.post(f"/webhooks/{made['id']}/test")
    receiver.wait_for("/hook")
    assert events(receiver, "/hook") == ["test"]


def test_operators_can_switch_both_off(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, push=False, webhooks=False)) as off:
        device = Device(off.url)
        assert device.get("/push")["key"] is None
        body = {"endpoint": "https://8.8.8.8/", "p256dh": PUBLIC, "auth": AUTH}
        answer = device.http.put("/api/push", json=body).json()
        assert answer["error"]["code"] == "push/none-here"
        assert device.get("/webhooks") == {"most": 0, "webhooks": []}
        answer = device.post("/webhooks", {"url": "https://8.8.8.8/"})
        assert answer["error"]["code"] == "webhook/none-here"
        device.close()


def test_the_key_outlives_the_server_and_can_come_from_a_file(tmp_path: Path) -> None:
    from anden.server.notices.webpush import Signer, new_key

    keys = []
    for _ in range(2):
        with serving(quick_settings(tmp_path)) as server:
            device = Device(server.url)
            keys.append(device.get("/push")["key"])
            device.close()
    assert keys[0] == keys[1]
    pem = new_key()
    (tmp_path / "key.pem").write_text(pem)
    with serving(quick_settings(tmp_path, push_key_file=str(tmp_path / "key.pem"))) as server:
        device = Device(server.url)
        assert device.get("/push")["key"] == Signer(pem, "").public
        device.close()
