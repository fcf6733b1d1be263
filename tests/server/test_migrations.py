"""The tables grow from every version that there has been, on both kinds of database."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, inspect, text

from anden.server.storage import NewerSchemaError, StorageError, Store
from anden.server.storage.engine import open_engine
from anden.server.storage.schema import metadata
from anden.server.storage.versions import is_known, make_config, newest_revision, revision
from tests.server.databases import IS_POSTGRESQL, postgres_for
from tests.server.support import quick_settings

SCRIPTS = ScriptDirectory.from_config(make_config())
VERSIONS = [script.revision for script in SCRIPTS.walk_revisions()]
GAME = {
    "id": "4F7KQ2MXW9TB",
    "board": "usa",
    "board_sha256": "0" * 64,
    "ruleset": 1,
    "seed": "0" * 32,
    "status": "lobby",
    "pace": "quick",
    "invite": "K7QM2XPA",
    "watch": "M3WR8TCN",
    "host": "1" * 64,
    "created": 1.0,
}


def make_tables(engine: Engine, version: str) -> None:
    """As a server of that version left them, with a game in them."""
    config = make_config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, version)
        _put_game(connection)


def _put_game(connection: Connection) -> None:
    names = ", ".join(GAME)
    values = ", ".join(f":{name}" for name in GAME)
    connection.execute(text(f"INSERT INTO games ({names}) VALUES ({values})"), GAME)


def check_tables(engine: Engine) -> None:
    """They are those that the code expects."""
    expected = create_engine("sqlite://")
    metadata.create_all(expected)
    for name in metadata.tables:
        found, wanted = inspect(engine), inspect(expected)
        assert [_column(c) for c in found.get_columns(name)] == [
            _column(c) for c in wanted.get_columns(name)
        ]
        assert _primary_key(engine, name) == _primary_key(expected, name)
        assert _indexes(engine, name) == _indexes(expected, name)
    expected.dispose()


_SAME_KINDS = {"DOUBLE PRECISION": "FLOAT", "BYTEA": "BLOB"}  # what PostgreSQL calls them


def _column(column: Any) -> tuple[str, str, bool]:
    kind = str(column["type"])
    return column["name"], _SAME_KINDS.get(kind, kind), column["nullable"]


def _primary_key(engine: Engine, table: str) -> list[str]:
    return list(inspect(engine).get_pk_constraint(table)["constrained_columns"])


def _indexes(engine: Engine, table: str) -> set[tuple[str, ...]]:
    inspector = inspect(engine)
    constraints = inspector.get_unique_constraints(table)
    found: list[Any] = [*inspector.get_indexes(table), *constraints]
    return {tuple(str(name) for name in index["column_names"]) for index in found}


@pytest.mark.skipif(IS_POSTGRESQL, reason="is about both databases anyway")
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("version", VERSIONS)
def test_tables_of_every_version_become_those_of_this_one(
    version: str, kind: str, tmp_path: Path
) -> None:
    settings = quick_settings(tmp_path, database="")
    if kind == "postgresql":
        settings = quick_settings(tmp_path, database=postgres_for(str(tmp_path), is_empty=True))
    engine = open_engine(settings.database_url)
    make_tables(engine, version)
    store = Store(settings.database_url)
    lobby = store.load(str(GAME["id"]))
    assert lobby is not None
    assert {name: getattr(lobby.row, name) for name in GAME} == GAME
    check_tables(engine)
    store.close()
    engine.dispose()


def test_tables_of_a_newer_version_are_left_alone(tmp_path: Path) -> None:
    url = quick_settings(tmp_path).database_url
    Store(url).close()
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerSchemaError, match="9999"):
        Store(url)
    with engine.begin() as connection:
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    assert version == "9999"
    engine.dispose()


def test_what_is_read_of_versions_is_what_alembic_says(tmp_path: Path) -> None:
    assert newest_revision() == SCRIPTS.get_current_head()
    assert all(is_known(version) for version in VERSIONS)
    assert not is_known("9999")
    engine = open_engine(quick_settings(tmp_path / "new", database="").database_url)
    with engine.begin() as connection:
        assert revision(connection) is None
    make_tables(engine, "0003")
    with engine.begin() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
        assert revision(connection) == found == "0003"
    engine.dispose()


START = """
import sys
from pathlib import Path
from anden.server import ServerSettings
from anden.server.open_tables import OpenTables
from anden.server.storage import Store
Store(ServerSettings(data=Path(sys.argv[1])).database_url).close()
print("alembic" in sys.modules)
"""


def test_alembic_is_imported_only_where_tables_are_made(tmp_path: Path) -> None:
    command = [sys.executable, "-c", START, str(tmp_path)]
    told = [subprocess.run(command, capture_output=True, text=True).stdout for _ in range(2)]
    assert told == ["True\n", "False\n"]


def test_tables_that_were_begun_when_a_process_died_are_not_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = quick_settings(tmp_path).database_url

    def die(*_: Any, **__: Any) -> None:
        raise OSError("killed")

    with monkeypatch.context() as patch:
        patch.setattr("alembic.op.create_index", die)  # the first tables are there by then
        with pytest.raises(StorageError, match="killed"):
            Store(url)
    store = Store(url)
    with store.reading() as connection:
        assert revision(connection) == newest_revision()
    store.close()
