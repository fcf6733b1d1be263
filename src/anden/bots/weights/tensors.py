"""Arrays with notes in one file, in the open format safetensors.

Eight bytes tell the length of a heading in JSON, which tells the type, shape and place of every
array and holds notes, texts by name. The bytes of the arrays follow.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.machine.files import write_whole

Arrays: TypeAlias = dict[str, NDArray[Any]]

DIGEST = "sha256"  # the note that holds the hash of all arrays
_NOTES = "__metadata__"
_KINDS = {"F32": "<f4", "F16": "<f2", "I16": "<i2", "I8": "|i1"}
_NAMES = {np.dtype(kind): name for name, kind in _KINDS.items()}


class DamagedError(ValueError):
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
    """What the file says of itself, without its arrays."""
    return _split(path)[1]


def load_tensors(path: Path) -> tuple[Arrays, dict[str, str]]:
    """Arrays and notes; raises DamagedError if they are not what was written."""
    heading, notes, body = _split(path)
    try:
        arrays = {name: _array(body, told) for name, told in heading.items()}
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedError(f"{path.name} is damaged: an array is cut off") from error
    if digest_of(arrays) != notes.get(DIGEST):
        raise DamagedError(f"{path.name} is damaged: its arrays do not have the hash it tells")
    return arrays, notes


def _split(path: Path) -> tuple[dict[str, Any], dict[str, str], bytes]:
    try:
        content = path.read_bytes()
        end = 8 + int.from_bytes(content[:8], "little")
        heading = json.loads(content[8:end])
        return heading, dict(heading.pop(_NOTES)), content[end:]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise DamagedError(f"{path.name} can't be read as a file of weights") from error


def _array(body: bytes, told: dict[str, Any]) -> NDArray[Any]:
    start, end = told["data_offsets"]
    return np.frombuffer(body[start:end], _KINDS[told["dtype"]]).reshape(told["shape"])
