"""Plays a Python bot in a process of its own: `python -m anden.bots.host BOT`.

BOT is a name, or `FILE[:CLASS]`. The bot can't reach the table: what it prints goes to the error
output, and when the table goes away the process ends, whatever the bot is doing.
"""

import importlib.util
import json
import os
import queue
import sys
import threading
import traceback
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

from anden.boards import Board
from anden.core.game_core import tables_array
from anden.game import Action, View, parse_action
from anden.game.view_json import event_from_dict

from .base import DEFAULT_SECONDS, Bot
from .errors import BotError
from .loader import FRESH, BotFactory, split_file
from .packages import entry_point
from .protocol import board_of, record_from_text
from .registry import BOTS, SPECIALISTS


def load_factory(target: str) -> BotFactory:
    """The bot of this name, file or package, loaded in this process; BotError if there is none."""
    ours = {**BOTS, **SPECIALISTS}
    if target in ours:
        return ours[target]
    file, name = split_file(target)
    try:
        loaded = _class_in(_module(file), name) if file else _load(target)
    except BotError:
        raise
    except BaseException as error:  # a file may even exit
        raise BotError(
            "bots.error_load", bot=target, kind=type(error).__name__, detail=str(error)
        ) from error
    if not callable(loaded):
        raise BotError("bots.error_no_class", bot=target, kind=type(loaded).__name__)
    factory: BotFactory = loaded
    return factory


def _load(name: str) -> Any:
    point = entry_point(name)
    if point is None:
        raise BotError("bots.error_no_package", bot=name)
    return point.load()


def _module(file: str) -> ModuleType:
    path = Path(file).resolve()
    name = f"anden_bot_{path.stem}"  # so that a file called random.py takes nobody's place
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.append(str(path.parent))  # it may import its neighbours
    spec.loader.exec_module(module)
    return module


def _class_in(module: ModuleType, name: str | None) -> type[Bot]:
    """The class of this name, or the only one that the module defines."""
    found = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, type)
        and issubclass(value, Bot)
        and value.__module__ == module.__name__
    }
    if name is None and len(found) == 1:
        return next(iter(found.values()))
    if name in found:
        return found[name]
    params = {"file": str(module.__file__), "there": ", ".join(found)}
    if not found:
        raise BotError("bots.error_no_bots", **params)
    if name:
        raise BotError("bots.error_no_such_class", name=name, **params)
    raise BotError("bots.error_which_class", **params)


class _Session:
    """One bot between its hello and the next, or the end of its input."""

    def __init__(self, factory: BotFactory, hello: dict[str, Any]) -> None:
        self._board: Board = board_of(hello)
        self._tables = tables_array(self._board)[0]
        self._seat = int(hello["seat"])
        self._bot = factory(int(hello["seed"]), float(hello["seconds"]))
        self._action = cache(lambda text: parse_action(self._board, text))

    def answer(self, message: dict[str, Any]) -> dict[str, str]:
        record = record_from_text(message["record"])
        view = View(self._board, record, self._tables, self._seat)
        legal: list[Action] = [self._action(text) for text in message["legal"]]
        try:
            self._bot.hear([event_from_dict(event) for event in message["events"]])
            return {"action": str(self._bot.choose(view, legal))}
        except Exception as error:
            traceback.print_exc()
            return {"error": f"{type(error).__name__}: {error}"}

    def close(self) -> None:
        with suppress(Exception):  # the game is over: nothing hangs on it
            self._bot.close()


def serve(factory: BotFactory, lines: "queue.SimpleQueue[bytes]", out: BinaryIO) -> None:
    session = _Session(factory, json.loads(lines.get()))
    while True:
        message = json.loads(lines.get())
        if message["type"] == "hello":  # another game
            session.close()
            session = _Session(factory, message)
            continue
        out.write(json.dumps(session.answer(message)).encode() + b"\n")
        out.flush()


def _read_all(source: BinaryIO, lines: "queue.SimpleQueue[bytes]") -> None:
    """Passes lines on; their end is the end of the process, even while the bot thinks."""
    for line in source:
        lines.put(line)
    os._exit(0)


def _claim_streams() -> tuple[BinaryIO, BinaryIO]:
    """The real input and output; the bot is left with an empty input, and prints to stderr."""
    source, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return source, out


def _check(target: str, factory: BotFactory, out: BinaryIO) -> None:
    try:
        bot = factory(0, DEFAULT_SECONDS)
    except Exception as error:
        kind, detail = type(error).__name__, str(error)
        raise BotError("bots.error_make", bot=target, kind=kind, detail=detail) from error
    if not isinstance(bot, Bot):
        raise BotError("bots.error_no_bot", bot=target, kind=type(bot).__name__)
    if bot.wants_fresh_process:
        out.write(FRESH)
        out.flush()


def main() -> None:
    target, *options = sys.argv[1:]
    source, out = _claim_streams()
    try:
        factory = load_factory(target)
        if options == ["--check"]:
            return _check(target, factory, out)
    except BotError as error:
        sys.exit(json.dumps({"key": error.key, "params": error.params}, default=str))
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read_all, args=(source, lines), daemon=True).start()
    serve(factory, lines, out)


if __name__ == "__main__":
    main()
