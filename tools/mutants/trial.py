"""All mutants of one suite, tried out in a few workshops side by side."""

import contextlib
import hashlib
import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .bench import load_libraries
from .suites import Suite
from .workshop import NO_END, Baseline, Mutant, Workshop

_POLL_SECONDS = 0.01
_FEW = 0.05  # of the tests may fail in a survey and are left out


class Trial:
    def __init__(self, root: Path, suite: Suite, jobs: int) -> None:
        self._root = root
        self._suite = suite
        self._jobs = jobs
        # By function and by module: what noticed mutants before is asked first.
        self._kills: dict[str, Counter[str]] = defaultdict(Counter)

    def run(self, mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, str]]:
        """Each mutant with what noticed it, "" if nothing did; in no order."""
        os.environ["NUMBA_DISABLE_JIT"] = "1" if self._suite.is_interpreted else "0"
        load_libraries()
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="anden-mutants-")))
            first = self._open(stack, self._root, folder / "0")
            baseline = self._baseline(first)
            workshops = [first]
            for number in range(1, min(self._jobs, len(mutants))):
                workshops.append(self._open(stack, first.copy, folder / str(number)))
            yield from self._try_all(workshops, baseline, list(mutants))

    def _open(self, stack: contextlib.ExitStack, root: Path, folder: Path) -> Workshop:
        folder.mkdir()
        workshop = Workshop(root, folder, self._suite)
        stack.callback(workshop.close)
        return workshop

    def _baseline(self, workshop: Workshop) -> Baseline:
        """Measured, or as it was measured for the same sources."""
        kept = self._root / ".cache" / "mutants" / f"{self._suite.package}-{self._state()}.json"
        if not kept.exists():
            workshop.start_survey()
            _wait(workshop)
            told = _without_failed(workshop)
            kept.parent.mkdir(parents=True, exist_ok=True)
            for older in kept.parent.glob(f"{self._suite.package}-*.json"):
                older.unlink()
            kept.write_text(json.dumps(told))
        return Baseline(**json.loads(kept.read_text()))

    def _state(self) -> str:
        """Tells one state of package and tests from another."""
        digest = hashlib.sha256()
        for path in sorted([*self._root.glob("src/**/*.py"), *self._root.glob("tests/**/*.py")]):
            digest.update(path.read_bytes())
        return digest.hexdigest()[:16]

    def _try_all(
        self, workshops: list[Workshop], baseline: Baseline, waiting: list[Mutant]
    ) -> Iterator[tuple[Mutant, str]]:
        runs: dict[Workshop, tuple[Mutant, Iterator[str | None]]] = {}
        free = list(workshops)
        while waiting or runs:
            while waiting and free:
                mutant, workshop = waiting.pop(0), free.pop()
                runs[workshop] = (mutant, self._stages(workshop, baseline, mutant))
            time.sleep(_POLL_SECONDS)
            for workshop, (mutant, stages) in list(runs.items()):
                for noticed in stages:
                    if noticed is None:
                        break
                    self._kills[mutant.mutation.function][noticed] += 1
                    self._kills[str(mutant.module)][noticed] += 1
                    yield mutant, noticed
                    del runs[workshop]
                    free.append(workshop)
                    break

    def _stages(
        self, workshop: Workshop, baseline: Baseline, mutant: Mutant
    ) -> Iterator[str | None]:
        """None while tests run: those that run the mutated line, then the rest."""
        likely = self._ordered(baseline.tests_of(mutant), baseline, mutant)
        rest = self._ordered(set(baseline.seconds) - set(likely), baseline, mutant)
        noticed = ""
        for tests in (likely, rest):
            if tests and not noticed:
                workshop.start_tests(mutant, tests, baseline.seconds)
                while workshop.is_busy():
                    yield None
                told = workshop.answer()
                noticed = NO_END if told is None else told
        yield noticed

    def _ordered(
        self, tests: "set[str] | list[str]", baseline: Baseline, mutant: Mutant
    ) -> list[str]:
        of_function = self._kills[mutant.mutation.function]
        of_module = self._kills[str(mutant.module)]
        return sorted(tests, key=lambda t: (-of_function[t], -of_module[t], baseline.seconds[t], t))


def _without_failed(workshop: Workshop) -> dict[str, Any]:
    """The survey less the few tests that fail without any mutant, as on a busy machine."""
    told = workshop.answer()
    failed = set(told["failed"]) if told else set()
    if told is None or len(failed) > _FEW * len(told["seconds"]):
        raise RuntimeError(f"the tests fail without any mutant:\n{workshop.log()}")
    for test in sorted(failed):
        print(f"left out, for it fails without any mutant: {test}", flush=True)
    seconds = {test: n for test, n in told["seconds"].items() if test not in failed}
    number = {test: place for place, test in enumerate(seconds)}
    lines = {
        module: {
            line: [number[test] for test in tests if test in number]
            for line, tests in by_line.items()
        }
        for module, by_line in told["lines"].items()
    }
    return {"seconds": seconds, "lines": lines}


def _wait(workshop: Workshop) -> None:
    while workshop.is_busy():
        time.sleep(_POLL_SECONDS)
