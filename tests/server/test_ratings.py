"""Ratings: of those who agreed to them; nobody is shown unasked."""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from anden.server.identity import hashed, new_id
from anden.server.open_tables import OpenTables
from anden.server.ratings import START
from anden.server.storage import (
    OperatorStore,
)
from anden.server.storage.accounts import AccountRow, add_account, sign_in
from anden.server.storage.rows import PLAYING
from tests.server.club import (
    FREE,
    PERSON,
    Club,
    board_rows,
    opened,
    own,
    play_out,
    rated_game,
    refusal,
)
from tests.server.databases import rows_of
from tests.server.support import (
    Device,
    Socket,
    quick_settings,
    wait_until,
)

pytest.importorskip("openskill", reason="needs openskill: pip install anden[accounts]")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with opened(tmp_path) as club:
        yield club


def test_who_wins_gains_what_the_other_loses_and_both_are_known_better(club: Club) -> None:
    ana, luis = club.member("Ana"), club.member("Luis")
    game = rated_game(ana, luis)
    over = play_out(game, ana, luis)
    mine, other = own(ana), own(luis)
    assert mine is not None
    assert other is not None
    assert (mine["board"], mine["players"], mine["games"]) == ("london", 2, 1)
    assert mine["is_provisional"]
    ranks = [score["rank"] for score in over["scores"]]
    assert (mine["rating"] > other["rating"]) == (ranks[0] < ranks[1])
    assert mine["rating"] + other["rating"] == 3000
    assert mine["high"] - mine["low"] < 2 * 1.96 * START.spread
    assert own(ana, "bots") is None
    (change,) = ana.get("/ratings")["changes"]
    assert (change["game"], change["before"], change["after"]) == (game, 1500, mine["rating"])
    assert (change["board"], change["players"], change["has_replay"]) == ("london", 2, True)


def test_those_who_played_learn_what_it_was_worth_to_each_and_nobody_else(club: Club) -> None:
    ana, luis, guest = club.member("Ana"), club.member("Luis"), club.guest()
    game = rated_game(ana, luis)
    guest.post("/watch", {"code": ana.get(f"/games/{game}")["watch"]})
    asked = f"/games/{game}/ratings"
    assert ana.get(asked) == {"changes": []}
    play_out(game, ana, luis)
    told = [own(each) for each in (ana, luis)]
    expected = [
        {"seat": seat, "before": 1500, "after": mine["rating"]}
        for seat, mine in enumerate(told)
        if mine is not None
    ]
    assert ana.get(asked) == luis.get(asked) == {"changes": expected}
    assert guest.get(asked) == {"changes": []}
    assert refusal(club.guest().get(asked)) == "game/not-found"


def test_games_with_bots_have_a_ladder_of_their_own_where_bots_are_seen_too(club: Club) -> None:
    ana = club.member("Ana")
    play_out(rated_game(ana, bots=1), ana)
    assert own(ana) is None
    mine = own(ana, "bots")
    assert mine is not None
    assert mine["games"] == 1
    (bot,) = board_rows(ana, "bots")
    assert (bot["name"], bot["is_bot"], bot["place"]) == ("random", True, None)
    assert bot["rating"] + mine["rating"] == 3000
    assert board_rows(ana) == []


def test_nobody_is_on_a_leaderboard_unasked_and_everybody_leaves_it_at_once(club: Club) -> None:
    ana, luis, guest = club.member("Ana"), club.member("Luis"), club.guest()
    play_out(rated_game(ana, luis), ana, luis)
    assert board_rows(guest) == []
    assert ana.patch("/account", {"is_listed": True})["is_listed"]
    (row,) = board_rows(guest)
    assert (row["name"], row["is_mine"], row["place"]) == ("Ana", False, None)
    assert board_rows(ana)[0]["is_mine"]
    ana.patch("/account", {"is_listed": False})
    assert board_rows(guest) == []


def test_leaderboards_tell_names_and_figures_and_nothing_else(club: Club) -> None:
    ana, luis = club.member("Ana"), club.member("Luis")
    game = rated_game(ana, luis)
    play_out(game, ana, luis)
    for each in (ana, luis):
        each.patch("/account", {"is_listed": True})
    rows = board_rows(club.guest())
    keys = {"rating", "low", "high", "games", "is_provisional", "place", "name"}
    assert all(set(row) == keys | {"is_bot", "is_mine"} for row in rows)
    told = json.dumps(rows)
    secrets = [club.account(ana), club.account(luis), ana.key, hashed(ana.key), game]
    assert not [secret for secret in secrets if secret in told]
    assert re.search(r"@|account:", told) is None
    assert not [secret for secret in secrets[1:2] if secret in json.dumps(ana.get("/ratings"))]


