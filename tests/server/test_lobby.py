"""Setting a game up: seats, names, colours, invitations, and who may do what."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.server.support import SECONDS, Device, Server, play_on


def code_of(answer: Any) -> str:
    return str(answer["error"]["code"])


def seat_of(game: Any, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = game["seats"][seat]
    return found


@pytest.fixture
def lobby(ana: Device) -> str:
    """Ana's game for three: she, an open seat, a bot."""
    return ana.create("europe", "here", "open", "greedy")


@pytest.fixture
def browser(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=SECONDS) as client:
        yield client


def test_seats_get_different_names_and_colours(ana: Device) -> None:
    told = [{"kind": "here"}, {"kind": "here", "name": "Player 1", "colour": "red"}]
    game = ana.post("/games", {"board": "usa", "seats": told})
    assert [seat["name"] for seat in game["seats"]] == ["Player 2", "Player 1"]
    assert len({seat["colour"] for seat in game["seats"]}) == 2
    assert seat_of(game, 1)["colour"] == "red"


def test_default_names_are_in_the_language_of_the_creator(ana: Device) -> None:
    ana.http.headers["accept-language"] = "es-ES,es;q=0.9"
    body = {"board": "usa", "seats": [{"kind": "here"}, {"kind": "bot", "bot": "random"}]}
    assert seat_of(ana.post("/games", body), 0)["name"] == "Jugador 1"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"board": "mars", "seats": [{"kind": "here"}]}, "board/unknown"),
        ({"board": "usa", "seats": [{"kind": "here"}]}, "seats/too-few"),
        ({"board": "usa", "seats": [{"kind": "here"}] * 6}, "seats/too-many"),
        ({"board": "usa", "seats": [{"kind": "bot"}] * 2}, "bot/unknown"),
        ({"board": "usa", "seats": [{"kind": "bot", "bot": "exec:sh"}] * 2}, "bot/unknown"),
        ({"board": "usa", "seats": [{"kind": "bot", "bot": "x.py"}] * 2}, "bot/unknown"),
        ({"board": "usa", "seats": [{"kind": "here", "name": "A"}] * 2}, "seat/name-taken"),
        ({"board": "usa", "seats": [{"kind": "here", "name": " \u202e "}] * 2}, "seat/name-empty"),
        ({"board": "usa", "seats": [{"kind": "here", "colour": "red"}] * 2}, "seat/colour-taken"),
        ({"board": "usa", "seats": [{"kind": "here", "colour": "x"}] * 2}, "seat/colour-unknown"),
        ({"board": "usa", "seats": []}, "request/invalid"),
        ({"board": "usa", "seats": [{"kind": "king"}] * 2}, "request/invalid"),
        ({"board": "usa", "seats": [{"kind": "here"}] * 2, "seed": 1}, "request/invalid"),
        ({"board": 7, "seats": [{"kind": "here"}] * 2}, "request/invalid"),
        ([], "request/invalid"),
    ],
)
def test_game_that_cannot_be_is_refused(ana: Device, body: Any, code: str) -> None:
    assert code_of(ana.post("/games", body)) == code


def test_friend_joins_by_code_however_it_is_typed(ana: Device, luis: Device, lobby: str) -> None:
    invite = ana.get(f"/games/{lobby}")["invite"]
    typed = f" {invite[:4].lower()}-{invite[4:]} "
    game = luis.post("/join", {"code": typed, "name": "Luis"})
    assert seat_of(game, 1) | {"colour": ""} == {
        "seat": 1,
        "kind": "human",
        "name": "Luis",
        "colour": "",
        "bot": None,
        "character": None,
        "is_stand_in": False,
        "is_program": False,
        "is_mine": True,
        "is_present": False,
    }
    assert not game["is_host"]


def test_same_link_again_leads_to_the_same_seat(ana: Device, luis: Device) -> None:
    game_id = ana.create("europe", "here", "open", "open")
    code = {"code": ana.get(f"/games/{game_id}")["invite"]}
    luis.post("/join", code)
    mine = [seat["is_mine"] for seat in luis.post("/join", code)["seats"]]
    assert mine == [False, True, False]


