"""The connection to the database."""

from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from .errors import DriverError

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


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
