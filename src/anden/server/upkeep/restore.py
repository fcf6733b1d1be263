"""Takes a backup into an empty store: all of it, or nothing."""

import base64
import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from time import time
from typing import IO, Any

from sqlalchemy import Connection, MetaData, Table, func, insert, select

from ..storage import OperatorStore
from ..storage.boards import boards
from ..storage.schema import games
from ..storage.versions import begin_anew, bring_up, is_known, newest_revision
from .backup import BYTES, FORMAT, VERSION
from .changes import UpkeepError

_BATCH = 1000
_MAX_LINE = 4 * 1024 * 1024


def restore_backup(store: OperatorStore, file: IO[bytes]) -> dict[str, int]:
    """How many rows each table got. UpkeepError if the store has games or the file is damaged."""
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as unpacked, store.alone() as connection:
            return _restore(connection, _Backup(unpacked))
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise UpkeepError("admin.error_damaged") from None


def _restore(connection: Connection, backup: "_Backup") -> dict[str, int]:
    if connection.execute(select(func.count()).select_from(games)).scalar():
        raise UpkeepError("admin.error_not_empty")
    schema = backup.schema
    if not is_known(schema):
        raise UpkeepError("admin.error_newer", version=backup.anden)
    is_older = schema != newest_revision()
    if is_older:
        begin_anew(connection, schema)
    brought = _fill(connection, backup)
    if is_older:
        bring_up(connection)
    # Boards are named by what they hold: one too many does no harm, one too few would.
    known = set(connection.execute(select(boards.c.name)).scalars())
    for board in brought:
        if board["name"] not in known:
            connection.execute(insert(boards).values(board))
    return backup.rows


def _fill(connection: Connection, backup: "_Backup") -> list[dict[str, Any]]:
    """Fills the tables; gives the boards, which were files before there was a table of them."""
    there = MetaData()
    there.reflect(connection)
    brought: list[dict[str, Any]] = []
    for name, columns, rows in backup.parts():
        if name == boards.name:
            for row in rows:
                board = {"brought": time()} | dict(zip(columns, row, strict=True))
                brought.append(board | {"name": str(board["name"]).removesuffix(".json")})
            continue
        if name not in there.tables or not set(columns) <= set(there.tables[name].columns.keys()):
            raise UpkeepError("admin.error_damaged")
        _insert(connection, there.tables[name], columns, rows)
    return brought


def _insert(
    connection: Connection, table: Table, columns: list[str], rows: Iterator[list[Any]]
) -> None:
    batch: list[dict[str, Any]] = []
    for row in rows:
        batch.append(dict(zip(columns, map(_as_stored, row), strict=True)))
        if len(batch) == _BATCH:
            connection.execute(insert(table), batch)
            batch = []
    if batch:
        connection.execute(insert(table), batch)


def _as_stored(value: Any) -> Any:
    return base64.b64decode(value[BYTES]) if isinstance(value, dict) else value


class _Backup:
    """Reads line by line; what it gives is true only once its end has been reached."""

    def __init__(self, file: gzip.GzipFile) -> None:
        self._file, self._hash = file, hashlib.sha256()
        self.rows: dict[str, int] = {}
        self._ahead: Any = None
        head = self._read()
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise UpkeepError("admin.error_no_backup")
        self.schema, self.anden = str(head.get("schema")), str(head.get("anden"))
        if head.get("version") != VERSION:
            raise UpkeepError("admin.error_newer", version=self.anden)

    def parts(self) -> Iterator[tuple[str, list[str], Iterator[list[Any]]]]:
        """Each table: its name, its columns, its rows, which have to be read before the next."""
        self._ahead = self._read()
        while isinstance(self._ahead, dict) and "table" in self._ahead:
            name, columns = self._ahead["table"], self._ahead["columns"]
            yield name, columns, self._rows(name, len(columns))
        self._check_end(self._ahead)

    def _rows(self, name: str, width: int) -> Iterator[list[Any]]:
        self.rows[name] = 0
        while isinstance(row := self._read(), list):
            if len(row) != width:
                raise UpkeepError("admin.error_damaged")
            self.rows[name] += 1
            yield row
        self._ahead = row

    def _read(self) -> Any:
        line = self._file.readline(_MAX_LINE)
        self._digest = self._hash.hexdigest()  # of what came before this line
        self._hash.update(line)
        try:
            return json.loads(line)
        except ValueError:
            raise UpkeepError("admin.error_damaged") from None

    def _check_end(self, end: Any) -> None:
        if not isinstance(end, dict) or end.get("sha256") != self._digest:
            raise UpkeepError("admin.error_damaged")
        if end.get("end") != self.rows or self._file.read(1):
            raise UpkeepError("admin.error_damaged")
