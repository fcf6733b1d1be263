"""`anden admin`: what operators do with the games of a server, beside it or without it."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from anden.cli.app import app
from anden.server.chance import committed
from anden.server.identity import hashed
from anden.server.lobby import add_member
from anden.server.storage import Lobby, OperatorStore
from anden.server.storage.schema import device_columns, metadata
from anden.server.upkeep.changes import change_game, load_game
from tests.server.databases import options_for, rows_of, sqlite_only
from tests.server.support import Device, Server, play_on, quick_settings, serving

NAMES = re.compile(r"device|host|owner|asker|account|person|address|email|user")
# They go with the account.
NO_PERSON = {f"{table}.account_id" for table in ("passkeys", "sessions", "entrants", "ratings")}


@dataclass(frozen=True)
class Store:
    """A folder with a game of each kind, and whose they are."""

    folder: Path
    ana: Device
    luis: Device
    over: str  # Ana's alone, against bots
    shared: str  # Ana's and Luis's, being played; Ana is the host
    lobby: str  # Luis's, waiting

    def run(self, *words: str) -> Result:
        arguments = ["admin", *words, "--lang", "en", *options_for(self.folder)]
        result = CliRunner().invoke(app, arguments)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.output
        return result

    def told(self, *words: str) -> Any:
        result = self.run(*words, "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    def refused(self, *words: str, code: int = 2) -> str:
        """The one line that is said instead."""
        result = self.run(*words)
        assert result.exit_code == code, result.output
        assert result.stdout == ""
        (line,) = result.stderr.splitlines()
        return line

    def statuses(self) -> dict[str, str]:
        return {game["id"]: game["status"] for game in self.told("games")["games"]}

    def change(self, statement: str, **values: object) -> None:
        rows_of(self.folder, statement, **values)


def fill(server: Server, folder: Path) -> Store:
    ana, luis = Device(server.url), Device(server.url)
    seats = {"kind": "here", "name": "Ana"}, {"kind": "open"}
    shared = ana.create("europe", *seats)
    code = ana.get(f"/games/{shared}")["invite"]
    luis.post("/join", {"code": code, "name": "Luis"})
    ana.post(f"/games/{shared}/start")
    tables = ana.sit(shared), luis.sit(shared)
    play_on(*tables, until=8)
    tables[0].send(type="say", seat=0, phrase="hello")
    tables[1].expect("said")
    over = ana.create("london", {"kind": "here", "name": "Ana"}, "greedy", start=True)
    play_on(ana.sit(over))
    lobby = luis.create("usa", {"kind": "here", "name": "Luis"}, "open")
    return Store(folder, ana, luis, over, shared, lobby)


@pytest.fixture
def store(tmp_path: Path, template: Path) -> Iterator[Store]:
    """One of its own for each test, restored from a backup; no server runs."""
    made = json.loads((template / "who.json").read_text("utf-8"))
    devices = [Device("http://127.0.0.1:1") for _ in range(2)]
    for device, key in zip(devices, made["keys"], strict=True):
        device.key = key
        device.http.headers["authorization"] = f"Bearer {key}"
    full = Store(tmp_path, devices[0], devices[1], **made["games"])
    assert full.run("restore", str(template / "backup")).exit_code == 0
    yield full
    for device in devices:
        device.close()


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("admin")
    with serving(quick_settings(folder)) as server:
        full = fill(server, folder)
        full.ana.close()
        full.luis.close()
    games = {name: getattr(full, name) for name in ("over", "shared", "lobby")}
    who = {"keys": [full.ana.key, full.luis.key], "games": games}
    (folder / "who.json").write_text(json.dumps(who), "utf-8")
    assert full.run("backup", str(folder / "backup")).exit_code == 0
    return folder


def test_games_are_listed_without_secrets(store: Store) -> None:
    told = store.told("games")
    assert told["in_all"] == {"over": 1, "playing": 1, "lobby": 1}
    games = {game["id"]: game for game in told["games"]}
    assert games[store.shared]["actions"] == 8
    assert games[store.shared]["players"] == ["Ana", "Luis"]
    assert set(store.told("games", "--status", "over")["games"][0]) == set(games[store.over])
    assert [game["id"] for game in store.told("games", "--limit", "1")["games"]] == [store.lobby]
    assert store.told("games", "--days", "1")["games"] == []
    plain = store.run("games").stdout
    assert f"{store.shared}  playing" in plain
    assert "3 games in all: lobby 1, over 1, playing 1" in plain


def test_a_game_is_shown_with_who_holds_which_seat(store: Store) -> None:
    told = store.told("show", store.shared)
    assert [seat["devices"] for seat in told["seats"]] == [
        [hashed(store.ana.key)],
        [hashed(store.luis.key)],
    ]
    assert told["problem"] is None
    shown = store.run("show", store.shared)
    assert hashed(store.luis.key)[:12] in shown.stdout
    assert "Every action can be played again." in shown.stdout
    assert not re.search(r"\b[0-9a-f]{32}\b", shown.stdout)  # a seed
    assert "no game NOWHERE" in store.refused("show", "NOWHERE")


def test_nothing_is_changed_without_yes(store: Store) -> None:
    before = store.statuses()
    device = hashed(store.ana.key)
    for words in (
        ("end", store.shared),
        ("delete", store.over, store.lobby),
        ("purge", "--days", "0"),
        ("forget", device[:10]),
    ):
        result = store.run(*words)
        assert result.exit_code == 1
        assert "Add --yes" in result.stderr
    assert store.statuses() == before


def test_games_are_ended_deleted_and_purged(store: Store) -> None:
    assert "is not being played" in store.refused("end", store.over, "--yes")
    assert store.told("end", store.shared, "--yes") == {"ended": [store.shared]}
    assert store.statuses()[store.shared] == "ended"
    assert "no game NOWHERE" in store.refused("delete", store.lobby, "NOWHERE", "--yes")
    assert store.lobby in store.statuses()
    assert store.run("delete", store.lobby, "--yes").stdout == "1 game deleted.\n"
    store.change("UPDATE actions SET played = played - 864000 WHERE game_id = :id", id=store.over)
    assert store.told("purge", "--days", "9", "--yes") == {"deleted": [store.over]}
    assert store.statuses() == {store.shared: "ended"}


def test_a_person_gets_what_is_stored_about_them_and_no_more(store: Store) -> None:
    ana, luis = hashed(store.ana.key), hashed(store.luis.key)
    whole = store.run("export", ana[:8]).stdout
    told = json.loads(whole)
    assert {game["id"] for game in told["games"]} == {store.over, store.shared}
    (shared,) = (game for game in told["games"] if game["id"] == store.shared)
    assert {action["seat"] for action in shared["actions"]} == {0}
    assert shared["said"] == [{"phrase": "hello", "seq": 8}]
    (over,) = (game for game in told["games"] if game["id"] == store.over)
    assert "\nseed " in over["record"]
    assert "record" not in shared
    assert luis not in whole
    assert "Luis" not in whole


def test_a_forgotten_person_is_nowhere_and_the_others_play_on(store: Store) -> None:
    ana = hashed(store.ana.key)
    gone = store.told("forget", ana[:12], "--yes")
    assert (gone["deleted"], gone["kept"]) == ([store.over], [store.shared])
    assert store.told("check")["findings"] == []
    shown = store.told("show", store.shared)
    assert shown["host"] == hashed(store.luis.key)
    assert [seat["kind"] for seat in shown["seats"]] == ["bot", "human"]
    assert "Ana" not in json.dumps(shown)
    assert "Nothing is stored about" in store.refused("export", ana)
    with serving(quick_settings(store.folder)) as server:
        luis = Device(server.url)
        luis.key = store.luis.key
        luis.http.headers["authorization"] = f"Bearer {luis.key}"
        table = luis.sit(store.shared)
        table.wait(lambda: table.state["options"]["is_now"])
        table.act_once()
        luis.close()


def test_what_a_forgotten_person_added_to_chance_is_forgotten_too(store: Store) -> None:
    device, other = hashed(store.ana.key), hashed(store.luis.key)
    with closing(OperatorStore(quick_settings(store.folder).database_url)) as ours:
        joined = add_member(load_game(ours, store.lobby), device, 1)
        for number, each in enumerate((device, other)):
            joined = committed(joined, each, f"{number}" * 64)
        ours.save(joined, load_game(ours, store.lobby))
        store.told("forget", device, "--yes")
        chance = ours.load(store.lobby)
    assert chance is not None
    assert chance.row.chance is not None
    assert other in chance.row.chance
    assert device not in chance.row.chance


def test_a_device_is_named_by_enough_of_its_hash(store: Store) -> None:
    assert "first 8 digits" in store.refused("export", "abc")
    assert "first 8 digits" in store.refused("export", "x" * 12)
    assert "begins with 00000000" in store.refused("forget", "00000000", "--yes")


def test_check_names_every_game_that_cannot_be_played_again(store: Store) -> None:
    good = store.run("check")
    assert (good.exit_code, "All is well: 3 games" in good.stdout) == (0, True)
    store.change("UPDATE actions SET before = 'ffffff' WHERE game_id = :id", id=store.shared)
    store.change("UPDATE games SET board = 'atlantis' WHERE id = :id", id=store.lobby)
    store.change("DELETE FROM actions WHERE number > 5 AND game_id = :id", id=store.over)
    result = store.run("check", "--json")
    assert result.exit_code == 1
    found = {
        finding["game"]: finding["problem"] for finding in json.loads(result.stdout)["findings"]
    }
    assert found == {
        store.shared: "action 1 does not fit",
        store.lobby: "There is no board atlantis.",
        store.over: "noted as over after 5 actions, and is not",
    }


@sqlite_only
def test_store_that_is_not_there_or_of_another_version_is_said_and_left_alone(
    store: Store, tmp_path: Path
) -> None:
    nowhere = Store(tmp_path / "nowhere", store.ana, store.luis, "", "", "")
    assert "can't be opened" in nowhere.refused("games")
    assert not nowhere.folder.exists()
    store.change("UPDATE alembic_version SET version_num = '0003'")
    assert "another version (0003)" in store.refused("games")


def test_every_column_that_names_a_person_is_marked() -> None:
    """What `anden admin forget` and `export` look at."""
    marked = {f"{column.table.name}.{column.name}" for column in device_columns()}
    named = {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.columns
        if NAMES.search(column.name)
    }
    assert named - NO_PERSON == marked


def test_people_at_a_table_hear_what_the_operator_does(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path)) as server:
        full = fill(server, tmp_path)
        table, lobby = full.luis.sit(full.shared), full.luis.sit(full.lobby)
        full.told("end", full.shared, "--yes")
        table.wait(lambda: table.game["status"] == "ended")
        full.told("delete", full.lobby, "--yes")
        lobby.expect("gone")
        full.told("forget", hashed(full.ana.key), "--yes")
        table.wait(lambda: "Ana" not in json.dumps(table.game))
        full.ana.close()
        full.luis.close()


def test_a_change_beside_another_one_is_tried_again(store: Store) -> None:
    """A server may save the game between its being read and written here."""
    address = quick_settings(store.folder).database_url
    ours, tries = OperatorStore(address), []

    def change(lobby: Lobby) -> Lobby:
        tries.append(lobby.row.version)
        if len(tries) == 1:
            store.change("UPDATE games SET version = version + 1 WHERE id = :id", id=lobby.row.id)
        return replace(lobby, row=replace(lobby.row, pace="calm"))

    change_game(ours, store.shared, change)
    after = ours.load(store.shared)
    ours.close()
    assert len(tries) == 2
    assert after is not None
    assert (after.row.pace, after.row.version) == ("calm", tries[1] + 1)
