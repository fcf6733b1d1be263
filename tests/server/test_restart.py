"""The server goes down in the middle, and everything is as it was."""

import sqlite3
import time
from pathlib import Path

from tests.server.process import ServerProcess, free_port
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


def test_bots_go_on_after_a_restart_with_nobody_there(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, pace_scale=1000.0)) as server:
        ana = Device(server.url)
        game_id = ana.create("london", "greedy", "greedy", start=True)
        ana.close()
    with serving(quick_settings(tmp_path)) as server:

        def is_over() -> bool:
            table = server.open_tables._tables.get(game_id)
            return table is not None and table.status == "over"

        wait_until(is_over)


def test_game_of_other_rules_is_shown_as_unreadable(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path)) as server:
        ana = Device(server.url)
        game_id = ana.create("london", "here", "here", start=True)
        ana.close()
        key = ana.key
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        database.execute("UPDATE games SET ruleset = 999")
    database.close()
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
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        database.execute("UPDATE actions SET action = ? WHERE number = 1", [f"keep {offer[1]}"])
    database.close()
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
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        for days, game_id in games.items():
            created = [time.time() - days * day, game_id]
            database.execute("UPDATE games SET created = ? WHERE id = ?", created)
    database.close()
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
    database = sqlite3.connect(f"file:{folder / 'games.sqlite3'}?mode=ro", uri=True)
    try:
        (number,) = database.execute("SELECT count(*) FROM actions").fetchone()
        return int(number)
    finally:
        database.close()
