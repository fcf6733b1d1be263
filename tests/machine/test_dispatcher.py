"""Compiled functions: a part of others, or called from Python, and the same either way."""

import subprocess
import sys

import numpy as np
import pytest

from anden.kernel.bits import count
from anden.machine.dispatcher import ThriftyDispatcher
from anden.machine.jit import inline, jit

pytestmark = pytest.mark.compiled_only

START_A_GAME = """
import sys
from anden.game import Game
Game("london", 2, 1)
sys.exit("scipy.linalg" in sys.modules)
"""


@jit
def _double(number: int) -> int:
    return 2 * number


@inline
def _next(number: int) -> int:
    return _double(number) + 1


@jit
def _sum(number: int) -> int:
    return _next(number) + _double(number) + _double(7) + _double(8)


@jit
def _may_skip(number: int) -> int:
    if False:
        return _double(number)
    return _next(number)


@jit
def _at(numbers: "np.ndarray[tuple[int], np.dtype[np.int64]]", index: int) -> int:
    return int(numbers[index])


@jit
def _first(numbers: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> int:
    return _at(numbers, 0)


def test_what_only_compiled_code_calls_gets_no_machine_code() -> None:
    assert _sum(3) == 7 + 6 + 14 + 16
    assert isinstance(_double, ThriftyDispatcher)
    assert isinstance(_next, ThriftyDispatcher)
    assert not _double.overloads
    assert not _next.overloads
    assert len(_sum.overloads) == 1  # type: ignore[attr-defined] # it is a dispatcher


def test_numbers_written_in_the_code_are_not_compiled_for_each() -> None:
    _sum(3)
    assert isinstance(_double, ThriftyDispatcher)
    assert len(_double._parts) == 1


def test_a_part_can_be_called_from_python_as_well() -> None:
    assert _sum(1) == 3 + 2 + 14 + 16
    assert _next(20) == 41
    assert int(count(np.uint64(7))) == 3


def test_a_part_that_is_called_later_only_is_linked_too() -> None:
    assert _may_skip(4) == 9


def test_a_wrong_type_is_refused_when_it_is_called_from_compiled_code() -> None:
    with pytest.raises(Exception, match="_at"):
        _first(5)  # type: ignore[arg-type] # that is the point
    assert _first(np.array([3, 4])) == 3


def test_running_what_is_compiled_loads_no_more_than_it_needs() -> None:
    """SciPy is what Numba loads to compile linear algebra: a third of a second."""
    subprocess.run([sys.executable, "-c", "from anden.game import Game; Game('london', 2, 1)"])
    assert subprocess.run([sys.executable, "-c", START_A_GAME]).returncode == 0
