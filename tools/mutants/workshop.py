"""A copy of the repository in which mutants are made and tested, one after the other."""

import json
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .bench import Choice, Survey, end_after, has_ended, kill_group, run_in_fork, run_pytest
from .mutations import Mutation
from .suites import GOLDEN, Suite

_NOT_COPIED = (".git", ".venv", ".cache", ".hypothesis", "node_modules", "web")

_COLLECT_SECONDS = 60.0

# Told in place of a test that noticed a mutant.
NO_END = "(no end)"
BROKEN = "(the test run itself broke)"


@dataclass(frozen=True)
class Mutant:
    module: Path  # relative to the root
    source: str
    mutation: Mutation

    @property
    def place(self) -> str:
        return f"{self.module}:{self.mutation.line}"

    @property
    def diff(self) -> str:
        gone, new = self.mutation.changed_lines(self.source)
        return "\n".join([*(f"    - {line}" for line in gone), *(f"    + {line}" for line in new)])


@dataclass(frozen=True)
class Baseline:
    """What the tests do without any mistake."""

    seconds: dict[str, float]  # by test
    lines: dict[str, dict[str, list[int]]]  # by module and line: which of the tests run it

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Those that run the line of the mutant."""
        tests = list(self.seconds)
        places = self.lines.get(str(mutant.module), {}).get(str(mutant.mutation.line), [])
        return [tests[place] for place in places]


class Workshop:
    """`start_...` begins a run, `answer` tells how it went once `is_busy` is False."""

    def __init__(self, root: Path, folder: Path, suite: Suite) -> None:
        self._suite = suite
        self._folder = folder
        self.copy = folder / "copy"
        self._pid = 0
        self._mutated: Path | None = None
        shutil.copytree(root, self.copy, ignore=shutil.ignore_patterns(*_NOT_COPIED))

    def start_survey(self) -> None:
        """The answer is a Baseline as a dict, and the tests that failed."""
        self._start(self._survey)

    def start_tests(self, mutant: Mutant, tests: Sequence[str], seconds: dict[str, float]) -> None:
        """The answer is the test that noticed the mutant, or ""."""
        self._mutated = self.copy / mutant.module
        shutil.copy2(self._mutated, self._folder / "original")
        self._mutated.write_text(mutant.mutation.apply(mutant.source))
        # Its compiled form is told from the original's by this time.
        os.utime(self._mutated, (1, 1))
        self._start(lambda: self._test(tests, seconds))

    def is_busy(self) -> bool:
        return not has_ended(self._pid)

    def answer(self) -> Any:
        """None if the run came to no end."""
        self._restore()
        try:
            told = json.loads((self._folder / "answer").read_text())
        except (OSError, ValueError):
            return None
        if isinstance(told, str) and told.startswith(BROKEN):
            raise RuntimeError(f"{told}\n{self.log()}")
        return told

    def log(self) -> str:
        return (self._folder / "log").read_text()[-4000:]

    def close(self) -> None:
        if self._pid:
            kill_group(self._pid)

    def _survey(self) -> Any:
        plugin = Survey(self.copy)
        ignored = [f"--ignore={path}" for path in GOLDEN]
        status = run_pytest(self.copy, [*self._suite.tests, *ignored], plugin)
        if status and not plugin.failed:
            return f"{BROKEN} with status {status}"
        return {"seconds": plugin.seconds, "lines": plugin.lines(), "failed": plugin.failed}

    def _test(self, tests: Sequence[str], seconds: dict[str, float]) -> str:
        sys.dont_write_bytecode = True
        end_after(_COLLECT_SECONDS)
        plugin = Choice(tests, seconds)
        files = list(dict.fromkeys(test.split("::")[0] for test in tests))
        status = run_pytest(self.copy, ["-x", *files], plugin)
        if status and not plugin.failed:
            return f"{BROKEN} with status {status}"
        return plugin.failed

    def _start(self, job: Callable[[], Any]) -> None:
        (self._folder / "answer").unlink(missing_ok=True)
        self._pid = run_in_fork(job, self._folder / "log", self._folder / "answer")

    def _restore(self) -> None:
        if self._mutated is not None:
            shutil.copy2(self._folder / "original", self._mutated)
            self._mutated = None
