"""`anden admin backup` and `restore`: all of it or nothing, of one moment, whoever plays."""

import gzip
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect
from typer.testing import CliRunner, Result

import anden.boards
from anden.cli.app import app
from anden.server.storage import Store
from anden.server.storage.schema import is_kept, metadata
from tests.server.databases import options_for, postgres_for
from tests.server.process import SOURCES, ServerProcess
from tests.server.support import Device, play_on, quick_settings, serving
from tools.ports import free_port

BOARDS = Path(anden.boards.__file__).parent
Change = Callable[[list[str]], list[str]]


def run(*words: str) -> Result:
    result = CliRunner().invoke(app, ["admin", *words, "--lang", "en"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


def games_in(folder: Path) -> dict[str, int]:
    """How many actions each game has."""
    told = json.loads(run("games", "--json", *options_for(folder)).stdout)
    return {game["id"]: game["actions"] for game in told["games"]}


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a game that is being played, on a visitor's board."""
    folder = tmp_path_factory.mktemp("backup")
    london = json.loads((BOARDS / "london.json").read_text("utf-8"))
    london["names"] = {"en": "My London", "es": "Mi Londres"}
    with serving(quick_settings(folder)) as server:
        ana = Device(server.url)
        answer = ana.http.post("/api/boards", content=json.dumps(london).encode())
        assert answer.status_code == 201, answer.text
        game_id = ana.create(answer.json()["id"], "here", "here", start=True)
        play_on(ana.sit(game_id, show=0), ana.sit(game_id, show=1), until=12)
        ana.close()
    file = folder / "anden.backup"
    told = json.loads(run("backup", str(file), "--json", *options_for(folder)).stdout)
    assert told["rows"] | {"games": 1, "actions": 12, "boards": 1} == told["rows"]
    return file


def changed(backup: Path, change: Change, *, is_sealed: bool) -> bytes:
    """The backup with other lines, and an end that fits them or not."""
    lines = gzip.decompress(backup.read_bytes()).decode().splitlines(keepends=True)
    body = change(lines[:-1])
    end = json.loads(lines[-1])
    if is_sealed:
        end["sha256"] = hashlib.sha256("".join(body).encode()).hexdigest()
    return gzip.compress("".join([*body, json.dumps(end) + "\n"]).encode())


def with_head(**facts: Any) -> Change:
    return lambda lines: [json.dumps(json.loads(lines[0]) | facts) + "\n", *lines[1:]]


def test_a_backup_is_private_and_restores_to_the_same_with_its_boards(
    backup: Path, tmp_path: Path
) -> None:
    assert os.name != "posix" or backup.stat().st_mode & 0o077 == 0
    restored = run("restore", str(backup), *options_for(tmp_path))
    assert restored.stdout == "Restored, with 1 game.\n"
    assert games_in(tmp_path) == games_in(backup.parent)
    assert run("check", *options_for(tmp_path)).exit_code == 0
    again = tmp_path / "again.backup"
    run("backup", str(again), *options_for(tmp_path))
    first, second = (
        gzip.decompress(path.read_bytes()).splitlines()[1:] for path in (backup, again)
    )
    assert first[:-1] == second[:-1]


def test_a_backup_goes_into_an_empty_store_only(backup: Path) -> None:
    result = run("restore", str(backup), *options_for(backup.parent))
    assert result.exit_code == 2
    assert "There are games in this store already" in result.stderr


@pytest.mark.parametrize(
    ("change", "is_sealed", "told"),
    [
        (lambda lines: [line.replace("london", "lindon") for line in lines], False, "damaged"),
        (lambda lines: [*lines[:-3], *lines[-2:]], True, "damaged"),
        (lambda lines: [*lines, '{"table":"games","columns":["nonsense"]}\n'], True, "damaged"),
        (lambda lines: [*lines, "[1]\n"], True, "damaged"),
        (lambda lines: lines[1:], True, "no backup of Andén"),
        (with_head(schema="9999", anden="7.0.0"), True, "newer version, 7.0.0"),
        (with_head(version=2, anden="8.0.0"), True, "newer version, 8.0.0"),
    ],
)
def test_what_is_no_whole_backup_changes_nothing(
    backup: Path, tmp_path: Path, change: Change, is_sealed: bool, told: str
) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(changed(backup, change, is_sealed=is_sealed))
    result = run("restore", str(broken), *options_for(tmp_path))
    assert result.exit_code == 2
    assert told in result.stderr
    assert games_in(tmp_path) == {}
    assert not (tmp_path / "boards").exists()


def test_half_a_backup_and_no_backup_change_nothing(backup: Path, tmp_path: Path) -> None:
    broken, content = tmp_path / "broken", backup.read_bytes()
    for part in (content[: len(content) // 2], b"", b"no backup", content[:-4] + b"zzzz"):
        broken.write_bytes(part)
        result = run("restore", str(broken), *options_for(tmp_path))
        assert (result.exit_code, result.stdout) == (2, "")
        assert games_in(tmp_path) == {}
    assert run("restore", str(tmp_path / "none"), *options_for(tmp_path)).exit_code == 2


def test_a_backup_of_an_older_version_is_brought_up_to_date(backup: Path, tmp_path: Path) -> None:
    """As one of the first version would be: fewer columns, fewer tables."""
    later = ["clock", "chance", "sealed", "version", "undos", "is_rated"]
    old = {"games": [*later, "branch_of", "branch_move", "past"], "actions": ["spent"]}
    old["boards"] = ["brought"]  # they were files

    def aged(lines: list[str]) -> list[str]:
        kept, table, places = [json.dumps(json.loads(lines[0]) | {"schema": "0001"}) + "\n"], "", []
        for line in lines[1:]:
            value = json.loads(line)
            if isinstance(value, dict):
                table, names = value["table"], value["columns"]
                places = [n for n, name in enumerate(names) if name not in old.get(table, ())]
                value = {"table": table, "columns": [names[place] for place in places]}
            else:
                value = [value[place] for place in places]
                if table == "boards":
                    value[0] += ".json"
            if table in ("games", "seats", "members", "actions", "boards"):
                kept.append(json.dumps(value) + "\n")
        return kept

    file = tmp_path / "old.backup"
    packed = gzip.decompress(changed(backup, aged, is_sealed=True)).decode().splitlines()
    end = json.loads(packed[-1])
    end["end"] = {k: v for k, v in end["end"].items() if k in (*old, "seats", "members", "boards")}
    file.write_bytes(gzip.compress("\n".join([*packed[:-1], json.dumps(end), ""]).encode()))
    result = run("restore", str(file), *options_for(tmp_path))
    assert result.exit_code == 0, result.stderr
    assert games_in(tmp_path) == games_in(backup.parent)
    assert run("check", *options_for(tmp_path)).exit_code == 0


def test_a_backup_under_load_has_every_action_acknowledged_before_it(tmp_path: Path) -> None:
    """And one that is taken after the server was killed has every one there ever was."""
    live = tmp_path / "live"
    server = ServerProcess(live, free_port())
    ana = Device(server.url)
    games = [ana.create("london", "here", "here", start=True) for _ in range(2)]
    tables = {game: [ana.sit(game, show=seat) for seat in (0, 1)] for game in games}

    def play(number: int) -> dict[str, int]:
        """Plays so many actions in each game; how many are acknowledged then."""
        for pair in tables.values():
            play_on(*pair, until=max(table.state["seq"] for table in pair) + number)
        return {game: max(t.state["seq"] for t in pair) for game, pair in tables.items()}

    before = play(8)
    with ThreadPoolExecutor() as pool:
        taken = pool.submit(run, "backup", str(tmp_path / "during"), *options_for(live))
        while not taken.done():
            after = play(1)
    after = play(1)
    server.kill()
    ana.close()
    assert taken.result().exit_code == 0
    run("backup", str(tmp_path / "killed"), *options_for(live))
    for name in ("during", "killed"):
        run("restore", str(tmp_path / name), *options_for(tmp_path / f"of-{name}"))
        assert run("check", *options_for(tmp_path / f"of-{name}")).exit_code == 0
    during = games_in(tmp_path / "of-during")
    assert all(before[game] <= during[game] <= after[game] for game in games)
    assert games_in(tmp_path / "of-killed") == after


def test_a_restore_that_is_killed_leaves_nothing_and_can_be_done_again(
    backup: Path, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "anden", "admin", "restore", "-", *options_for(tmp_path)]
    environment = os.environ | {"PYTHONPATH": SOURCES}
    content = backup.read_bytes()
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE) as restoring:
        assert restoring.stdin is not None
        restoring.stdin.write(content[:-40])
        restoring.stdin.flush()
        time.sleep(1.5)  # until it has begun
        restoring.kill()
        restoring.wait()
    Store(quick_settings(tmp_path).database_url).close()  # where it did not come that far
    assert games_in(tmp_path) == {}
    assert run("restore", str(backup), *options_for(tmp_path)).exit_code == 0
    assert games_in(tmp_path) == games_in(backup.parent)


def test_a_store_moves_from_sqlite_to_postgresql_and_back(backup: Path, tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    postgres = "--data", str(there), "--database", postgres_for(str(there))
    assert run("restore", str(backup), *postgres).exit_code == 0
    assert run("check", *postgres).exit_code == 0
    assert run("backup", str(tmp_path / "moved"), *postgres).exit_code == 0
    assert run("restore", str(tmp_path / "moved"), "--data", str(here)).exit_code == 0
    assert run("backup", str(tmp_path / "again"), "--data", str(here)).exit_code == 0
    first, second = (
        gzip.decompress(path.read_bytes()).splitlines()[1:-1]
        for path in (backup, tmp_path / "again")
    )
    assert first == second


def test_a_backup_has_every_table_though_the_command_is_alone(tmp_path: Path) -> None:
    """In a process that has loaded no more than the command needs."""
    settings = quick_settings(tmp_path)
    store = Store(settings.database_url)
    with store.reading() as connection:
        there = set(inspect(connection).get_table_names())
    store.close()
    file = tmp_path / "all.backup"
    words = ["admin", "backup", str(file), *options_for(tmp_path)]
    subprocess.run(
        [sys.executable, "-m", "anden", *words],
        env=os.environ | {"PYTHONPATH": SOURCES},
        check=True,
    )
    lines = gzip.decompress(file.read_bytes()).decode().splitlines()
    told = {line["table"] for line in map(json.loads, lines[1:]) if "table" in line}
    assert there - told == {"alembic_version", *passing_tables()}
    assert {"accounts", "passkeys", "tokens", "turns", "ratings", "played"} <= told


def passing_tables() -> set[str]:
    return {table.name for table in metadata.sorted_tables if not is_kept(table)}
