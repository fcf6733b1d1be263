"""The databases of the tests: SQLite, or PostgreSQL with ANDEN_TEST_DATABASE=postgresql.

Every folder has a database of its own there, copied from one whose tables have been made.
"""

import atexit
import hashlib
import os
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from sqlalchemy import URL, create_engine, text

from anden.server.storage import Store, parse_url
from tools import postgres_server
from tools.find_postgres import NOTHING, VARIABLE

IS_POSTGRESQL = os.environ.get("ANDEN_TEST_DATABASE") == "postgresql"
_TEMPLATE = "anden_template"

sqlite_only = pytest.mark.skipif(IS_POSTGRESQL, reason="is about SQLite's file")


def database_for(folder: Path) -> str:
    """The address of the database that belongs to a folder; empty: a file in it."""
    return postgres_for(str(folder)) if IS_POSTGRESQL else ""


def options_for(folder: Path) -> tuple[str, ...]:
    """How a command is told where the games are."""
    address = database_for(folder)
    return ("--data", str(folder), *(("--database", address) if address else ()))


@cache
def postgres_for(name: str, is_empty: bool = False) -> str:
    """A PostgreSQL database for a name, with all tables in it; skips where there is none."""
    own = f"anden_{os.getpid()}_{hashlib.sha256(name.encode()).hexdigest()[:12]}"
    _create(own, "" if is_empty else f"TEMPLATE {_template()}")
    return _cluster().set(database=own).render_as_string(hide_password=False)


@cache
def _template() -> str:
    template = f"{_TEMPLATE}_{os.getpid()}"
    _create(template)
    Store(_cluster().set(database=template)).close()
    return template


@cache
def _cluster() -> URL:
    """The server named in the environment, or one that runs until this process ends."""
    if address := os.environ.get(VARIABLE):
        return parse_url(address)
    stack = ExitStack()
    server = stack.enter_context(postgres_server.running())
    atexit.register(stack.close)
    if server is None:
        pytest.skip(NOTHING)
    return parse_url(server.url)


def _create(name: str, like: str = "") -> None:
    _execute(f"CREATE DATABASE {name} {like}")
    if VARIABLE in os.environ:  # else the whole server goes
        atexit.register(_execute, f"DROP DATABASE {name} WITH (FORCE)")


def _execute(statement: str) -> None:
    engine = create_engine(_cluster(), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()


def rows_of(folder: Path, statement: str, **values: object) -> list[tuple[object, ...]]:
    """Asks the folder's database, or changes it, behind the server's back."""
    address = database_for(folder) or f"sqlite:///{folder / 'games.sqlite3'}"
    engine = create_engine(parse_url(address))
    try:
        with engine.begin() as connection:
            result = connection.execute(text(statement), values)
            return [tuple(row) for row in result] if result.returns_rows else []
    finally:
        engine.dispose()
