"""Files that are there whole or not at all."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path, *, is_durable: bool = True) -> Iterator[Path]:
    """A name beside the file to write to; at the end it takes the file's place in one step.

    A crash or a full disk leaves the old file, or none. An error on the way removes what was
    written and is raised again. What need not be durable is written many times as fast, and may
    be cut off if the power fails.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        yield beside
        if is_durable:
            with beside.open("rb+") as file:
                os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def write_whole(path: Path, content: bytes, *, is_durable: bool = True) -> None:
    """Replaces the file in one step."""
    with replacing(path, is_durable=is_durable) as beside:
        beside.write_bytes(content)
