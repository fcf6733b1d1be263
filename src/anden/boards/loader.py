"""Loads boards: the built-in ones by name, a user's own by path."""

import errno
import json
import os
import stat
from functools import cache
from importlib import resources

from anden.boards.board import Board
from anden.boards.build import read_board
from anden.boards.errors import BoardError, NoBoardFileError
from anden.boards.names import near_matches, or_list
from anden.boards.reader import JsonObject, Reader

MAX_FILE_BYTES = 2**20
_BUILTIN = ("usa", "europe", "london")


def builtin_boards() -> tuple[str, ...]:
    """The names that `load_board` knows without a file."""
    return _BUILTIN


def load_board(name_or_path: str | os.PathLike[str]) -> Board:
    """The built-in board of this name, or the board in this file.

    >>> load_board("london").names["es"]
    'Londres'
    """
    if name_or_path in _BUILTIN:
        return _load_builtin(str(name_or_path))
    path = os.fspath(name_or_path)
    origin = path if path.isprintable() else ascii(path)
    return board_from_json(_decode(_read_bytes(path, origin), origin), origin)


def board_from_json(text: str, origin: str) -> Board:
    """The board this JSON describes; the origin is what error messages call it."""
    if len(text) > MAX_FILE_BYTES:
        raise _too_large(origin)
    return read_board(Reader(_parse_json(text.removeprefix("\ufeff"), origin), origin))


@cache
def _load_builtin(name: str) -> Board:
    file = resources.files(__package__).joinpath(f"{name}.json")
    return board_from_json(file.read_text(encoding="utf-8"), file.name)


def _read_bytes(path: str, origin: str) -> bytes:
    """The whole of a small regular file; pipes and devices could block, or never end."""
    try:
        _check_regular(os.stat(path).st_mode, origin)
        flags = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with open(os.open(path, os.O_RDONLY | flags), "rb") as file:
            _check_regular(os.fstat(file.fileno()).st_mode, origin)
            content = file.read(MAX_FILE_BYTES + 1)
    except BoardError:
        raise
    except OSError as error:
        raise _not_opened(error, path, origin) from error
    except ValueError as error:  # a path that no file can have, with a NUL in it
        raise BoardError(f"{origin}: no file can have this name; {_hint(path)}") from error
    if len(content) > MAX_FILE_BYTES:
        raise _too_large(origin)
    return content


def _check_regular(mode: int, origin: str) -> None:
    if stat.S_ISDIR(mode):
        raise BoardError(f"{origin}: is a directory; give the path of a board file")
    if not stat.S_ISREG(mode):
        raise BoardError(f"{origin}: is not a regular file; give the path of a board file")


def _too_large(origin: str) -> BoardError:
    return BoardError(f"{origin}: is over 1 MiB, too large for a board; check the path")


def _not_opened(error: OSError, path: str, origin: str) -> BoardError:
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return NoBoardFileError(f"{origin}: is neither a built-in board nor a file; {_hint(path)}")
    return NoBoardFileError(f"{origin}: can't be read ({error.strerror}); check the file")


def _hint(path: str) -> str:
    near = near_matches(path.casefold(), _BUILTIN)
    question = f"; did you mean {or_list(near)}?" if near else ""
    return f"the built-in boards are {', '.join(_BUILTIN)}{question}"


def _decode(content: bytes, origin: str) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BoardError(f"{origin}: line {line}: is not UTF-8; save the file as UTF-8") from error


def _parse_json(text: str, origin: str) -> object:
    # NaN and Infinity get through here: no value of a board is in range for them.
    try:
        return json.loads(text, object_pairs_hook=JsonObject.from_pairs)
    except json.JSONDecodeError as error:
        raise BoardError(
            f"{origin}: line {error.lineno}, column {error.colno}: is not JSON ({error.msg}); "
            f"correct it there"
        ) from error
    except RecursionError as error:
        raise BoardError(f"{origin}: is nested too deeply; a board has few levels") from error
    except ValueError as error:  # Python refuses to read integers of thousands of digits
        raise BoardError(f"{origin}: has a number that is too long; shorten it") from error
