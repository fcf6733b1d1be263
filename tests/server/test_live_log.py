"""An operator beside a server: its write-ahead log is not looked at while it is being written."""

import shutil
import threading
from pathlib import Path

import pytest

from anden.server.storage import Store
from anden.server.storage.operator import OperatorStore
from tests.server.databases import sqlite_only
from tests.server.support import quick_settings
from tests.server.test_storage import some_lobby

pytestmark = sqlite_only

_FIRST_SUM = 32 + 16  # the head of the log, then what comes before the first frame's checksum


def damage(wal: Path) -> None:
    """As a frame looks of which half is written: SQLite itself does not look at it again."""
    with wal.open("r+b") as file:
        file.seek(_FIRST_SUM)
        file.write(b"half")


def copies(folder: Path) -> list[Path]:
    return list(folder.glob("*.damaged-*"))


def test_a_log_that_a_server_writes_is_not_taken_for_damaged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = quick_settings(tmp_path).database_url
    server, lobby = Store(url), some_lobby()
    server.create(lobby)
    damage(tmp_path / "games.sqlite3-wal")
    operator = OperatorStore(url)
    assert operator.load(lobby.row.id) == lobby
    assert not copies(tmp_path)
    assert not caplog.records
    operator.close()
    server.close()


def test_a_damaged_log_is_kept_by_an_operator_where_no_server_runs(tmp_path: Path) -> None:
    url = quick_settings(tmp_path).database_url
    Store(url).close()  # the tables are in the database itself
    server = Store(url)
    server.create(some_lobby())
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for file in tmp_path.glob("games.sqlite3*"):
        if not file.name.endswith("-shm"):
            shutil.copy2(file, crashed)
    server.close()
    damage(crashed / "games.sqlite3-wal")
    operator = OperatorStore(quick_settings(crashed).database_url)
    assert len(copies(crashed)) == 1
    operator.close()
    Store(quick_settings(crashed).database_url).close()  # nobody holds the lock any more


def test_operators_look_while_much_is_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = quick_settings(tmp_path).database_url
    server, is_over = Store(url), threading.Event()

    def write() -> None:
        while not is_over.is_set():
            server.create(some_lobby())

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(40):
            OperatorStore(url).close()
    finally:
        is_over.set()
        writer.join()
        server.close()
    assert not copies(tmp_path)
    assert not caplog.records


def test_an_operator_makes_no_lock_that_the_server_could_not_open(tmp_path: Path) -> None:
    url = quick_settings(tmp_path).database_url
    Store(url).close()
    lock = tmp_path / "games.sqlite3.lock"
    lock.unlink()
    OperatorStore(url).close()
    assert not lock.exists()
