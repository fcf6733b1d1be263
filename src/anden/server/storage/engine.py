"""The connection to the database, and its migrations."""

from importlib import resources
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Engine, create_engine, event


def open_engine(url: URL) -> Engine:
    """An engine whose commits are on the disk when they return."""
    is_sqlite = url.get_backend_name() == "sqlite"
    if is_sqlite and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    # One thread at a time uses the store, but not always the same one.
    arguments: dict[str, Any] = {"check_same_thread": False, "timeout": 10} if is_sqlite else {}
    engine = create_engine(url, connect_args=arguments)
    if is_sqlite:
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def migrate(engine: Engine) -> None:
    """Brings the tables to the newest version, or makes them."""
    config = Config()
    config.set_main_option("script_location", str(resources.files(__package__) / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