def test_a_deleted_account_is_off_the_ladder_and_what_it_played_stays_rated(club: Club) -> None:
    ana, luis = club.member("Ana"), club.member("Luis")
    play_out(rated_game(ana, luis), ana, luis)
    for each in (ana, luis):
        each.patch("/account", {"is_listed": True})
    before = own(luis)
    account = club.account(ana)
    assert ana.http.delete("/api/account").status_code == 204
    assert [row["name"] for row in board_rows(luis)] == ["Luis"]
    assert own(luis) == before
    for table in ("ratings", "entrants"):
        statement = f"SELECT * FROM {table} WHERE account_id = :account"
        assert rows_of(club.folder, statement, account=account) == []


def test_only_those_who_are_signed_in_and_sit_alone_play_rated_games(club: Club) -> None:
    ana, guest = club.member("Ana"), club.guest()
    seats = [PERSON, PERSON]
    alone = ana.post("/games", {"board": "london", "seats": seats, "is_rated": True})
    assert (alone["rated_obstacle"], alone["can_start"]) == ("hot-seat", False)
    assert refusal(ana.post(f"/games/{alone['id']}/start")) == "rated/hot-seat"
    body = {"board": "london", "seats": [PERSON, FREE], "is_rated": True}
    game = ana.post("/games", body)
    guest.post("/join", {"code": game["invite"], "name": "Luis"})
    assert ana.get(f"/games/{game['id']}")["rated_obstacle"] == "guest"
    assert refusal(ana.post(f"/games/{game['id']}/start")) == "rated/guest"
    token = {"name": "Robo"}
    assert refusal(ana.post(f"/games/{game['id']}/seats/0/token", token)) == "rated/program"
    friendly = ana.patch(f"/games/{game['id']}", {"is_rated": False})
    assert (friendly["is_rated"], friendly["can_start"]) == (False, True)
    ana.post(f"/games/{game['id']}/start")
    play_out(game["id"], ana, guest)
    assert ana.get("/ratings")["ratings"] == []


def test_boards_that_visitors_bring_are_not_rated(club: Club) -> None:
    from anden.boards import load_board
    from anden.boards.dump import board_as_dict

    ana = club.member("Ana")
    text = json.dumps(board_as_dict(load_board("london")))
    brought = ana.http.post("/api/boards", content=text).json()
    body = {"board": brought["id"], "seats": [PERSON, {"kind": "bot", "bot": "random"}]}
    assert ana.post("/games", body | {"is_rated": True})["rated_obstacle"] == "board"
    asked = f"/leaderboard?board={brought['id']}&players=2"
    assert refusal(ana.get(asked)) == "board/unknown"


def test_leaderboards_of_no_table_are_refused(club: Club) -> None:
    guest = club.guest()
    assert refusal(guest.get("/leaderboard?board=london&players=9")) == "seats/too-many"
    assert refusal(guest.get("/leaderboard?board=london&players=1")) == "seats/too-few"
    assert refusal(guest.get("/leaderboard?board=../x&players=2")) == "board/unknown"
    asked = "/leaderboard?board=london&players=2&ladder=all"
    assert refusal(guest.get(asked)) == "request/invalid"
    assert refusal(guest.get("/ratings")) == "account/needed"


def test_nothing_is_taken_back_and_nobody_is_helped_in_rated_games(club: Club) -> None:
    ana = club.member("Ana")
    table = ana.sit(rated_game(ana, bots=1))
    table.wait(lambda: table.state.get("options", {}).get("is_now"))
    table.act_once()
    assert not table.state["can_undo"]
    table.send(type="coach", id="c1", seat=0)
    assert refusal_of(table) == "rated/no-help"
    table.send(type="undo", id="u1", seat=0, seq=table.state["seq"])
    assert refusal_of(table) in ("undo/too-late", "action/stale")


def refusal_of(table: Socket) -> Any:
    return table.expect("refused")["code"]


