"""Which version the tables have, and how they get to the newest.

Alembic is imported where something has to be done: that takes 0.4 of the 2.4 seconds until a server
answers. A test compares what is read here with what Alembic says.
"""

import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, MetaData, inspect, text

from .errors import NewerSchemaError

if TYPE_CHECKING:
    from alembic.config import Config

_MIGRATIONS = resources.files(__package__) / "migrations"
_REVISION = re.compile(r'^revision = "(\w+)"$', re.MULTILINE)
_LOCK = 1_633_576_046  # of PostgreSQL's advisory locks


def revision(connection: Connection) -> str | None:
    """The version that the tables have; None if there are none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def newest_revision() -> str:
    """The version that this program brings the tables to."""
    return _revisions()[-1]


def is_known(version: str) -> bool:
    """Whether this program knows tables of that version."""
    return version in _revisions()


@cache
def _revisions() -> tuple[str, ...]:
    """All versions, the oldest first: each migration's file has the name of its own."""
    files = sorted((_MIGRATIONS / "versions").iterdir(), key=lambda file: file.name)
    texts = [file.read_text("utf-8") for file in files if file.name.endswith(".py")]
    return tuple(found[1] for told in texts if (found := _REVISION.search(told)))


def begin_anew(connection: Connection, version: str) -> None:
    """Empty tables of an older version instead of those that are there."""
    _begin_at_once(connection)
    old = MetaData()
    old.reflect(connection)
    old.drop_all(connection)
    bring_up(connection, version)


def bring_up(connection: Connection, version: str = "head") -> None:
    from alembic import command

    config = make_config()
    config.attributes["connection"] = connection
    command.upgrade(config, version)


def make_config() -> "Config":
    """What Alembic has to know."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    return config


def _begin_at_once(connection: Connection) -> None:
    """Python begins transactions of SQLite with the first row that is written; tables made before
    that would stay, one by one, if the process died in the middle.
    """
    inner: Any = connection.connection.dbapi_connection
    if connection.dialect.name == "sqlite" and not inner.in_transaction:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def migrate(engine: Engine) -> None:
    """Brings the tables to the newest version, or makes them. One process at a time does."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        found = revision(connection)
        if found is not None and not is_known(found):
            raise NewerSchemaError(found)
        if found != newest_revision():
            _begin_at_once(connection)
            bring_up(connection)
