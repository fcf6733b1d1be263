"""Compiling in other processes, at low priority, while this one is already playing."""

import os
import subprocess
import sys
import threading
from time import monotonic

from anden.machine.jit import cache_of
from anden.machine.meanwhile import interpret_meanwhile, is_interpreting
from anden.machine.stages import Stage, compile_once

from .warm_up import LOOKING, ONE_GAME, PLANNER, RULES, SEARCH

# What a table needs, in the order in which people meet it, and about how many seconds each takes.
# Two cores share it; the second part holds what bots need.
STAGES = {
    "rules": (RULES, 4),
    "one-game": (ONE_GAME, 8),
    "looking": (LOOKING, 6),
    "planner": (PLANNER, 16),
    "search": (SEARCH, 20),
}
PARTS = (("rules", "one-game", "looking"), ("planner", "search"))

_latest: "BackgroundCompiling | None" = None

LOW_PRIORITY = 19  # of Unix: whatever else is to be done comes first


def is_compiled(*stages: Stage) -> bool:
    """Whether these, or all that a table needs, are there; where nothing can be kept, they are
    compiled in each process when they are needed."""
    wanted = stages or tuple(stage for stage, _ in STAGES.values())
    return cache_of("kernel") is None or all(stage.is_done for stage in wanted)


def interpret_until_compiled() -> None:
    """For a process that is asked now and then: interpreted as long as something is missing."""
    interpret_meanwhile(not is_compiled())


def seconds_left() -> int:
    """About how long it takes until all is compiled that this process has begun to compile."""
    return 0 if _latest is None or not _latest.is_at_work else _latest.seconds_left()


class BackgroundCompiling:
    """Other processes compile what is missing; this one runs interpreted until they are done."""

    def __init__(self) -> None:
        global _latest
        _latest = self
        self._began = monotonic()
        self._done, self._since = -1, self._began  # stages done when last asked, and since when
        self._processes: list[subprocess.Popen[bytes]] = []
        interpret_until_compiled()
        if not is_interpreting():
            return
        parts = PARTS if (os.cpu_count() or 1) > 1 else [sum(PARTS, ())]
        self._processes = [_start(part) for part in parts]
        threading.Thread(target=self._wait, daemon=True).start()

    def seconds_left(self, *stages: Stage) -> int:
        """About how long it takes until these stages, or all, are compiled; 0 if they are."""
        if is_compiled(*stages):
            return 0
        wanted = stages or tuple(stage for stage, _ in STAGES.values())
        left = max(
            sum(seconds for stage, seconds in _until(part, wanted) if not stage.is_done)
            for part in PARTS
        )
        done = sum(seconds for stage, seconds in STAGES.values() if stage.is_done)
        now = monotonic()
        if done != self._done:
            self._done, self._since = done, now
        pace = max(1.0, (self._since - self._began) / done) if done else 1.0
        return max(1, round(left * pace - (now - self._since)))

    @property
    def is_at_work(self) -> bool:
        return any(process.poll() is None for process in self._processes)

    def close(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()

    def _wait(self) -> None:
        for process in self._processes:
            process.wait()
        interpret_until_compiled()


def _until(part: tuple[str, ...], wanted: tuple[Stage, ...]) -> list[tuple[Stage, int]]:
    """The stages of a part up to the last that is wanted."""
    last = max((place for place, name in enumerate(part) if STAGES[name][0] in wanted), default=-1)
    return [STAGES[name] for name in part[: last + 1]]


def _start(names: tuple[str, ...]) -> "subprocess.Popen[bytes]":
    """A process that compiles these stages. It ends with this one, which holds its input."""
    return subprocess.Popen(
        [sys.executable, "-m", "anden.core.background", *names],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),  # Windows alone
    )


def _end_with_parent() -> None:
    while os.read(0, 1):  # not through sys.stdin, which must be free when this process ends
        pass
    os._exit(1)


def main(names: list[str]) -> None:
    if hasattr(os, "nice"):
        os.nice(LOW_PRIORITY)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        compile_once([STAGES[name][0] for name in names], nowhere, "")


if __name__ == "__main__":
    main(sys.argv[1:])