def test_full_game_takes_nobody_else(ana: Device, luis: Device) -> None:
    game_id = ana.create("europe", "here", "greedy")
    code = ana.get(f"/games/{game_id}")["invite"]
    assert code_of(luis.post("/join", {"code": code})) == "join/full"
    assert code_of(luis.get(f"/games/{game_id}")) == "game/not-found"


def test_seat_that_is_taken_cannot_be_joined(ana: Device, luis: Device, lobby: str) -> None:
    code = ana.get(f"/games/{lobby}")["invite"]
    assert code_of(luis.post("/join", {"code": code, "seat": 0})) == "seat/taken"
    assert code_of(luis.post("/join", {"code": code, "seat": 9})) == "seat/unknown"


def test_spectators_code_does_not_give_a_seat(ana: Device, luis: Device, lobby: str) -> None:
    watch = ana.get(f"/games/{lobby}")["watch"]
    assert code_of(luis.post("/join", {"code": watch})) == "join/no-such-code"
    game = luis.post("/watch", {"code": watch})
    assert game["invite"] is None
    assert not any(seat["is_mine"] for seat in game["seats"])


def test_stranger_learns_nothing_about_a_game(luis: Device, lobby: str) -> None:
    for path in ("", "/record", "/replay"):
        assert code_of(luis.get(f"/games/{lobby}{path}")) == "game/not-found"
    assert code_of(luis.post(f"/games/{lobby}/start")) == "game/not-found"
    assert code_of(luis.patch(f"/games/{lobby}/seats/0", {"name": "X"})) == "game/not-found"


def test_guest_changes_own_name_and_colour_only(ana: Device, luis: Device, lobby: str) -> None:
    luis.post("/join", {"code": ana.get(f"/games/{lobby}")["invite"]})
    game = luis.patch(f"/games/{lobby}/seats/1", {"name": "  Lu\tis, ", "colour": "yellow"})
    assert seat_of(game, 1)["name"] == "Lu is"
    assert seat_of(game, 1)["colour"] == "yellow"
    assert code_of(luis.patch(f"/games/{lobby}/seats/0", {"name": "Eva"})) == "seat/not-yours"
    assert code_of(luis.patch(f"/games/{lobby}/seats/1", {"kind": "open"})) == "host/only"
    assert code_of(luis.post(f"/games/{lobby}/seats", {"kind": "open"})) == "host/only"
    assert code_of(luis.post(f"/games/{lobby}/start")) == "host/only"
    assert luis.http.delete(f"/api/games/{lobby}").status_code == 403


def test_host_adds_changes_and_removes_seats(ana: Device, lobby: str) -> None:
    game = ana.post(f"/games/{lobby}/seats", {"kind": "bot", "bot": "random"})
    assert len(game["seats"]) == 4
    game = ana.http.delete(f"/api/games/{lobby}/seats/1").json()
    assert [seat["bot"] for seat in game["seats"]] == [None, "greedy", "random"]
    game = ana.patch(f"/games/{lobby}/seats/1", {"kind": "here"})
    assert [seat["is_mine"] for seat in game["seats"]] == [True, True, False]
    ana.http.delete(f"/api/games/{lobby}/seats/2")
    assert code_of(ana.http.delete(f"/api/games/{lobby}/seats/1").json()) == "seats/too-few"


def test_host_can_take_a_seat_back_from_a_guest(ana: Device, luis: Device, lobby: str) -> None:
    luis.post("/join", {"code": ana.get(f"/games/{lobby}")["invite"]})
    ana.patch(f"/games/{lobby}/seats/1", {"kind": "bot", "bot": "random"})
    assert code_of(luis.get(f"/games/{lobby}")) == "game/not-found"


def test_guest_behind_a_removed_seat_moves_up_with_it(ana: Device, luis: Device) -> None:
    game_id = ana.create("europe", "here", "random", "open", "greedy")
    invite = ana.get(f"/games/{game_id}")["invite"]
    luis.post("/join", {"code": invite, "seat": 2, "name": "Luis"})
    ana.http.delete(f"/api/games/{game_id}/seats/1")
    for device, mine in ((ana, 0), (luis, 1)):
        seats = device.get(f"/games/{game_id}")["seats"]
        assert [seat["seat"] for seat in seats if seat["is_mine"]] == [mine]
        assert [seat["bot"] for seat in seats] == [None, None, "greedy"]
    assert seat_of(luis.get(f"/games/{game_id}"), 1)["name"] == "Luis"


