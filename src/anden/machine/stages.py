"""Compiling before it is needed, with a line that says so."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TextIO

from .jit import IS_INTERPRETED, cache_of
from .notice import MESSAGE, count_as_said

__all__ = ["MESSAGE", "Stage", "compile_once"]


@dataclass(frozen=True)
class Stage:
    """Calls that compile what a room holds, remembered by a mark in the room's cache."""

    calls: Callable[[], list[Callable[[], object]]]
    room: str
    mark: str = "warm"

    @property
    def is_done(self) -> bool:
        cache = cache_of(self.room)
        return IS_INTERPRETED or (cache is not None and (cache / self.mark).exists())

    def finish(self) -> None:
        cache = cache_of(self.room)
        if cache is not None:
            with suppress(OSError):
                (cache / self.mark).touch()


def compile_once(stages: Sequence[Stage], out: TextIO, message: str) -> None:
    """Makes the calls of the stages that are not done yet."""
    pending = [stage for stage in stages if not stage.is_done]
    if not pending:
        return
    count_as_said()
    is_terminal = out.isatty()
    print(message, end="" if is_terminal else "\n", file=out, flush=True)
    calls = [stage.calls() for stage in pending]
    total, done = sum(map(len, calls)), 0
    for stage, its_calls in zip(pending, calls, strict=True):
        for call in its_calls:
            call()
            done += 1
            if is_terminal:
                print(f"\r{message} {done}/{total}", end="", file=out, flush=True)
        stage.finish()
    if is_terminal:
        print(file=out, flush=True)
