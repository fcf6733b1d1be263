"""The connection to the database, and its migrations."""

from importlib import resources
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, MetaData, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from .errors import DriverError, NewerSchemaError

# A process that hangs or is cut off must not hold up the others for ever.
_POSTGRESQL_LIMITS = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "options": "-c lock_timeout=5s -c statement_timeout=30s"
    " -c idle_in_transaction_session_timeout=10s",
}
_MIGRATION_LOCK = 1_633_576_046  # of PostgreSQL's advisory locks


def parse_url(address: str) -> URL:
    """Where a database is; `postgresql://` means the driver that is installed with Andén."""
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise DriverError(str(error)) from None
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise DriverError(f"{url.drivername}: neither sqlite nor postgresql")
    return url


def is_postgresql(url: URL) -> bool:
    return url.get_backend_name() == "postgresql"


def open_engine(url: URL) -> Engine:
    """An engine whose commits are on the disk when they return."""
    is_sqlite = url.get_backend_name() == "sqlite"
    if is_sqlite and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    # One thread at a time uses the store, but not always the same one.
    arguments: dict[str, Any] = {"check_same_thread": False, "timeout": 10} if is_sqlite else {}
    if is_postgresql(url):
        limits = _POSTGRESQL_LIMITS.items()
        arguments = {name: value for name, value in limits if name not in url.query}
    try:
        # What is stored has no place in the text of an error, and so in no log.
        engine = create_engine(url, connect_args=arguments, hide_parameters=True)
    except ModuleNotFoundError as error:
        raise DriverError(f"pip install 'anden[postgres]' ({error.name})") from None
    except NoSuchModuleError as error:
        raise DriverError(str(error)) from None
    if is_sqlite:
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def revision(connection: Connection) -> str | None:
    """The version that the tables have; None if there are none."""
    return MigrationContext.configure(connection).get_current_revision()


def newest_revision() -> str | None:
    """The version that this program brings the tables to."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(resources.files(__package__) / "migrations"))
    return config


def is_known(version: str) -> bool:
    """Whether this program knows tables of that version."""
    scripts = ScriptDirectory.from_config(_config())
    return version in {script.revision for script in scripts.walk_revisions()}


def begin_anew(connection: Connection, version: str) -> None:
    """Empty tables of an older version instead of those that are there."""
    old = MetaData()
    old.reflect(connection)
    old.drop_all(connection)
    _upgrade(connection, version)


def bring_up(connection: Connection) -> None:
    _upgrade(connection, "head")


def _upgrade(connection: Connection, version: str) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, version)


def migrate(engine: Engine) -> None:
    """Brings the tables to the newest version, or makes them. One process at a time does."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
        for found in MigrationContext.configure(connection).get_current_heads():
            if not is_known(found):
                raise NewerSchemaError(found)
        bring_up(connection)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