def test_guest_of_a_removed_seat_has_no_part_in_the_game(ana: Device, luis: Device) -> None:
    game_id = ana.create("europe", "here", "open", "here")
    luis.post("/join", {"code": ana.get(f"/games/{game_id}")["invite"]})
    game = ana.http.delete(f"/api/games/{game_id}/seats/1").json()
    assert [seat["is_mine"] for seat in game["seats"]] == [True, True]
    assert code_of(luis.get(f"/games/{game_id}")) == "game/not-found"


@pytest.mark.parametrize(
    "change", [{"kind": "open"}, {"kind": "here"}, {"kind": "bot", "bot": "random"}]
)
def test_link_of_a_seat_ends_when_the_host_takes_it_back(
    ana: Device, luis: Device, lobby: str, change: dict[str, str]
) -> None:
    luis.post("/join", {"code": ana.get(f"/games/{lobby}")["invite"]})
    token = luis.post(f"/games/{lobby}/seats/1/link")["token"]
    ana.patch(f"/games/{lobby}/seats/1", change)
    assert code_of(luis.post(f"/games/{lobby}/claim", {"token": token})) == "link/invalid"
    assert code_of(luis.get(f"/games/{lobby}")) == "game/not-found"


def test_spectator_who_leaves_sees_the_game_no_more(ana: Device, luis: Device, lobby: str) -> None:
    luis.post("/watch", {"code": ana.get(f"/games/{lobby}")["watch"]})
    before = ana.get(f"/games/{lobby}")["seats"]
    assert luis.post(f"/games/{lobby}/leave") is None
    assert code_of(luis.get(f"/games/{lobby}")) == "game/not-found"
    assert luis.get("/my-games")["games"] == []
    assert ana.get(f"/games/{lobby}")["seats"] == before


def test_guest_leaves_and_the_seat_is_open_again(ana: Device, luis: Device, lobby: str) -> None:
    luis.post("/join", {"code": ana.get(f"/games/{lobby}")["invite"]})
    assert luis.post(f"/games/{lobby}/leave") is None
    assert seat_of(ana.get(f"/games/{lobby}"), 1)["kind"] == "open"


def test_game_starts_when_no_seat_is_open(ana: Device, lobby: str) -> None:
    assert not ana.get(f"/games/{lobby}")["can_start"]
    assert code_of(ana.post(f"/games/{lobby}/start")) == "seats/open"
    ana.patch(f"/games/{lobby}/seats/1", {"kind": "bot", "bot": "random"})
    assert ana.post(f"/games/{lobby}/start")["status"] == "playing"
    assert code_of(ana.post(f"/games/{lobby}/start")) == "game/started"
    assert code_of(ana.post(f"/games/{lobby}/seats", {"kind": "open"})) == "game/started"
    assert code_of(ana.patch(f"/games/{lobby}/seats/0", {"name": "X"})) == "game/started"
    assert code_of(ana.patch(f"/games/{lobby}", {"pace": "calm"})) == "game/started"


def test_pace_is_set_in_the_lobby(ana: Device, lobby: str) -> None:
    assert ana.patch(f"/games/{lobby}", {"pace": "calm"})["pace"] == "calm"
    assert code_of(ana.patch(f"/games/{lobby}", {"pace": "frantic"})) == "request/invalid"


def test_browser_gets_a_cookie_that_scripts_cannot_read(browser: httpx.Client) -> None:
    body = {"board": "usa", "seats": [{"kind": "here"}, {"kind": "bot", "bot": "random"}]}
    answer = browser.post("/api/games", json=body)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    game_id = answer.json()["id"]
    assert [game["id"] for game in browser.get("/api/my-games").json()["games"]] == [game_id]


