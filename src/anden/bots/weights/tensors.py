"""Arrays with notes in one file, in the open format safetensors.

Eight bytes tell the length of a heading in JSON, which tells the type, shape and place of every
array and holds notes, texts by name. The bytes of the arrays follow.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.locales.errors import TranslatedError
from anden.machine.files import write_whole

Arrays: TypeAlias = dict[str, NDArray[Any]]

DIGEST = "sha256"  # the note that holds the hash of all arrays
_NOTES = "__metadata__"
_MAX_HEADING = 1 << 20  # bytes
_KINDS = {"F32": "<f4", "F16": "<f2", "I16": "<i2", "I8": "|i1"}
_NAMES = {np.dtype(kind): name for name, kind in _KINDS.items()}


class DamagedError(TranslatedError, ValueError):
    """The file is no file of arrays, or not the one that was written."""


def digest_of(arrays: Mapping[str, NDArray[Any]]) -> str:
    """Hash of names, types, shapes and contents."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"{name} {_NAMES[array.dtype]} {array.shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def save_tensors(path: Path, arrays: Arrays, notes: Mapping[str, str]) -> None:
    """Writes them with their hash among the notes; the same arrays and notes give the same file."""
    heading: dict[str, Any] = {_NOTES: {**notes, DIGEST: digest_of(arrays)}}
    at = 0
    for name, array in sorted(arrays.items()):
        ends = [at, at := at + array.nbytes]
        kind = _NAMES[array.dtype]
        heading[name] = {"dtype": kind, "shape": array.shape, "data_offsets": ends}
    text = json.dumps(heading, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    body = b"".join(arrays[name].tobytes() for name in sorted(arrays))
    write_whole(path, len(text).to_bytes(8, "little") + text + body)


def load_notes(path: Path) -> dict[str, str]:
    """What the file says of itself; its arrays are not read."""
    with _reading(path) as file:
        return _read_heading(file)[1]


def load_tensors(path: Path) -> tuple[Arrays, dict[str, str]]:
    """Arrays and notes; raises DamagedError if they are not what was written."""
    with _reading(path) as file:
        heading, notes = _read_heading(file)
        body = file.read()
        arrays = {name: _array(body, told) for name, told in heading.items()}
    if digest_of(arrays) != notes.get(DIGEST):
        raise DamagedError("bots.damaged_arrays", file=path.name)
    return arrays, notes


@contextmanager
def _reading(path: Path) -> Iterator[BinaryIO]:
    try:
        with path.open("rb") as file:
            yield file
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DamagedError("bots.damaged_file", file=path.name) from error


def _read_heading(file: BinaryIO) -> tuple[dict[str, Any], dict[str, str]]:
    size = int.from_bytes(file.read(8), "little")
    if size > _MAX_HEADING:
        raise ValueError(size)
    heading = json.loads(file.read(size))
    return heading, dict(heading.pop(_NOTES))


def _array(body: bytes, told: dict[str, Any]) -> NDArray[Any]:
    start, end = told["data_offsets"]
    return np.frombuffer(body[start:end], _KINDS[told["dtype"]]).reshape(told["shape"])
