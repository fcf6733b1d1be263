"""Another board for a table that waits for its players."""

import json
from typing import Any

import pytest

from anden.boards import load_board
from anden.boards.dump import board_as_dict
from tests.server.support import Device, play_on


def code_of(answer: Any) -> str:
    return str(answer["error"]["code"])


def own_board(**changes: Any) -> dict[str, Any]:
    board = board_as_dict(load_board("london"))
    return board | {"id": "mine", "names": {"en": "Mine", "es": "Mío"}} | changes


def brought(device: Device, **changes: Any) -> str:
    entry = device.post("/boards", own_board(**changes))
    return str(entry["id"])


def in_other_colours() -> dict[str, Any]:
    """The pieces of a board that has none of the usual colours of players."""
    pieces: dict[str, Any] = own_board()["pieces"]
    colours = [colour | {"id": f"new_{colour['id']}"} for colour in pieces["colours"]]
    return pieces | {"colours": colours}


def kinds(game: Any) -> list[str]:
    return [seat["kind"] for seat in game["seats"]]


def test_everybody_sees_the_new_board_at_once_and_plays_on_it(ana: Device, luis: Device) -> None:
    game_id = ana.create("usa", "here", "open")
    luis.post("/join", {"code": ana.get(f"/games/{game_id}")["invite"], "name": "Luis"})
    guest = luis.sit(game_id)
    board = brought(ana)
    before = ana.get(f"/games/{game_id}")
    game = ana.patch(f"/games/{game_id}", {"board": board})
    assert game["board"] == board
    guest.wait(lambda: guest.game["board"] == board)
    assert game["seats"][1] == before["seats"][1]
    assert game["seed_sha256"] == before["seed_sha256"]
    assert luis.get(f"/boards/{board}")["board"]["id"] == "mine"
    ana.post(f"/games/{game_id}/start")
    host = ana.sit(game_id)
    play_on(host, guest, until=8)
    assert host.state["view"]["seats"][0]["pieces"] <= 17  # as many as London has
    assert host.state["view"]["own"]["tickets"]


def test_everything_in_one_request_or_nothing(ana: Device) -> None:
    game_id = ana.create("usa", "here", "open")
    game = ana.patch(f"/games/{game_id}", {"board": "europe", "clock": "live", "pace": "calm"})
    assert (game["board"], game["clock"], game["pace"]) == ("europe", "live", "calm")
    refused = ana.patch(f"/games/{game_id}", {"board": "mars", "clock": "none"})
    assert code_of(refused) == "board/unknown"
    game = ana.get(f"/games/{game_id}")
    assert (game["board"], game["clock"]) == ("europe", "live")


def test_on_a_board_for_fewer_bots_go_first_and_friends_keep_their_seats(ana: Device) -> None:
    game_id = ana.create("usa", "here", "random", "open", "greedy", "open")
    game = ana.patch(f"/games/{game_id}", {"board": brought(ana)})
    assert kinds(game) == ["human", "bot", "open", "open"]
    assert game["seats"][1]["bot"] == "random"
    small = brought(ana, players={"min": 2, "max": 2})
    game = ana.patch(f"/games/{game_id}", {"board": small})
    assert kinds(game) == ["human", "open"]


def test_holders_move_up_with_their_seats_and_links_lead_to_them(ana: Device, luis: Device) -> None:
    game_id = ana.create("usa", "here", "greedy", "random", "open")
    invite = ana.get(f"/games/{game_id}")["invite"]
    luis.post("/join", {"code": invite, "seat": 3, "name": "Luis"})
    link = luis.post(f"/games/{game_id}/seats/3/link")["token"]
    small = brought(ana, players={"min": 2, "max": 2})
    ana.patch(f"/games/{game_id}", {"board": small})
    game = luis.get(f"/games/{game_id}")
    assert [seat["is_mine"] for seat in game["seats"]] == [False, True]
    assert game["seats"][1]["name"] == "Luis"
    assert luis.post(f"/games/{game_id}/claim", {"token": link})["seats"][1]["is_mine"]
    assert code_of(luis.post(f"/games/{game_id}/claim", {"token": "x"})) == "link/invalid"


def test_nobody_loses_a_seat_to_a_board_that_is_too_small(ana: Device) -> None:
    game_id = ana.create("usa", "here", "here", "here", "greedy")
    small = brought(ana, players={"min": 2, "max": 2})
    ana.http.headers["accept-language"] = "es"
    refused = ana.patch(f"/games/{game_id}", {"board": small})
    assert code_of(refused) == "board/too-small"
    assert refused["error"]["text"].startswith("Hay 3 personas en la mesa")
    game = ana.get(f"/games/{game_id}")
    assert (game["board"], len(game["seats"])) == ("usa", 4)


