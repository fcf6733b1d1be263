"""The server goes down in the middle, and everything is as it was."""

import time
from pathlib import Path

from tests.server.databases import rows_of
from tests.server.process import ServerProcess
from tests.server.support import (
    Device,
    close_code,
    first_action,
    is_to_act,
    play_on,
    quick_settings,
    serving,
    wait_until,
)
from tools.ports import free_port


def test_killed_server_goes_on_where_it_was(tmp_path: Path) -> None:
    port = free_port()
    server = ServerProcess(tmp_path, port)
    ana = Device(server.url)
    game_id = ana.create("europe", "here", "greedy", start=True)
    table = ana.sit(game_id)
    play_on(table, until=25)
    table.wait(lambda: is_to_act(table))
    before = table.state
    server.kill()
    assert close_code(table.raw) is None

    server = ServerProcess(tmp_path, port)
    table = ana.sit(game_id)
    assert {k: table.state[k] for k in ("seq", "view", "options")} == {
        k: before[k] for k in ("seq", "view", "options")
    }
    play_on(table)
    assert table.over is not None
    server.kill()
    ana.close()


def test_action_without_answer_is_sent_again_and_played_once(tmp_path: Path) -> None:
    """The server dies between storing an action and saying so."""
    port = free_port()
    server = ServerProcess(tmp_path, port)
    ana = Device(server.url)
    game_id = ana.create("london", "here", "here", start=True)
    table = ana.sit(game_id, show=0)
    act = {"id": "unanswered", "seq": 0, "action": first_action(table.state["options"])}
    table.send(type="act", seat=0, **act)
    wait_until(lambda: _num_actions(tmp_path) == 1)
    server.kill()

    server = ServerProcess(tmp_path, port)
    table = ana.sit(game_id, show=0)
    assert table.state["seq"] == 1
    table.send(type="act", seat=0, **act)
    assert table.expect("ack", "refused") == {"type": "ack", "id": "unanswered", "seq": 1}
    assert table.state["seq"] == 1
    server.kill()
    ana.close()


def test_bots_go_on_after_a_restart_when_somebody_comes_back(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, pace_scale=1000.0)) as server:
        ana = Device(server.url)
        key, game_id = ana.key, ana.create("london", "greedy", "greedy", start=True)
        ana.close()
    with serving(quick_settings(tmp_path)) as server:
        ana = Device(server.url)
        ana.key = key
        assert server.open_tables._tables == {}
        table = ana.sit(game_id)
        table.wait(lambda: table.over is not None)
        ana.close()


def test_bots_do_not_play_for_nobody(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, unwatched_seconds=0.0)) as server:
        ana = Device(server.url)
        game_id = ana.create("london", "greedy", "greedy", start=True)
        table = server.open_tables._tables[game_id]
        assert (table.seq, table.bots.is_running) == (0, False)
        looking = ana.sit(game_id)
        looking.wait(lambda: looking.over is not None)
        ana.close()


def test_a_game_that_cannot_be_read_is_in_nobodys_way(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path)) as server:
        ana = Device(server.url)
        key = ana.key
        games = [ana.create("london", "here", "here", start=True) for _ in range(3)]
        ana.close()
    rows_of(tmp_path, "UPDATE games SET seed = 'no number' WHERE id = :id", id=games[0])
    rows_of(tmp_path, "UPDATE games SET board = 'atlantis' WHERE id = :id", id=games[1])
    with serving(quick_settings(tmp_path)) as server:
        ana = Device(server.url)
        ana.http.headers["authorization"] = f"Bearer {key}"
        told = {game["id"]: game["status"] for game in ana.get("/my-games")["games"]}
        assert set(told) == set(games)
        statuses = [ana.get(f"/games/{game}")["status"] for game in games]
        assert statuses == ["unreadable", "unreadable", "playing"]
        ana.close()


def test_game_of_other_rules_is_shown_as_unreadable(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path)) as server:
        ana = Device(server.url)
        game_id = ana.create("london", "here", "here", start=True)
        ana.close()
        key = ana.key
    rows_of(tmp_path, "UPDATE games SET ruleset = 999")
    with serving(quick_settings(tmp_path)) as server:
        ana = Device(server.url)
        ana.key = key
        ana.http.headers["authorization"] = f"Bearer {key}"
        assert ana.get(f"/games/{game_id}")["status"] == "unreadable"
        table = ana.sit(game_id, show=0)
        table.send(type="act", id="a", seq=0, seat=0, action="draw deck")
        assert table.expect("refused")["code"] == "game/not-playing"
        ana.close()


def test_game_with_an_altered_action_is_shown_as_unreadable(tmp_path: Path) -> None:
    """The other action is as legal as the one played: only what comes after does not fit."""
    with serving(quick_settings(tmp_path)) as server:
        ana = Device(server.url)
        game_id = ana.create("london", "here", "here", start=True)
        tables = ana.sit(game_id, show=0), ana.sit(game_id, show=1)
        offer = tables[0].state["options"]["keep"]["offer"]
        assert tables[0].act(f"keep {offer[0]}")["type"] == "ack"
        play_on(*tables, until=4)
        key = ana.key
        ana.close()
    other = f"keep {offer[1]}"
    rows_of(tmp_path, "UPDATE actions SET action = :action WHERE number = 1", action=other)
    with serving(quick_settings(tmp_path)) as server:
        ana = Device(server.url)
        ana.http.headers["authorization"] = f"Bearer {key}"
        assert ana.get(f"/games/{game_id}")["status"] == "unreadable"
        ana.close()


def test_lobbies_are_forgotten_after_their_days(tmp_path: Path) -> None:
    day = 24 * 3600
    with serving(quick_settings(tmp_path)) as server:
        ana = Device(server.url)
        games = {days: ana.create("london", "here", "open") for days in (1.9, 2.1)}
        key = ana.key
        ana.close()
    for days, game_id in games.items():
        created = time.time() - days * day
        rows_of(
            tmp_path,
            "UPDATE games SET created = :created WHERE id = :id",
            created=created,
            id=game_id,
        )
    with serving(quick_settings(tmp_path, lobby_days=2.0)) as server:
        ana = Device(server.url)
        ana.http.headers["authorization"] = f"Bearer {key}"
        wait_until(lambda: len(ana.get("/my-games")["games"]) == 1)
        assert ana.get("/my-games")["games"][0]["id"] == games[1.9]
        ana.close()


def test_finished_game_is_there_after_a_restart(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path)) as server:
        ana = Device(server.url)
        game_id = ana.create("london", "here", "greedy", start=True)
        table = ana.sit(game_id)
        play_on(table)
        over, port_key = table.over, ana.key
        ana.close()
    with serving(quick_settings(tmp_path)) as server:
        ana = Device(server.url)
        ana.key = port_key
        table = ana.sit(game_id)
        table.wait(lambda: table.over)
        assert table.over == over
        ana.close()


def _num_actions(folder: Path) -> int:
    ((number,),) = rows_of(folder, "SELECT count(*) FROM actions")
    assert isinstance(number, int)
    return number
