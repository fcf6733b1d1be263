"""A database, SQLite or PostgreSQL: its transactions, what went wrong in them, and its time."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex
from time import time
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Select, func, literal, select
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError
from sqlalchemy.sql import ColumnElement

from .engine import is_postgresql, open_engine
from .errors import BadValueError, ConflictError, StorageError
from .lock import FileLock, look_at_log
from .versions import migrate

Wanted = TypeVar("Wanted", bound=Select[*tuple[Any, ...]])

CHANNEL = "anden"  # on which the processes of one database hear from each other
_MOST_NEWS = 200  # names in one notice: PostgreSQL takes 8,000 bytes


class Database:
    """The connection of one process. Whoever uses PostgreSQL may not be alone: it is shared."""

    def __init__(self, url: URL, is_serving: bool = True) -> None:
        """Who does not serve the games may look at them, and add some, while another one does."""
        self.process = token_hex(6)
        self.url = url
        self.is_shared = is_postgresql(url)
        with told():
            if not is_serving:
                look_at_log(url)
            self._lock = FileLock(url if is_serving else None)
            try:
                self._lock.look_at_log()
                self._engine = open_engine(url)
                migrate(self._engine)
            except BaseException:
                self._lock.release()
                raise
        self._snapshots = self._engine
        if self.is_shared:
            self._snapshots = self._engine.execution_options(isolation_level="REPEATABLE READ")

    def close(self) -> None:
        self._engine.dispose()
        self._lock.release()

    @property
    def now(self) -> ColumnElement[float]:
        """Seconds since 1970 by the clock that all processes share."""
        if self.is_shared:
            return func.date_part("epoch", func.clock_timestamp())
        return literal(time())

    def tell(self, connection: Connection, topic: str, *names: str) -> None:
        """Lets the other processes know, once this transaction is committed."""
        if not self.is_shared:
            return
        for start in range(0, len(names), _MOST_NEWS):
            notice = " ".join((self.process, topic, *names[start : start + _MOST_NEWS]))
            connection.execute(select(func.pg_notify(CHANNEL, notice)))

    def hold(self, connection: Connection, name: str) -> None:
        """Until this transaction ends nobody else holds the same name; alone nobody else is."""
        if self.is_shared:
            number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)
            connection.execute(select(func.pg_advisory_xact_lock(number)))

    def skipping_locked(self, wanted: Wanted) -> Wanted:
        """Rows that nobody else is about to change, locked; alone there is nobody else."""
        return wanted.with_for_update(skip_locked=True) if self.is_shared else wanted

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with told(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Everything that is read in it is of the same moment."""
        with told(), self._snapshots.connect() as connection:
            yield connection


@contextmanager
def told() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        raise ConflictError(str(error)) from error
    except (DataError, UnicodeEncodeError) as error:
        raise BadValueError(str(error)) from error
    except (SQLAlchemyError, OSError) as error:
        raise StorageError(str(error)) from error
