"""Games by correspondence: days for each move, whoever looks on, and vacations."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from time import time
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, select, update

from anden.server import correspondence
from anden.server.clock import CLOCKS, DAY, SLOW, Clock
from anden.server.storage.turns import deadline, turns
from tests.server.databases import rows_of
from tests.server.support import Device, Server, is_to_act, quick_settings, serving, wait_until

Result = TypeVar("Result")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(quick_settings(folder, correspondence_seconds=0.05)) as running:
        yield running


def in_store(server: Server, job: Callable[[Connection], Result]) -> Result:
    work = server.open_tables.write(job)
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(30)


def turn_rows(server: Server, game: str) -> list[Any]:
    wanted = select(turns).where(turns.c.game_id == game).order_by(turns.c.seat)
    return in_store(server, lambda connection: list(connection.execute(wanted)))


def let_pass(server: Server, game: str, seconds: float) -> None:
    """As if so much time had passed."""
    earlier = {"since": turns.c.since - seconds, "due": turns.c.due - seconds}
    ours = update(turns).where(turns.c.game_id == game).values(**earlier)
    in_store(server, lambda connection: connection.execute(ours))


def slow_game(ana: Device, *others: Device, clock: str = "three_days") -> str:
    """Everybody has a seat, and chooses their tickets."""
    seats = [{"kind": "here"}, *({"kind": "open"} for _ in others)]
    if not others:
        seats.append({"kind": "bot", "bot": "random"})
    game = ana.post("/games", {"board": "london", "clock": clock, "seats": seats})
    for other in others:
        other.post("/join", {"code": game["invite"]})
    ana.post(f"/games/{game['id']}/start")
    game_id: str = game["id"]
    return game_id


def choose_tickets(*devices: Device, game: str) -> None:
    for device in devices:
        sitting = device.sit(game)
        sitting.act_once()
        sitting.close()


def test_days_are_not_saved_up() -> None:
    kind, now = CLOCKS["one_day"], [0.0]
    assert kind is not None
    clock = Clock(kind, 2, lambda: now[0])
    clock.run_for([0])
    now[0] = DAY / 2
    assert clock.left(0) == DAY / 2
    clock.note(0, clock.spent(0))
    clock.run_for([1])
    assert (clock.left(0), clock.left(1)) == (DAY, DAY)


@pytest.mark.parametrize(
    ("away", "expected"),
    [
        ([], 100.0),
        ([(10, 30)], 120.0),
        ([(-50, 5)], 105.0),
        ([(100, 200)], 100.0),
        ([(90, 110), (115, 120)], 125.0),
        ([(10, 40), (20, 50)], 140.0),
        ([(-9, 0)], 100.0),
    ],
)
def test_days_do_not_run_in_a_vacation(away: list[tuple[float, float]], expected: float) -> None:
    assert deadline(0.0, 100.0, away) == expected


def test_my_turns_are_listed_with_their_end(ana: Device, luis: Device) -> None:
    game = slow_game(ana, luis)
    for device, seat in ((ana, 0), (luis, 1)):
        (turn,) = turns_in(device, game)
        assert turn["seat"] == seat
        assert turn["due"] is not None
    choose_tickets(ana, luis, game=game)
    wait_until(lambda: len(turns_in(ana, game)) + len(turns_in(luis, game)) == 1)


def turns_in(device: Device, game: str) -> list[dict[str, Any]]:
    return [turn for turn in device.get("/my-games")["turns"] if turn["game"] == game]


def test_a_move_gives_all_days_back(ana: Device, luis: Device, server: Server) -> None:
    game = slow_game(ana, luis)
    choose_tickets(ana, luis, game=game)
    wait_until(lambda: len(turn_rows(server, game)) == 1)
    let_pass(server, game, 2 * DAY)
    (row,) = turn_rows(server, game)
    mover, other = (ana, luis) if row.seat == 0 else (luis, ana)
    sitting = mover.sit(game)
    while is_to_act(sitting):
        sitting.act_once()
    wait_until(lambda: turns_in(other, game))
    (row,) = turn_rows(server, game)
    assert row.due - time() > 2.9 * DAY


def test_at_the_end_of_the_days_a_bot_plays_on_though_nobody_looks(
    ana: Device, luis: Device, server: Server
) -> None:
    game = slow_game(ana, luis, clock="one_day")
    choose_tickets(ana, game=game)
    wait_until(lambda: not turns_in(ana, game))
    let_pass(server, game, DAY + 1)
    wait_until(lambda: ana.get(f"/games/{game}")["seats"][1]["is_stand_in"])
    assert ana.get(f"/games/{game}")["seats"][0]["kind"] == "human"
    luis.patch(f"/games/{game}/seats/1", {"kind": "here"})
    assert luis.get(f"/games/{game}")["seats"][1]["kind"] == "human"


def test_days_go_on_while_no_server_runs(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path, correspondence_seconds=0.05)
    with serving(settings) as first:
        ana = Device(first.url)
        game = slow_game(ana)
        wait_until(lambda: turns_in(ana, game))
        due = turns_in(ana, game)[0]["due"]
    with serving(settings) as second:
        ana.url, ana.http.base_url = second.url, second.url + "/"
        assert turns_in(ana, game)[0]["due"] == due
        sitting = ana.sit(game)
        assert abs(sitting.state["clock"]["left"][0] - 3 * DAY) < 120
        let_pass(second, game, 3 * DAY)
    with serving(settings) as third:
        ana.url, ana.http.base_url = third.url, third.url + "/"
        wait_until(lambda: ana.get(f"/games/{game}")["seats"][0]["is_stand_in"])
    ana.close()


def test_bots_move_in_games_that_nobody_has_opened_since_the_start(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path, correspondence_seconds=0.05, pace_scale=1e6)
    with serving(settings) as first:
        ana = Device(first.url)
        game = slow_game(ana)
        choose_tickets(ana, game=game)
        wait_until(lambda: not turn_rows(first, game))  # the bot thinks for weeks
    with serving(quick_settings(tmp_path, correspondence_seconds=0.05)) as second:
        wait_until(lambda: turn_rows(second, game))
    ana.close()


def test_games_that_cannot_be_looked_after_keep_no_others_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(correspondence, "_MOST", 2)
    with serving(quick_settings(tmp_path, correspondence_seconds=1e6)) as first:
        ana = Device(first.url)
        broken = [slow_game(ana, clock="one_day") for _ in range(5)]
        whole = slow_game(ana, clock="one_day")
        for days, game in enumerate((whole, *broken), 2):
            wait_until(lambda game=game: turn_rows(first, game))
            let_pass(first, game, days * DAY)  # the broken ones wait longest
    for game in broken:
        rows_of(tmp_path, "UPDATE games SET board = 'gone' WHERE id = :id", id=game)
    with serving(quick_settings(tmp_path, correspondence_seconds=0.05)) as second:
        ana.url, ana.http.base_url = second.url, second.url + "/"
        wait_until(lambda: ana.get(f"/games/{whole}")["seats"][0]["is_stand_in"])
    ana.close()


def test_every_game_in_which_nobody_is_waited_for_is_woken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(correspondence, "_MOST", 2)
    settings = quick_settings(tmp_path, correspondence_seconds=1e6, pace_scale=1e6)
    with serving(settings) as first:
        ana = Device(first.url)
        games = [slow_game(ana) for _ in range(5)]
        for game in games:
            choose_tickets(ana, game=game)
        wait_until(lambda: not any(turn_rows(first, game) for game in games))
    with serving(quick_settings(tmp_path, correspondence_seconds=0.05)) as second:
        wait_until(lambda: all(turn_rows(second, game) for game in games))
    ana.close()


def test_a_vacation_makes_turns_last_longer_and_ends_early(ana: Device, server: Server) -> None:
    game = slow_game(ana)
    wait_until(lambda: turn_rows(server, game))
    (before,) = turn_rows(server, game)
    told = ana.http.put("/api/vacation", json={"days": 10}).json()
    assert told["days_left"] == 11
    (row,) = turn_rows(server, game)
    assert row.due == pytest.approx(before.due + 10 * DAY, abs=60)
    sitting = ana.sit(game)
    assert sitting.state["clock"]["left"][0] == pytest.approx(13 * DAY, abs=60)
    told = ana.http.delete("/api/vacation").json()
    assert told == {"until": None, "days_left": 21}
    (row,) = turn_rows(server, game)
    assert row.due == pytest.approx(before.due, abs=60)
    sitting.wait(lambda: sitting.state["clock"]["left"][0] < 4 * DAY)


def test_a_vacation_is_as_long_as_the_year_allows(ana: Device) -> None:
    answer = ana.http.put("/api/vacation", json={"days": 22}).json()
    assert answer["error"]["code"] == "vacation/too-long"
    assert ana.get("/vacation") == {"until": None, "days_left": 21}


def test_the_clocks_are_told_with_whether_they_count_days(ana: Device) -> None:
    clocks = ana.get("/server")["clocks"]
    assert {name for name, kind in clocks.items() if kind and kind["is_slow"]} == set(SLOW)