def test_made_up_cookie_is_no_device(browser: httpx.Client) -> None:
    browser.cookies.set("anden_device", "short")
    assert browser.get("/api/my-games").json()["games"] == []


def test_link_of_a_seat_opens_it_on_another_device(ana: Device, luis: Device, lobby: str) -> None:
    link = ana.post(f"/games/{lobby}/seats/0/link")
    assert link["path"] == f"/seat/{lobby}#{link['token']}"
    game = luis.post(f"/games/{lobby}/claim", {"token": link["token"]})
    assert seat_of(game, 0)["is_mine"]
    assert seat_of(ana.get(f"/games/{lobby}"), 0)["is_mine"]
    assert not game["is_host"]


def test_new_link_of_a_seat_ends_the_former_one(ana: Device, luis: Device, lobby: str) -> None:
    former = ana.post(f"/games/{lobby}/seats/0/link")["token"]
    ana.post(f"/games/{lobby}/seats/0/link")
    assert code_of(luis.post(f"/games/{lobby}/claim", {"token": former})) == "link/invalid"
    assert code_of(luis.post(f"/games/{lobby}/seats/0/link")) == "game/not-found"


def test_host_ends_and_deletes_a_game(ana: Device, lobby: str) -> None:
    assert code_of(ana.post(f"/games/{lobby}/end")) == "game/not-playing"
    ana.patch(f"/games/{lobby}/seats/1", {"kind": "here"})
    ana.post(f"/games/{lobby}/start")
    table = ana.sit(lobby, show=0)
    assert ana.post(f"/games/{lobby}/end")["status"] == "ended"
    assert table.act("draw deck")["code"] == "game/not-playing"
    assert ana.http.delete(f"/api/games/{lobby}").status_code == 204
    table.expect("gone")
    assert code_of(ana.get(f"/games/{lobby}")) == "game/not-found"


def test_rematch_keeps_people_and_seats(ana: Device, luis: Device) -> None:
    game_id = ana.create("london", "here", "open", "random")
    luis.post("/join", {"code": ana.get(f"/games/{game_id}")["invite"], "name": "Luis"})
    ana.post(f"/games/{game_id}/start")
    assert code_of(luis.post(f"/games/{game_id}/rematch")) == "game/not-over"
    tables = ana.sit(game_id), luis.sit(game_id)
    play_on(*tables)
    again = luis.post(f"/games/{game_id}/rematch")
    assert tables[0].expect("rematch")["game"] == again["id"]
    assert again["is_host"]
    assert seat_of(again, 1)["is_mine"]
    assert ana.post(f"/games/{game_id}/rematch")["id"] == again["id"]
    assert seat_of(ana.get(f"/games/{again['id']}"), 0)["is_mine"]
    first = ana.get(f"/games/{game_id}")
    assert first["rematch"] == again["id"]
    assert first["seed_sha256"] != again["seed_sha256"]
    assert luis.post(f"/games/{again['id']}/start")["status"] == "playing"


def test_bot_plays_on_for_a_player_who_may_come_back(ana: Device, luis: Device) -> None:
    game_id = ana.create("usa", "here", "open")
    luis.post("/join", {"code": ana.get(f"/games/{game_id}")["invite"]})
    ana.post(f"/games/{game_id}/start")
    guest = luis.sit(game_id)
    as_bot = {"kind": "bot", "bot": "random"}
    assert code_of(ana.patch(f"/games/{game_id}/seats/1", as_bot)) == "seat/present"
    luis.patch(f"/games/{game_id}/seats/1", as_bot)
    guest.wait(lambda: guest.state["view"]["seats"][1]["has_chosen"])
    assert guest.act("draw deck")["code"] == "seat/bot-plays"
    assert seat_of(ana.get(f"/games/{game_id}"), 1)["is_stand_in"]
    game = luis.patch(f"/games/{game_id}/seats/1", {"kind": "here"})
    assert seat_of(game, 1)["kind"] == "human"
    luis.patch(f"/games/{game_id}/seats/1", as_bot)
    assert seat_of(ana.patch(f"/games/{game_id}/seats/1", {"kind": "here"}), 1)["kind"] == "human"
