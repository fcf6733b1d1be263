"""`python -m tools.mutants --modules kernel --number 60`: do the tests notice small mistakes?

Every mutant is tested in a copy of the repository, without the golden files. Those that no test
noticed are listed; with fewer than 95 in 100 noticed the exit status is 1.
"""

import argparse
import multiprocessing
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .known import load_known
from .mutations import find_mutations
from .suites import SUITES, Suite
from .trial import Trial
from .workshop import Mutant

ROOT = Path(__file__).parents[2]
AIM = 95  # of a hundred mutants


def main() -> int:
    options = _options()
    _end_by_signals()
    mutants = _sample(list(_mutants(options.modules)), options.number, options.seed)
    if options.list:
        for _, mutant in mutants:
            print(f"{mutant.place}\n{mutant.diff}")
        return 0
    survivors = 0
    for suite in SUITES:
        if chosen := [mutant for of_suite, mutant in mutants if of_suite == suite]:
            survivors += _in_own_process(suite, chosen, options)
    return _tell(len(mutants), survivors, options.aim)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    packages = ", ".join(suite.package for suite in SUITES)
    parser.add_argument(
        "--modules", nargs="+", default=[], help=f"packages ({packages}) or files; default: all"
    )
    parser.add_argument("--number", type=int, default=0, help="how many mutants; default: all")
    parser.add_argument("--seed", type=int, default=1, help="which ones; default: 1")
    parser.add_argument("--list", action="store_true", help="list the mutants, test nothing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at the same time")
    parser.add_argument("--aim", type=float, default=AIM, help=f"in percent; default: {AIM}")
    parser.add_argument("--verbose", action="store_true", help="name the test that noticed each")
    return parser.parse_args()


def _end_by_signals() -> None:
    """A run that is ended cleans up behind itself."""

    def end(number: int, frame: Any) -> None:
        sys.exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)


def _mutants(names: list[str]) -> Iterator[tuple[Suite, Mutant]]:
    """Those of the modules named, less the known equivalent ones."""
    known = load_known()
    for suite in SUITES:
        for module in suite.modules(ROOT):
            if names and not {suite.package, module.stem, str(module)} & set(names):
                continue
            source = (ROOT / module).read_text()
            for mutation in find_mutations(source):
                mutant = Mutant(module, source, mutation)
                if not any(entry.covers(mutant) for entry in known):
                    yield suite, mutant


def _sample(
    mutants: list[tuple[Suite, Mutant]], number: int, seed: int
) -> list[tuple[Suite, Mutant]]:
    chosen = random.Random(seed).sample(mutants, min(number or len(mutants), len(mutants)))
    return sorted(chosen, key=lambda entry: (entry[1].module, entry[1].mutation.start))


def _in_own_process(suite: Suite, mutants: list[Mutant], options: argparse.Namespace) -> int:
    """Suites differ in whether the rules are compiled, which a process decides once."""
    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    process = context.Process(
        target=lambda: answers.put(_try(suite, mutants, options)), daemon=True
    )
    process.start()
    process.join()
    if process.exitcode:
        sys.exit(2)
    survivors: int = answers.get()
    return survivors


def _try(suite: Suite, mutants: list[Mutant], options: argparse.Namespace) -> int:
    """How many of the mutants survived; each is told as it is found."""
    survivors, started = 0, time.monotonic()
    for number, (mutant, noticed) in enumerate(Trial(ROOT, suite, options.jobs).run(mutants), 1):
        if not noticed:
            survivors += 1
            print(
                f"survived: {mutant.place} in {mutant.mutation.function}\n{mutant.diff}", flush=True
            )
        elif options.verbose:
            print(f"{mutant.place}: {noticed}", flush=True)
        if number == len(mutants):
            seconds = time.monotonic() - started
            print(f"{suite.package}: {number} mutants in {seconds:.0f} s, {survivors} survived")
    return survivors


def _tell(number: int, survivors: int, aim: float) -> int:
    killed = number - survivors
    percent = 100 * killed / number if number else 100
    print(f"killed {killed} of {number} ({percent:.1f} %)")
    return 0 if percent >= aim else 1


if __name__ == "__main__":
    sys.exit(main())
