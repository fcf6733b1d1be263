"""Test runs in forks of one process, which has loaded what all of them need."""

import importlib
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

_LOADED_ONCE = (
    "coverage hypothesis.strategies jsonschema networkx numba numpy pytest "
    "fastapi httpx sqlalchemy alembic uvicorn websockets.sync.client"
)


SPARE_SECONDS = 10.0  # a test may take so much longer than it did without a mutant, and
SPARE_FACTOR = 5.0  # so many times as long: after that it counts as an endless loop


def load_libraries() -> None:
    """Everything slow to import but the package under test. No example of Hypothesis is shrunk."""
    from hypothesis import Phase, settings

    for name in _LOADED_ONCE.split():
        with suppress(ImportError):
            importlib.import_module(name)
    settings.register_profile("mutants", phases=(Phase.explicit, Phase.generate), deadline=None)
    settings.load_profile("mutants")


@dataclass(eq=False)
class Choice:
    """A pytest plugin: runs the named tests in their order, and notes the first that fails.

    A test that takes far longer than it should ends the process.
    """

    tests: Sequence[str]
    seconds: Mapping[str, float]  # that each test takes
    failed: str = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        place = {test: number for number, test in enumerate(self.tests)}
        chosen = [item for item in items if item.nodeid in place]
        items[:] = sorted(chosen, key=lambda item: place[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        end_after(SPARE_SECONDS + SPARE_FACTOR * self.seconds[nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = f"{report.nodeid} (not collected)"


@dataclass(eq=False)
class Survey:
    """A pytest plugin: how long every test takes, and which lines of the package it runs."""

    folder: Path
    seconds: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        import coverage

        self._coverage = coverage.Coverage(
            data_file=None, config_file=False, include=[f"{self.folder}/src/*"]
        )
        self._coverage.start()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._coverage.switch_context(nodeid)
        self._started = time.monotonic()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.seconds[nodeid] = time.monotonic() - self._started
        self._coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def lines(self) -> dict[str, dict[int, list[str]]]:
        """By file, and by line: the tests that run it."""
        self._coverage.stop()
        data = self._coverage.get_data()
        return {
            str(Path(name).relative_to(self.folder)): {
                line: [test for test in tests if test]
                for line, tests in data.contexts_by_lineno(name).items()
            }
            for name in data.measured_files()
        }


def end_after(seconds: float) -> None:
    """Ends this process if it does not ask for more time before."""
    signal.setitimer(signal.ITIMER_REAL, seconds)


def run_pytest(root: Path, arguments: Sequence[str], plugin: object) -> int:
    """Runs tests of the repository at the root, in this process."""
    os.chdir(root)
    sys.path[:] = [str(root / "src"), *(path for path in sys.path if path)]
    for name in [name for name in sys.modules if name.split(".")[0] in ("anden", "tests", "tools")]:
        del sys.modules[name]
    cache = f"cache_dir={root / '.cache' / 'pytest'}"
    options = ["-q", "-n0", "-m", "not compiled_only", "-o", cache, f"--rootdir={root}"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # plugins are loaded already
    return int(pytest.main([*options, *arguments], plugins=[plugin]))


def run_in_fork(job: Callable[[], Any], log: Path, answer: Path) -> int:
    """Starts a process of its own group that writes what the job gives; returns its id."""
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        os.setsid()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(output, 1)
        os.dup2(output, 2)
        answer.write_text(json.dumps(job()))
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def has_ended(pid: int) -> bool:
    """Whether the process is over; what it may have started is ended too then."""
    if os.waitpid(pid, os.WNOHANG)[0] == 0:
        return False
    kill_group(pid)
    return True


def kill_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)
