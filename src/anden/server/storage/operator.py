"""The store as an operator's command opens it: beside a server that may be running."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL, Connection, text

from .database import told
from .engine import is_postgresql, open_engine
from .errors import OtherSchemaError, StorageError
from .lock import lock_path, look_at_log
from .store import Store
from .versions import newest_revision, revision


class OperatorStore(Store):
    """It takes no lock and changes no tables; a server that runs hears of what it has changed."""

    def __init__(self, url: URL, key: str = "", other_key: str = "") -> None:
        if not is_postgresql(url) and not Path(url.database or "").is_file():
            raise StorageError(f"{url.database}: no such file")
        _check_tables(url)
        super().__init__(url, key, is_serving=False, other_key=other_key)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Everything that is read in it is of one moment, whatever is written meanwhile."""
        with self.reading() as connection:
            if not self.is_shared:
                connection.exec_driver_sql("BEGIN")
            yield connection

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """One transaction, in which nobody else makes a game."""
        with self.writing() as connection:
            if self.is_shared:
                connection.execute(text("LOCK TABLE games IN ACCESS EXCLUSIVE MODE"))
            else:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    def announce(self) -> None:
        """Lets a server that has this file open look at it again; others hear of it anyway."""
        path = lock_path(self.url)
        if path is not None:
            with suppress(OSError):
                os.utime(path)

    def find_damage(self) -> list[str]:
        """What the database itself finds wrong with its file."""
        if self.is_shared:
            return []
        with self.reading() as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
            loose = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        damage = [str(line) for line in found if line != "ok"]
        return damage + [f"{row[0]}: a row without its {row[2]}" for row in loose]


def _check_tables(url: URL) -> None:
    """OtherSchemaError if the tables are not those of this version."""
    with told():
        look_at_log(url)
        engine = open_engine(url)
        try:
            with engine.connect() as connection:
                found = revision(connection)
        finally:
            engine.dispose()
    if found != newest_revision():
        raise OtherSchemaError(found)
