"""Boards of people's own, kept in the store under the hash of what they hold.

A name like that says all there is to know about its board. So each process has copies of those that
it needs in a folder, where bots find them too, and it does not matter which server of this process
took a board in.
"""

import hashlib
import logging
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from anden.boards import Board, BoardError, board_from_json, builtin_boards, load_board
from anden.machine.files import write_whole

from .errors import RefusedError
from .storage import StorageError, Store

log = logging.getLogger("anden.server")

NAME = re.compile(r"file-[0-9a-f]{32}")
_folders: list[Path] = []


def use_folder(folder: Path) -> None:
    """Boards are looked for there too."""
    if folder not in _folders:
        _folders.append(folder)


def find_board(name: str) -> Board:
    """A built-in board, or one that somebody has brought along and `fetch_board` has found."""
    if name in builtin_boards():
        return load_board(name)
    path = board_path(name)
    if path is None:
        raise RefusedError("board/unknown", board=name[:40])
    return _load(path)


def board_path(name: str) -> Path | None:
    """The file of a board that is not built in; None if there is none of this name."""
    if NAME.fullmatch(name) is None:
        return None
    paths = [folder / f"{name}.json" for folder in _folders]
    return next((path for path in paths if path.is_file()), None)


def board_name(text: str) -> str:
    return f"file-{hashlib.sha256(text.encode()).hexdigest()[:32]}"


def check_board(text: str) -> str:
    """Checks a board file as `anden boards check` does; the name of its board from now on."""
    try:
        board_from_json(text, origin="")
    except BoardError as error:
        raise RefusedError("board/invalid", detail=error) from None
    return board_name(text)


def write_board(folder: Path, text: str) -> str:
    """Checks a board file and writes it where a server that starts takes it in; its name."""
    name = check_board(text)
    copy_board(folder, name, text)
    return name


def copy_board(folder: Path, name: str, text: str) -> None:
    path = folder / f"{name}.json"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())


def fetch_board(store: Store, folder: Path, name: str) -> None:
    """Copies a board that another process has taken in; blocking. One that is unknown stays so."""
    if NAME.fullmatch(name) is None or board_path(name) is not None:
        return
    text = store.boards.text(name)
    if text is not None:
        try:
            copy_board(folder, name, text)
        except OSError as error:
            raise StorageError(f"{folder}: {error}") from error


def fetch_boards(store: Store, make_folder: Callable[[], Path]) -> None:
    """Copies all boards that are not here into a folder, if there are any."""
    missing = [name for name in store.boards.names() if board_path(name) is None]
    if missing:
        folder = make_folder()
        use_folder(folder)
        for name in missing:
            fetch_board(store, folder, name)


def adopt_boards(store: Store, folder: Path, most: int) -> None:
    """Takes in the boards of a folder that are not in the store yet."""
    known = set(store.boards.names())
    for path in sorted(folder.glob("file-*.json")) if folder.is_dir() else ():
        if path.stem in known:
            continue
        text = path.read_text("utf-8", errors="replace")
        if board_name(text) == path.stem and not store.boards.put(path.stem, text, most):
            log.error("boards of %s are left out: there are %d already", folder, most)
            return


@lru_cache(64)
def _load(path: Path) -> Board:
    return load_board(path)
