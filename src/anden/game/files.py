"""Record files: written whole or not at all, and read with a bound."""

import os
from pathlib import Path

from anden.machine.files import write_whole

from .errors import NoFileError, RecordError


def write_file(path: str | os.PathLike[str], text: str) -> None:
    """Replaces the file in one step: a crash or a full disk leaves the old one."""
    target = Path(path)
    try:
        write_whole(target, text.encode())
    except (OSError, ValueError) as error:  # ValueError: a path with a null byte
        detail = getattr(error, "strerror", None) or error
        raise RecordError("record.unwritable", file=target, detail=detail) from error


def read_file(path: str | os.PathLike[str], max_bytes: int) -> str:
    source = Path(path)
    try:
        if not source.is_file():
            raise NoFileError("record.no_file", file=source)
        with source.open("rb") as file:
            content = file.read(max_bytes + 1)
    except OSError as error:
        raise NoFileError(
            "record.unreadable", file=source, detail=error.strerror or error
        ) from error
    if len(content) > max_bytes:
        raise RecordError("record.too_large", file=source, bytes=max_bytes)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError("record.not_text", file=source, place=error.start) from error