def test_whoever_leaves_a_rated_game_comes_last_and_the_other_has_won(club: Club) -> None:
    ana, luis = club.member("Ana"), club.member("Luis")
    game = rated_game(ana, luis)
    assert refusal(ana.post(f"/games/{game}/end")) == "rated/others-play"
    left = luis.patch(f"/games/{game}/seats/1", {"kind": "bot", "bot": "expert"})
    assert left["seats"][1]["bot"] == "medium"  # a strong one would play for them
    assert refusal(ana.http.delete(f"/api/games/{game}").json()) == "game/others-play"
    assert ana.post(f"/games/{game}/end")["status"] == "ended"
    assert not ana.get("/ratings")["changes"][0]["has_replay"]
    mine, other = own(ana), own(luis)
    assert mine is not None
    assert other is not None
    assert mine["rating"] > 1500 > other["rating"]


def test_whoever_breaks_off_a_rated_game_with_bots_comes_last(club: Club) -> None:
    ana = club.member("Ana")
    game = rated_game(ana, bots=2)
    assert refusal(ana.http.delete(f"/api/games/{game}").json()) == "rated/end-first"
    ana.post(f"/games/{game}/end")
    mine = own(ana, "bots")
    assert mine is not None
    assert (mine["players"], mine["rating"] < 1500) == (3, True)
    assert ana.http.delete(f"/api/games/{game}").status_code == 204
    assert own(ana, "bots") == mine  # the game is off the list, its rating stays


def test_a_game_that_the_operator_ends_is_not_rated(club: Club) -> None:
    from anden.server.upkeep.changes import end_game

    ana, luis = club.member("Ana"), club.member("Luis")
    game = rated_game(ana, luis)
    with closing(OperatorStore(quick_settings(club.folder).database_url)) as store:
        end_game(store, game)
    wait_until(lambda: ana.get(f"/games/{game}")["status"] == "ended")
    assert own(ana) is None


def test_the_clock_of_a_rated_game_is_not_the_hosts(club: Club) -> None:
    ana, luis = club.member("Ana"), club.member("Luis")
    game = rated_game(ana, luis, clock="one_day")
    asked = ana.patch(f"/games/{game}/seats/1", {"kind": "bot", "bot": "medium"})
    assert refusal(asked) == "rated/clock-decides"


def test_the_game_of_a_deleted_account_is_rated_for_those_who_are_left(club: Club) -> None:
    ana, luis, eva = (club.member(name) for name in ("Ana", "Luis", "Eva"))
    game = rated_game(ana, luis, eva)
    luis.http.delete("/api/account")
    play_out(game, ana, eva)
    mine, other = own(ana), own(eva)
    assert mine is not None
    assert other is not None
    assert mine["rating"] + other["rating"] == 3000
    assert (mine["players"], mine["games"], other["games"]) == (3, 1, 1)


def test_what_continues_from_a_rated_game_is_not_rated(club: Club) -> None:
    ana = club.member("Ana")
    game = rated_game(ana, bots=1)
    play_out(game, ana)
    tries = (ana.post(f"/games/{game}/branch", {"seat": 0, "move": move}) for move in range(1, 9))
    branch = next(answer for answer in tries if "error" not in answer)
    assert (branch["status"], branch["is_rated"]) == (PLAYING, False)
    play_out(branch["id"], ana)
    assert [each["id"] for each in ana.get("/played")["games"]] == [game]


def test_results_are_with_the_account_whatever_device_they_were_played_on(club: Club) -> None:
    guest = club.guest()
    game = guest.create("london", "here", "random", start=True)
    play_out(game, guest)
    (result,) = guest.get("/played")["games"]
    assert (result["id"], result["board"], result["players"]) == (game, "london", 2)
    assert result["tickets"][1] > 0
    assert result["routes"]
    laptop = club.guest()
    assert laptop.get("/played")["games"] == []
    account = AccountRow(new_id(), "Ana", 0.0)

    async def enter_with(tables: OpenTables, device: Device, before: str | None) -> None:
        await tables.accounts.sign_in(account, hashed(device.key + "new"), before)

    club.write(lambda connection: add_account(connection, account))
    tables, loop = club.server.open_tables, club.server.loop
    work = enter_with(tables, guest, hashed(guest.key))
    asyncio.run_coroutine_threadsafe(work, loop).result(30)
    assert guest.get("/played")["games"] == []  # it is the account's now
    club.write(lambda connection: sign_in(connection, hashed(laptop.key), account.id, 0.0))
    assert laptop.get("/played")["games"] == [result]
    assert [each["id"] for each in laptop.get("/my-games")["games"]] == [game]
    laptop.http.delete(f"/api/games/{game}")
    assert laptop.get("/played")["games"] == [result]  # statistics outlive the list
    laptop.http.delete("/api/played")
    assert laptop.get("/played")["games"] == []