def test_on_a_board_for_more_there_are_open_seats(ana: Device) -> None:
    game_id = ana.create("london", "here", "greedy")
    game = ana.patch(f"/games/{game_id}", {"board": brought(ana, players={"min": 4, "max": 4})})
    assert kinds(game) == ["human", "bot", "open", "open"]
    assert len({seat["name"] for seat in game["seats"]}) == 4
    assert len({seat["colour"] for seat in game["seats"]}) == 4
    assert not game["can_start"]


def test_colours_that_a_board_lacks_become_others(ana: Device) -> None:
    game_id = ana.create("london", "here", "greedy", "open")
    game = ana.patch(f"/games/{game_id}", {"board": brought(ana, pieces=in_other_colours())})
    colours = {seat["colour"] for seat in game["seats"]}
    assert len(colours) == 3
    assert all(colour.startswith("new_") for colour in colours)
    assert ana.patch(f"/games/{game_id}", {"board": "london"})["board"] == "london"


@pytest.mark.parametrize(
    ("board", "code"),
    [
        ("mars", "board/unknown"),
        ("file-" + "1" * 32, "board/unknown"),
        ("../boards/usa", "board/unknown"),
        ("file-../../../../etc/passwd", "board/unknown"),
        ("", "request/invalid"),
        ("x" * 61, "request/invalid"),
        (7, "request/invalid"),
        (["usa"], "request/invalid"),
        ({"file": "usa"}, "request/invalid"),
    ],
)
def test_a_board_that_is_none_changes_nothing(ana: Device, board: Any, code: str) -> None:
    game_id = ana.create("usa", "here", "open")
    assert code_of(ana.patch(f"/games/{game_id}", {"board": board})) == code
    assert ana.get(f"/games/{game_id}")["board"] == "usa"


def test_a_bad_file_is_refused_in_words_and_the_table_stays(ana: Device) -> None:
    game_id = ana.create("usa", "here", "open")
    text = json.dumps(own_board(cities=[]))
    refused = ana.http.post("/api/boards", content=text).json()
    assert code_of(refused) == "board/invalid"
    assert "cities" in refused["error"]["text"]
    assert ana.get(f"/games/{game_id}")["board"] == "usa"


def test_only_the_host_and_only_before_the_start(ana: Device, luis: Device) -> None:
    game_id = ana.create("usa", "here", "open")
    change = {"board": "europe"}
    assert code_of(luis.patch(f"/games/{game_id}", change)) == "game/not-found"
    luis.post("/join", {"code": ana.get(f"/games/{game_id}")["invite"]})
    assert code_of(luis.patch(f"/games/{game_id}", change)) == "host/only"
    ana.post(f"/games/{game_id}/start")
    assert code_of(ana.patch(f"/games/{game_id}", change)) == "game/started"
    assert code_of(luis.patch(f"/games/{game_id}", change)) == "host/only"
    ana.post(f"/games/{game_id}/end")
    assert code_of(ana.patch(f"/games/{game_id}", change)) == "game/started"
    assert ana.get(f"/games/{game_id}")["board"] == "usa"


def test_a_rated_table_says_that_a_board_of_ones_own_cannot_be_rated(ana: Device) -> None:
    told = [{"kind": "here"}, {"kind": "bot", "bot": "random"}]
    game = ana.post("/games", {"board": "usa", "seats": told, "is_rated": True})
    game = ana.patch(f"/games/{game['id']}", {"board": brought(ana)})
    assert (game["is_rated"], game["rated_obstacle"], game["can_start"]) == (True, "board", False)
    assert code_of(ana.post(f"/games/{game['id']}/start")) == "rated/board"
    game = ana.patch(f"/games/{game['id']}", {"board": "london"})
    assert game["rated_obstacle"] != "board"


def test_a_rematch_can_be_on_another_board(ana: Device) -> None:
    game_id = ana.create("london", "here", "greedy", start=True)
    ana.post(f"/games/{game_id}/end")
    again = ana.post(f"/games/{game_id}/rematch")["id"]
    assert ana.patch(f"/games/{again}", {"board": "usa"})["board"] == "usa"
    assert ana.get(f"/games/{game_id}")["board"] == "london"
    table = ana.sit(again)
    ana.post(f"/games/{again}/start")
    play_on(table, until=3)
