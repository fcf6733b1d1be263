"""Boards of people's own, kept as files under the hash of what they hold.

A name like that says all there is to know about its board, so it does not matter which server of
this process took the file in.
"""

import hashlib
import re
from functools import lru_cache
from pathlib import Path

from anden.boards import Board, BoardError, board_from_json, builtin_boards, load_board
from anden.machine.files import write_whole

from .errors import RefusedError

_NAME = re.compile(r"file-[0-9a-f]{32}")
_folders: list[Path] = []


def use_folder(folder: Path) -> None:
    """Boards are looked for there too."""
    if folder not in _folders:
        _folders.append(folder)


def find_board(name: str) -> Board:
    """A built-in board, or one that somebody has brought along."""
    if name in builtin_boards():
        return load_board(name)
    path = board_path(name)
    if path is None:
        raise RefusedError("board/unknown", board=name[:40])
    return _load(path)


def board_path(name: str) -> Path | None:
    """The file of a board that is not built in; None if there is none of this name."""
    if _NAME.fullmatch(name) is None:
        return None
    paths = [folder / f"{name}.json" for folder in _folders]
    return next((path for path in paths if path.is_file()), None)


def keep_board(folder: Path, text: str, max_files: int) -> str:
    """Checks a board file as `anden boards check` does and keeps it; its name from now on."""
    try:
        board_from_json(text, origin="")
    except BoardError as error:
        raise RefusedError("board/invalid", detail=error) from None
    name = f"file-{hashlib.sha256(text.encode()).hexdigest()[:32]}"
    path = folder / f"{name}.json"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        if len(list(folder.iterdir())) >= max_files:
            raise RefusedError("boards/full", n=max_files)
        write_whole(path, text.encode())
    return name


@lru_cache(64)
def _load(path: Path) -> Board:
    return load_board(path)
