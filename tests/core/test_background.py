"""Compiling beside the game: nothing to do, something to wait for, and an end with its parent."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from anden.core import background
from anden.core.background import (
    PARTS,
    STAGES,
    BackgroundCompiling,
    interpret_until_compiled,
    is_compiled,
    seconds_left,
)
from anden.core.warm_up import LOOKING, PLANNER, RULES, SEARCH, warm_up, warm_up_environments
from anden.machine.cores import usable_cores
from anden.machine.meanwhile import interpret_meanwhile, is_interpreting
from anden.machine.stages import Stage

pytestmark = pytest.mark.compiled_only


@pytest.fixture(autouse=True)
def compiled_afterwards() -> Iterator[None]:
    yield
    interpret_meanwhile(False)


class Started:
    """A process that has begun and does nothing."""

    def __init__(self, names: tuple[str, ...], priority: int) -> None:
        self.names, self.priority, self.is_killed = names, priority, False

    def wait(self) -> None:
        pass

    def poll(self) -> int | None:
        return 0 if self.is_killed else None

    def kill(self) -> None:
        self.is_killed = True


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Started]:
    """The processes that would have been started."""
    processes: list[Started] = []

    def start(names: tuple[str, ...], priority: int) -> Started:
        processes.append(Started(names, priority))
        return processes[-1]

    monkeypatch.setattr(background, "_start", start)
    return processes


def undone(monkeypatch: pytest.MonkeyPatch, *stages: Stage) -> None:
    """Takes the marks of these stages away, as this process sees them."""
    marks = {stage.mark for stage in stages}
    exists = Path.exists
    monkeypatch.setattr(Path, "exists", lambda path: path.name not in marks and exists(path))


def test_where_everything_is_compiled_nothing_is_started(started: list[Started]) -> None:
    warm_up()
    warm_up_environments()
    compiling = BackgroundCompiling()
    assert is_compiled()
    assert not started
    assert not is_interpreting()
    assert compiling.seconds_left() == 0


@pytest.mark.parametrize(("cores", "parts"), [(1, 1), (8, 2)])
def test_what_is_missing_is_compiled_beside_the_game(
    started: list[Started], monkeypatch: pytest.MonkeyPatch, cores: int, parts: int
) -> None:
    undone(monkeypatch, RULES, PLANNER, SEARCH)
    monkeypatch.setattr(background, "usable_cores", lambda: cores)
    compiling = BackgroundCompiling()
    assert is_interpreting()
    assert len(started) == parts
    assert sorted(name for process in started for name in process.names) == sorted(STAGES)
    assert compiling.seconds_left(SEARCH) > compiling.seconds_left(PLANNER) > 0
    compiling.close()
    assert all(process.is_killed for process in started)


def test_time_left_runs_down_and_ends_with_the_work(
    started: list[Started], monkeypatch: pytest.MonkeyPatch
) -> None:
    undone(monkeypatch, SEARCH)
    now = [100.0]
    monkeypatch.setattr(background, "monotonic", lambda: now[0])
    monkeypatch.setattr(background, "_latest", None)
    assert seconds_left() == 0
    compiling = BackgroundCompiling()
    first = seconds_left()
    assert first == STAGES["search"][1]
    now[0] += 7
    assert seconds_left() == first - 7
    now[0] += 1000
    assert seconds_left() > 200  # overdue by far, so it is not done in a moment
    compiling.close()
    assert seconds_left() == 0


def test_time_left_is_that_of_the_slower_part(
    started: list[Started], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On one core all is done in a row; on two, each part goes at its own pace."""
    undone(monkeypatch, *(stage for stage, _ in STAGES.values()))
    now = [100.0]
    monkeypatch.setattr(background, "monotonic", lambda: now[0])
    seconds = {name: seconds for name, (_, seconds) in STAGES.items()}
    monkeypatch.setattr(background, "usable_cores", lambda: 1)
    assert BackgroundCompiling().seconds_left() == sum(seconds.values())
    monkeypatch.setattr(background, "usable_cores", lambda: 2)
    compiling = BackgroundCompiling()
    first, second = (sum(seconds[name] for name in part) for part in PARTS)
    assert compiling.seconds_left() == max(first, second)
    assert compiling.seconds_left(RULES) == seconds["rules"]
    now[0] += 3 * seconds["search"]  # three times as long as expected, and so will the rest
    undone_now = [stage for stage, _ in STAGES.values() if stage is not SEARCH]
    monkeypatch.undo()
    monkeypatch.setattr(background, "monotonic", lambda: now[0])
    undone(monkeypatch, *undone_now)
    assert compiling.seconds_left(PLANNER) == 3 * seconds["planner"]
    # The first of this part should have taken 6, and has taken 54: the others will be as slow.
    others = (3 * seconds["search"] / seconds["rules"]) * (seconds["one-game"] + seconds["looking"])
    assert compiling.seconds_left(LOOKING) > others


def test_what_somebody_waits_for_is_compiled_at_normal_priority(
    started: list[Started], monkeypatch: pytest.MonkeyPatch
) -> None:
    undone(monkeypatch, RULES, SEARCH)
    BackgroundCompiling().close()
    assert {process.priority for process in started} == {background.LOW_PRIORITY}
    started.clear()
    BackgroundCompiling(is_awaited=True).close()
    assert {process.priority for process in started} == {0}


def test_as_many_cores_as_the_process_may_use() -> None:
    assert 1 <= usable_cores() <= (os.cpu_count() or 1)
    if hasattr(os, "sched_setaffinity"):
        code = (
            "import os; from anden.machine.cores import usable_cores;"
            "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); print(usable_cores())"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        assert int(done.stdout) == 1


def test_interpreting_ends_when_the_last_stage_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    warm_up()
    warm_up_environments()
    with monkeypatch.context() as before:
        undone(before, SEARCH)
        interpret_until_compiled()
        assert is_interpreting()
    interpret_until_compiled()
    assert not is_interpreting()


def test_where_nothing_can_be_kept_each_process_compiles(
    started: list[Started], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "cache_of", lambda room: None)
    undone(monkeypatch, RULES)
    BackgroundCompiling()
    assert not is_interpreting()
    assert not started


def test_it_ends_with_its_parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    command = [sys.executable, "-m", "anden.core.background", "19", "search"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 1


def test_it_ends_by_itself_when_all_is_compiled() -> None:
    warm_up(with_strategies=False)
    command = [sys.executable, "-m", "anden.core.background", "19", "rules", "one-game"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.wait(60) == 0
