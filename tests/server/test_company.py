"""Bots with a character, phrases between people, clocks, and boards and bots of one's own."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anden.boards import load_board
from anden.boards.dump import board_as_dict
from anden.server.board_files import write_board
from anden.server.clock import CLOCKS, Clock, ClockKind
from anden.server.personas import NAMES
from anden.server.settings import ServerSettings

from .databases import rows_of
from .support import Device, play_on, quick_settings, serving


def code_of(answer: Any) -> str:
    return str(answer["error"]["code"])


def people(ana: Device, luis: Device) -> str:
    """A game of two people, begun."""
    game_id = ana.create("london", "here", "open")
    luis.post("/join", {"code": ana.get(f"/games/{game_id}")["invite"], "name": "Luis"})
    ana.post(f"/games/{game_id}/start")
    return game_id


# Characters


def test_bots_of_a_table_have_different_characters_and_their_names(ana: Device) -> None:
    seats = ana.get(f"/games/{ana.create('usa', 'here', *['hard'] * 4)}")["seats"]
    characters = [seat["character"] for seat in seats[1:]]
    assert len(set(characters)) == 4
    assert [seat["name"] for seat in seats[1:]] == [NAMES[name] for name in characters]
    assert {seat["bot"] for seat in seats[1:]} == {"hard"}


def test_a_character_can_be_chosen_and_stays_when_the_level_changes(ana: Device) -> None:
    game_id = ana.create("usa", "here", "medium:sprinter")
    seat = ana.get(f"/games/{game_id}")["seats"][1]
    assert (seat["name"], seat["bot"], seat["character"]) == ("Lola", "medium", "sprinter")
    seat = ana.patch(f"/games/{game_id}/seats/1", {"bot": "hard"})["seats"][1]
    assert (seat["bot"], seat["character"]) == ("hard", "sprinter")
    seat = ana.patch(f"/games/{game_id}/seats/1", {"bot": "hard:builder"})["seats"][1]
    assert (seat["name"], seat["character"]) == ("Otto", "builder")
    assert code_of(ana.patch(f"/games/{game_id}/seats/1", {"bot": "hard:cheat"})) == "bot/unknown"


# Phrases


def test_phrases_reach_everybody_and_last_through_a_reload(ana: Device, luis: Device) -> None:
    game_id = people(ana, luis)
    one, other = ana.sit(game_id), luis.sit(game_id)
    one.send(type="say", seat=0, phrase="hello")
    said = other.expect("said")
    assert (said["seat"], said["phrase"]) == (0, "hello")
    one.send(type="say", seat=0, phrase="nice")
    assert one.expect("refused")["code"] == "say/too-soon"
    one.send(type="say", seat=1, phrase="nice")
    assert one.expect("refused")["code"] == "seat/not-yours"
    one.send(type="say", seat=0, phrase="you idiot")
    assert one.expect("refused")["code"] == "frame/garbage"
    assert [each["phrase"] for each in luis.sit(game_id).welcome["said"]] == ["hello"]


def test_a_nudge_is_for_somebody_who_sleeps(ana: Device, luis: Device) -> None:
    game_id = people(ana, luis)
    one = ana.sit(game_id)
    one.send(type="say", seat=0, phrase="nudge")
    assert one.expect("refused")["code"] == "say/too-soon"


def test_a_nudge_arrives_after_a_while(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, nudge_seconds=0.0)) as server:
        ana, luis = Device(server.url), Device(server.url)
        game_id = people(ana, luis)
        one, other = ana.sit(game_id), luis.sit(game_id)
        one.send(type="say", seat=0, phrase="nudge")
        assert other.expect("said")["phrase"] == "nudge"
        ana.close()
        luis.close()


# Clocks


def test_a_clock_counts_down_for_those_who_are_to_act() -> None:
    now = [100.0]
    clock = Clock(ClockKind(60.0, 5.0), 2, lambda: now[0])
    clock.run_for([1])
    now[0] += 20
    assert (clock.left(0), clock.left(1)) == (60.0, 40.0)
    assert clock.next_end() == 40.0
    clock.note(1, clock.spent(1))
    clock.run_for([0])
    now[0] += 70
    assert (clock.left(0), clock.left(1)) == (-10.0, 45.0)
    assert clock.ended() == [0]
    clock.run_for([])
    clock.give_back(0)
    assert clock.left(0) == 5.0


def test_at_zero_a_bot_plays_on_and_the_seat_can_be_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CLOCKS, "live", ClockKind(0.3, 30.0))
    with serving(quick_settings(tmp_path)) as server:
        ana = Device(server.url)
        seats = [{"kind": "here"}, {"kind": "bot", "bot": "greedy"}]
        game = ana.post("/games", {"board": "london", "clock": "live", "seats": seats})
        assert game["clock"] == "live"
        ana.post(f"/games/{game['id']}/start")
        one = ana.sit(game["id"])
        one.wait(lambda: one.game["seats"][0]["kind"] == "bot")
        assert one.game["seats"][0]["is_stand_in"]
        ana.patch(f"/games/{game['id']}/seats/0", {"kind": "here"})
        one.wait(lambda: one.game["seats"][0]["kind"] == "human")
        one.send(type="show", seat=0)
        state = one.expect("state")
        if state["clock"] is not None:  # the bots may have ended it by then
            assert state["clock"]["left"][0] > 20
        ana.close()


def test_what_a_clock_has_left_and_what_was_said_survive_a_restart(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path, say_seconds=0.0)
    with serving(settings) as server:
        ana = Device(server.url)
        seats = [{"kind": "here"}, {"kind": "here"}]
        game_id = ana.post("/games", {"board": "usa", "clock": "live", "seats": seats})["id"]
        ana.post(f"/games/{game_id}/start")
        one = ana.sit(game_id, show=0)
        offer = one.state["options"]["keep"]
        assert one.act(f"keep {', '.join(offer['offer'])}", 0)["type"] == "ack"
        one.wait(lambda: one.state["seq"] == 1)
        left = one.state["clock"]["left"]
        assert left[0] > 305  # what was given for the action, less what it took
        for phrase in ("hello", *["nice"] * 19, "thanks"):
            one.send(type="say", seat=0, phrase=phrase)
            assert one.expect("said")["phrase"] == phrase
        key = ana.key
        ana.close()
    with serving(settings) as server:
        ana = Device(server.url)
        ana.key = key
        again = ana.sit(game_id, show=0)
        assert [each["phrase"] for each in again.welcome["said"]] == [*["nice"] * 19, "thanks"]
        assert again.welcome["said"][0] == {"seat": 0, "phrase": "nice", "seq": 1}
        state = again.state
        assert abs(state["clock"]["left"][0] - left[0]) < 0.2
        assert state["clock"]["running"] == [1]
        ana.close()


def test_the_clock_is_chosen_in_the_lobby(ana: Device) -> None:
    game_id = ana.create("usa", "here", "open")
    assert ana.get("/server")["clocks"]["live"] == {
        "start": 300.0,
        "gain": 10.0,
        "is_slow": False,
    }
    assert ana.get(f"/games/{game_id}")["clock"] == "none"
    game = ana.patch(f"/games/{game_id}", {"clock": "relaxed"})
    assert (game["clock"], game["pace"]) == ("relaxed", "normal")


# Boards and bots of one's own


def own_board() -> dict[str, Any]:
    return board_as_dict(load_board("london")) | {
        "id": "mine",
        "names": {"en": "Mine", "es": "Mío"},
    }


def test_a_board_file_is_taken_in_and_played_to_the_end(ana: Device) -> None:
    entry = ana.post("/boards", own_board())
    assert entry["names"]["en"] == "Mine"
    assert ana.post("/boards", own_board())["id"] == entry["id"]
    board = ana.get(f"/boards/{entry['id']}")
    assert board["board"]["id"] == "mine"
    one = ana.sit(ana.create(entry["id"], "here", "greedy", start=True))
    while one.over is None:
        if one.state["options"] and one.state["options"]["is_now"]:
            one.act_once()
        else:
            one.receive()
    assert len(one.over["scores"]) == 2
    assert ana.get(f"/games/{one.game['id']}/replay")["board"] == entry["id"]


def test_a_bad_board_file_is_refused_in_words(ana: Device) -> None:
    answer = ana.post("/boards", own_board() | {"pieces": {"count": -3}})
    assert code_of(answer) == "board/invalid"
    assert "pieces" in answer["error"]["text"]
    spoken = {"Accept-Language": "es"}
    in_spanish = ana.http.post("/api/boards", content=b"{}", headers=spoken).json()["error"]
    assert in_spanish["text"].endswith("falta la clave 'format'; añádela")
    assert in_spanish["params"] == {"detail": "falta la clave 'format'; añádela"}
    raw = ana.http.post("/api/boards", content=b"{not json").json()
    assert code_of(raw) == "board/invalid"
    assert "line 1" in raw["error"]["text"]
    big = ana.http.post("/api/boards", content=b" " * 600_000).json()
    assert code_of(big) == "request/too-big"
    assert code_of(ana.get("/boards/file-../../etc/passwd")) in (
        "request/not-found",
        "board/unknown",
    )
    assert code_of(ana.get(f"/boards/file-{'0' * 32}")) == "board/unknown"


def test_a_game_whose_board_has_gone_is_shown_as_unreadable(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path)
    with serving(settings) as server:
        ana = Device(server.url)
        board = own_board() | {"names": {"en": "Short-lived", "es": "Fugaz"}}
        game_id = ana.create(ana.post("/boards", board)["id"], "here", "here", start=True)
        other = ana.create("usa", "here", "here", start=True)
        key = ana.key
        ana.close()
    remove_copies(settings)
    rows_of(tmp_path, "DELETE FROM boards")
    with serving(settings) as server:
        ana = Device(server.url)
        ana.http.headers["authorization"] = f"Bearer {key}"
        assert ana.get(f"/games/{game_id}")["status"] == "unreadable"
        assert ana.get(f"/games/{other}")["status"] == "playing"
        ana.close()


def remove_copies(settings: ServerSettings) -> None:
    """The files that a process has made of the boards in its database."""
    for file in settings.boards.iterdir():
        file.unlink()


def test_a_board_is_in_the_database_and_not_only_in_a_folder(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path)
    with serving(settings) as server:
        ana = Device(server.url)
        board = own_board() | {"names": {"en": "Kept", "es": "Guardado"}}
        game_id = ana.create(ana.post("/boards", board)["id"], "here", "greedy", start=True)
        key = ana.key
        ana.close()
    remove_copies(settings)
    with serving(settings) as server:
        ana = Device(server.url)
        ana.http.headers["authorization"] = f"Bearer {key}"
        ana.key = key
        assert ana.get(f"/games/{game_id}")["status"] == "playing"
        one = ana.sit(game_id)
        play_on(one, until=6)
        remove_copies(settings)
        board_id = one.game["board"]
        assert ana.get(f"/boards/{board_id}")["board"]["names"]["en"] == "Kept"
        assert "id" in ana.post("/games", {"board": board_id, "seats": [{"kind": "here"}] * 2})
        ana.close()


def test_boards_of_a_folder_are_taken_in_at_the_start(tmp_path: Path) -> None:
    """As `anden play my_board.json` puts them there, and servers of former versions did."""
    settings = quick_settings(tmp_path)
    text = json.dumps(own_board() | {"names": {"en": "Early", "es": "Temprano"}})
    name = write_board(settings.boards, text)
    (settings.boards / f"file-{'0' * 32}.json").write_text(text, "utf-8")  # it is another's name
    with serving(settings):
        assert rows_of(tmp_path, "SELECT name, text FROM boards") == [(name, text)]
    with serving(settings):
        assert len(rows_of(tmp_path, "SELECT name FROM boards")) == 1


def test_the_shelf_for_board_files_is_not_endless(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, max_boards=1)) as server:
        ana = Device(server.url)
        assert "id" in ana.post("/boards", own_board())
        other = own_board() | {"names": {"en": "Other", "es": "Otro"}}
        refused = ana.post("/boards", other)
        assert code_of(refused) == "boards/full"
        assert "keeps 1 boards" in refused["error"]["text"]
        ana.close()


OWN_BOT = """
from anden.bots import Bot

class Last(Bot):
    def choose(self, view, legal):
        return legal[-1]
"""


def test_a_bot_of_ones_own_sits_at_the_table(tmp_path: Path) -> None:
    file = tmp_path / "last_bot.py"
    file.write_text(OWN_BOT, "utf-8")
    settings: ServerSettings = replace(quick_settings(tmp_path), bots=(("last_bot", str(file)),))
    with serving(settings) as server:
        ana = Device(server.url)
        names = [bot["name"] for bot in ana.get("/bots")["bots"]]
        assert "own:last_bot" in names
        one = ana.sit(ana.create("london", "here", "own:last_bot", start=True))
        one.wait(lambda: one.state["view"]["seats"][1]["has_chosen"])
        seats = [{"kind": "here"}, {"kind": "bot", "bot": "own:other"}]
        assert code_of(ana.post("/games", {"board": "usa", "seats": seats})) == "bot/unknown"
        ana.close()
