"""The whole store in one file, from SQLite or PostgreSQL into either.

The file is compressed lines of JSON: what it is, then each table with its columns and rows, and at
the end how many rows there were and the hash of all that came before. Everything is of one moment,
however many actions are stored meanwhile.
"""

import base64
import gzip
import hashlib
import json
from datetime import UTC, datetime
from typing import IO

from sqlalchemy import Connection, select

import anden

from ..storage import OperatorStore
from ..storage.schema import is_kept, metadata
from ..storage.versions import revision

FORMAT, VERSION = "anden-backup", 1
_BATCH = 1000
BYTES = "base64"  # the key of what is no text


class _Lines:
    """Writes lines, and remembers the hash of all of them."""

    def __init__(self, file: gzip.GzipFile) -> None:
        self._file, self._hash = file, hashlib.sha256()

    def write(self, value: object) -> None:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_as_text)
        line = text.encode() + b"\n"
        self._hash.update(line)
        self._file.write(line)

    def end(self, rows: dict[str, int]) -> None:
        self.write({"end": rows, "sha256": self._hash.hexdigest()})


def write_backup(store: OperatorStore, file: IO[bytes]) -> dict[str, int]:
    """How many rows it has, by table."""
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0) as packed:
        lines = _Lines(packed)
        with store.snapshot() as connection:
            lines.write(
                {
                    "format": FORMAT,
                    "version": VERSION,
                    "schema": revision(connection),
                    "anden": anden.__version__,
                    "created": datetime.now(UTC).isoformat(timespec="seconds"),
                }
            )
            rows = {
                table.name: _write_table(lines, table.name, connection)
                for table in metadata.sorted_tables
                if is_kept(table)
            }
        lines.end(rows)
    return rows


def _write_table(lines: _Lines, name: str, connection: Connection) -> int:
    table = metadata.tables[name]
    lines.write({"table": name, "columns": [column.name for column in table.columns]})
    wanted = select(table).order_by(*table.primary_key.columns)
    number = 0
    for row in connection.execution_options(yield_per=_BATCH).execute(wanted):
        lines.write(list(row))
        number += 1
    return number


def _as_text(value: bytes) -> dict[str, str]:
    return {BYTES: base64.b64encode(value).decode()}
