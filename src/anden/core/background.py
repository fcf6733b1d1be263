"""Compiling in other processes, at low priority, while this one is already playing."""

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from time import monotonic

from anden.machine.cores import usable_cores
from anden.machine.jit import cache_of
from anden.machine.meanwhile import interpret_meanwhile, is_interpreting
from anden.machine.stages import Stage, compile_once

from .warm_up import LOOKING, ONE_GAME, PLANNER, RULES, SEARCH

# What a table needs, in the order in which people meet it, and about how many seconds of a core
# each takes. Two cores share it; the second part holds what bots need.
STAGES = {
    "rules": (RULES, 6),
    "one-game": (ONE_GAME, 10),
    "looking": (LOOKING, 5),
    "planner": (PLANNER, 13),
    "search": (SEARCH, 18),
}
PARTS = (("rules", "one-game", "looking"), ("planner", "search"))

_latest: "BackgroundCompiling | None" = None

LOW_PRIORITY = 19  # of Unix: whatever else is to be done comes first
_OVERDUE = 0.25  # what takes longer than expected will take this part of its time once more


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
    """Other processes compile what is missing; this one runs interpreted until they are done.

    They take second place to all else, unless somebody does nothing but wait for them.
    """

    def __init__(self, *, is_awaited: bool = False) -> None:
        global _latest
        _latest = self
        self._parts: list[_Part] = []
        interpret_until_compiled()
        if not is_interpreting():
            return
        parts = PARTS if usable_cores() > 1 else (sum(PARTS, ()),)
        self._parts = [_Part(names, 0 if is_awaited else LOW_PRIORITY) for names in parts]
        threading.Thread(target=self._wait, daemon=True).start()

    def seconds_left(self, *stages: Stage) -> int:
        """About how long it takes until these stages, or all, are compiled; 0 if they are."""
        if is_compiled(*stages):
            return 0
        wanted = stages or tuple(stage for stage, _ in STAGES.values())
        return max([1, *(round(part.seconds_left(wanted)) for part in self._parts)])

    @property
    def is_at_work(self) -> bool:
        return any(part.process.poll() is None for part in self._parts)

    def close(self) -> None:
        for part in self._parts:
            part.process.kill()
            part.process.wait()

    def _wait(self) -> None:
        for part in self._parts:
            part.process.wait()
        interpret_until_compiled()


class _Part:
    """Stages that one process compiles one after another, and how fast it has been so far."""

    def __init__(self, names: tuple[str, ...], priority: int) -> None:
        self._stages = [STAGES[name] for name in names if not STAGES[name][0].is_done]
        self._began = self._since = monotonic()  # until the stages done so far were done
        self._done = 0  # seconds that they were expected to take
        self.process = _start(names, priority)

    def seconds_left(self, wanted: Sequence[Stage]) -> float:
        """About how long until all of the wanted stages that are this part's are compiled.

        A stage that is overdue slows down what is expected of itself and of all after it.
        """
        now = monotonic()
        done = sum(seconds for stage, seconds in self._stages if stage.is_done)
        if done != self._done:
            self._done, self._since = done, now
        pace = max(1.0, (self._since - self._began) / done) if done else 1.0
        first, *others = self._expected(wanted) or [0]
        waited = now - self._since
        if not first:
            return 0.0
        left = max(pace * first - waited, _OVERDUE * waited)
        return left + max(pace, waited / first) * sum(others)

    def _expected(self, wanted: Sequence[Stage]) -> list[int]:
        """Seconds for each that is missing up to the last stage that is wanted."""
        places = [place for place, (stage, _) in enumerate(self._stages) if stage in wanted]
        missing = self._stages[: max(places, default=-1) + 1]
        return [seconds for stage, seconds in missing if not stage.is_done]


def _start(names: tuple[str, ...], priority: int) -> "subprocess.Popen[bytes]":
    """A process that compiles these stages. It ends with this one, which holds its input."""
    return subprocess.Popen(
        [sys.executable, "-m", "anden.core.background", str(priority), *names],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0) if priority else 0,
    )


def _end_with_parent() -> None:
    while os.read(0, 1):  # not through sys.stdin, which must be free when this process ends
        pass
    os._exit(1)


def main(priority: int, names: list[str]) -> None:
    if hasattr(os, "nice"):  # Windows is told when the process is started
        os.nice(priority)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        compile_once([STAGES[name][0] for name in names], nowhere, "")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
