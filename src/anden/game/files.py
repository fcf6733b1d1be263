"""Files written whole or not at all, and read with a bound."""

import os
import tempfile
from pathlib import Path

from .errors import RecordError


def write_file(path: str | os.PathLike[str], text: str) -> None:
    """Replaces the file in one step: a crash or a full disk leaves the old one."""
    target = Path(path)
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError | ValueError):  # ValueError: a path with a null byte
            detail = getattr(error, "strerror", None) or error
            raise RecordError(f"{target} can't be written: {detail}") from error
        raise


def read_file(path: str | os.PathLike[str], max_bytes: int) -> str:
    source = Path(path)
    try:
        if not source.is_file():
            raise RecordError(f"{source} is no file; give the path of a record")
        with source.open("rb") as file:
            content = file.read(max_bytes + 1)
    except OSError as error:
        raise RecordError(f"{source} can't be read: {error.strerror or error}") from error
    if len(content) > max_bytes:
        raise RecordError(f"{source} is larger than any record: over {max_bytes} bytes")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"{source} is not text: byte {error.start} is not UTF-8") from error
