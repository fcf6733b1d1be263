"""A part: the rows of some neighbouring games as an Arrow file of its own.

Arrow files are written and read several times as fast as Parquet, and a part is only read once.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from anden.workers import MissingExtraError

from .rows import COLUMNS, Columns, column_shape

KEY = b"anden"  # of the schema's metadata: one JSON object


@dataclass(frozen=True)
class Scores:
    """What came of the games of a part, in order."""

    scores: list[list[int]]  # by game and seat
    ranks: list[list[int]]
    decisions: list[int]  # by game
    forfeits: int  # decisions that a bot failed to make


@dataclass(frozen=True)
class Part:
    number: int
    scores: Scores
    data: bytes = b""  # the file; nothing where no rows are wanted


def arrow() -> tuple[Any, Any]:
    """The libraries pyarrow and pyarrow.parquet, or MissingExtraError."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError as error:
        raise MissingExtraError("pyarrow", "arena") from error
    return pa, pq


def encode_part(columns: Columns, size: int, scores: Scores) -> bytes:
    pa, _ = arrow()
    arrays = [_as_arrow(pa, columns[name], column_shape(name, size)) for name in COLUMNS]
    table = pa.table(arrays, schema=schema(size, asdict(scores)))
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_file(sink, table.schema, options=options) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def read_part(path: Path, name: str | None = None) -> Any:
    """The rows as an Arrow table: all columns or one."""
    pa, _ = arrow()
    fields = None if name is None else [list(COLUMNS).index(name)]
    options = pa.ipc.IpcReadOptions(included_fields=fields)
    with pa.OSFile(str(path)) as file, pa.ipc.open_file(file, options=options) as reader:
        return reader.read_all()


def read_scores(path: Path) -> Scores:
    pa, _ = arrow()
    with pa.OSFile(str(path)) as file, pa.ipc.open_file(file) as reader:
        return Scores(**metadata_of(reader.schema))


def schema(size: int, metadata: Mapping[str, Any]) -> Any:
    """The columns, where observations have this size, with a JSON object beside them."""
    pa, _ = arrow()
    fields = []
    for name, (kind, _) in COLUMNS.items():
        shape = column_shape(name, size)
        element = pa.from_numpy_dtype(kind)
        whole = pa.list_(pa.field("element", element, nullable=False), *shape) if shape else element
        fields.append(pa.field(name, whole, nullable=False))
    return pa.schema(fields, metadata={KEY: json.dumps(metadata).encode()})


def metadata_of(found: Any) -> dict[str, Any]:
    """The JSON object beside the columns of a schema; empty if it has none."""
    fields: dict[str, Any] = json.loads((found.metadata or {}).get(KEY, b"{}"))
    return fields


def as_numpy(column: Any, shape: tuple[int, ...]) -> Any:
    """An Arrow array, or one in chunks, as one array of rows."""
    pa, _ = arrow()
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    flat = column.flatten() if shape else column
    return flat.to_numpy(zero_copy_only=False).reshape(-1, *shape)


def _as_arrow(pa: Any, column: Any, shape: tuple[int, ...]) -> Any:
    flat = pa.array(np.ascontiguousarray(column).reshape(-1))
    if not shape:
        return flat
    element = pa.field("element", flat.type, nullable=False)
    return pa.FixedSizeListArray.from_arrays(flat, type=pa.list_(element, *shape))
