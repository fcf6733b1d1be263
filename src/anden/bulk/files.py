"""The finished file: parts joined one after the other, with never more than a few in memory."""

import json
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import numpy as np

from anden.machine.files import replacing
from anden.workers.errors import unwritable

from .errors import DatasetError
from .parts import arrow, as_numpy, metadata_of, read_part, schema
from .rows import COLUMNS, Columns, column_shape

ROW_GROUP = 16_384
METADATA = "metadata"  # of an .npz: a member with the JSON object
# Dictionaries would make a file no smaller, and take three times as long to write.
_WRITING: dict[str, Any] = {
    "compression": "zstd",
    "compression_level": 1,
    "use_dictionary": False,
}
_EPOCH = (1980, 1, 1, 0, 0, 0)  # of every member, so that the same rows give the same bytes


def check_kind(path: Path) -> None:
    if path.suffix not in _WRITERS:
        raise DatasetError("cli.error_sim_kind", path=path)


def join_parts(path: Path, parts: Sequence[Path], metadata: dict[str, Any]) -> None:
    """Writes the file in one step, so that it is whole or absent. WorkError if the disk is full."""
    try:
        with replacing(path) as beside:
            _WRITERS[path.suffix](beside, parts, metadata)
    except OSError as error:
        raise unwritable(path, error) from error


def read_info(path: Path) -> dict[str, Any]:
    """The metadata of a dataset; DatasetError if the file is not one."""
    check_kind(path)
    pa, _ = arrow()
    try:
        found = _parquet_metadata(path) if path.suffix == ".parquet" else _npz_metadata(path)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, pa.ArrowException) as error:
        raise DatasetError("cli.error_sim_unreadable", path=path, detail=error) from error
    if "observation_size" not in found:
        raise DatasetError("cli.error_sim_unreadable", path=path, detail="no metadata")
    return found


def read_batches(path: Path, names: Sequence[str], rows: int) -> Iterator[Columns]:
    """This many rows at a time."""
    size = int(read_info(path)["observation_size"])
    read = _read_parquet if path.suffix == ".parquet" else _read_npz
    return read(path, names, rows, size)


def _write_parquet(path: Path, parts: Sequence[Path], metadata: dict[str, Any]) -> None:
    """In row groups of ROW_GROUP rows; the bytes are the same whatever the parts."""
    pa, pq = arrow()
    whole = schema(metadata["observation_size"], metadata)
    with pq.ParquetWriter(path, whole, **_WRITING) as writer:
        waiting: list[Any] = []
        for part in parts:
            waiting.append(read_part(part).replace_schema_metadata(whole.metadata))
            while sum(map(len, waiting)) >= ROW_GROUP:
                table = pa.concat_tables(waiting).combine_chunks()
                writer.write_table(table.slice(0, ROW_GROUP), row_group_size=ROW_GROUP)
                waiting = [table.slice(ROW_GROUP)]
        rest = pa.concat_tables(waiting).combine_chunks()
        if len(rest):
            writer.write_table(rest, row_group_size=ROW_GROUP)


def _write_npz(path: Path, parts: Sequence[Path], metadata: dict[str, Any]) -> None:
    """Column by column, with each part read again for every column."""
    size, rows = metadata["observation_size"], metadata["rows"]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        text = np.array(json.dumps(metadata))
        with _member(archive, METADATA) as file:
            np.lib.format.write_array(file, text, allow_pickle=False)
        for name, (kind, _) in COLUMNS.items():
            shape = column_shape(name, size)
            with _member(archive, name) as file:
                _write_header(file, np.dtype(kind), (rows, *shape))
                for part in parts:
                    column = read_part(part, name).column(0)
                    file.write(memoryview(as_numpy(column, shape)).cast("B"))


_WRITERS: dict[str, Callable[[Path, Sequence[Path], dict[str, Any]], None]] = {
    ".parquet": _write_parquet,
    ".npz": _write_npz,
}


def _member(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    entry = zipfile.ZipInfo(f"{name}.npy", _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry._compresslevel = 1  # type: ignore[attr-defined]
    return archive.open(entry, "w", force_zip64=True)


def _write_header(file: IO[bytes], kind: np.dtype[Any], shape: tuple[int, ...]) -> None:
    header = {"descr": kind.str, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, header)


def _parquet_metadata(path: Path) -> dict[str, Any]:
    _, pq = arrow()
    return metadata_of(pq.read_schema(path))


def _npz_metadata(path: Path) -> dict[str, Any]:
    with zipfile.ZipFile(path) as archive, archive.open(f"{METADATA}.npy") as file:
        found: dict[str, Any] = json.loads(str(np.lib.format.read_array(file)))
    return found


def _read_parquet(path: Path, names: Sequence[str], rows: int, size: int) -> Iterator[Columns]:
    _, pq = arrow()
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(batch_size=rows, columns=list(names)):
            yield {name: as_numpy(batch.column(name), column_shape(name, size)) for name in names}


def _read_npz(path: Path, names: Sequence[str], rows: int, size: int) -> Iterator[Columns]:
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.open(f"{name}.npy") for name in names}
        total = min(_read_header(file) for file in files.values())
        for start in range(0, total, rows):
            count = min(rows, total - start)
            yield {n: _read_rows(file, n, count, size) for n, file in files.items()}


def _read_header(file: IO[bytes]) -> int:
    """How many rows there are."""
    np.lib.format.read_magic(file)
    shape, _, _ = np.lib.format.read_array_header_1_0(file)
    return int(shape[0])


def _read_rows(file: IO[bytes], name: str, rows: int, size: int) -> Any:
    kind, shape = np.dtype(COLUMNS[name][0]), column_shape(name, size)
    wanted = rows * int(np.prod(shape, dtype=np.int64)) * kind.itemsize
    return np.frombuffer(bytearray(file.read(wanted)), kind).reshape(rows, *shape)
