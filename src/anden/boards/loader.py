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
from anden.boards.names import near_matches
from anden.boards.phrase import Phrase, one_of_these
from anden.boards.reader import JsonObject, Reader

MAX_FILE_BYTES = 2**20
_BUILTIN = ("usa", "europe", "london")
# What Python's reader says of broken JSON, by how it begins.
_JSON_PROBLEMS = {
    "Expecting value": "board.json_value",
    "Expecting ','": "board.json_comma",
    "Expecting ':'": "board.json_colon",
    "Expecting property name": "board.json_key",
    "Illegal trailing comma": "board.json_trailing",
    "Extra data": "board.json_extra",
    "Unterminated string": "board.json_unterminated",
    "Invalid control character": "board.json_control",
    "Invalid ": "board.json_escape",
}


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
    """The board this JSON describes; the origin is what errors call it, if anything."""
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
        raise BoardError(_with_hint("board.impossible_path", path), origin) from error
    if len(content) > MAX_FILE_BYTES:
        raise _too_large(origin)
    return content


def _check_regular(mode: int, origin: str) -> None:
    if stat.S_ISDIR(mode):
        raise BoardError(Phrase("board.directory"), origin)
    if not stat.S_ISREG(mode):
        raise BoardError(Phrase("board.not_regular"), origin)


def _too_large(origin: str) -> BoardError:
    return BoardError(Phrase("board.too_large"), origin)


def _not_opened(error: OSError, path: str, origin: str) -> BoardError:
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return NoBoardFileError(_with_hint("board.no_file", path), origin)
    if error.errno in (errno.EACCES, errno.EPERM):
        return NoBoardFileError(Phrase("board.not_permitted"), origin)
    return NoBoardFileError(Phrase("board.not_opened", number=error.errno), origin)


def _with_hint(key: str, path: str) -> Phrase:
    near = near_matches(path.casefold(), _BUILTIN)
    names = ", ".join(_BUILTIN)
    if not near:
        return Phrase(key, hint=Phrase("board.builtin", names=names))
    return Phrase(key, hint=Phrase("board.builtin_near", names=names, options=one_of_these(near)))


def _decode(content: bytes, origin: str) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BoardError(Phrase("board.not_unicode", line=line), origin) from error


def _parse_json(text: str, origin: str) -> object:
    # NaN and Infinity get through here: no value of a board is in range for them.
    try:
        return json.loads(text, object_pairs_hook=JsonObject.from_pairs)
    except json.JSONDecodeError as error:
        problem = Phrase(_json_problem(error.msg))
        reason = Phrase("board.no_json", line=error.lineno, column=error.colno, problem=problem)
        raise BoardError(reason, origin) from error
    except RecursionError as error:
        raise BoardError(Phrase("board.too_deep"), origin) from error
    except ValueError as error:  # Python refuses to read integers of thousands of digits
        raise BoardError(Phrase("board.long_number"), origin) from error


def _json_problem(message: str) -> str:
    found = (key for start, key in _JSON_PROBLEMS.items() if message.startswith(start))
    return next(found, "board.json_other")
