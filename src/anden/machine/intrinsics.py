"""What the rules ask of the machine itself, which compilers don't all find on their own.

Each has a plain Python form, for interpreted runs and while another process still compiles.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.core.cpu import CPUContext
from numba.core.extending import _Intrinsic

from .jit import IS_INTERPRETED


def _count_ones(typing: Any, word: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), emit


def _trailing_zeros(typing: Any, word: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        of_zero = context.get_constant(types.boolean, False)  # it is defined: 64
        return builder.cttz(arguments[0], of_zero)

    return types.int64(types.uint64), emit


def _apart(typing: Any) -> Any:
    def mark(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if not isinstance(context, CPUContext):
            builder.function.attributes.discard("alwaysinline")
            builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), mark


def _count_ones_in_python(word: np.uint64) -> int:
    return int(word).bit_count()


def _trailing_zeros_in_python(word: np.uint64) -> int:
    number = int(word)
    return (number & -number).bit_length() - 1 if number else 64


def _nothing() -> None:
    pass


class _Instruction(_Intrinsic):  # type: ignore[misc] # Numba is untyped here
    """Numba's intrinsic, which Python can call too."""

    in_python: Any

    def __call__(self, *args: Any) -> Any:
        return self.in_python(*args)


def _choose(compiled: Any, interpreted: Any) -> Any:
    if IS_INTERPRETED:
        return interpreted
    instruction = _Instruction(compiled.__name__, compiled)
    instruction.in_python = interpreted
    instruction._register()
    return instruction


count_ones: Callable[[np.uint64], int] = _choose(_count_ones, _count_ones_in_python)

trailing_zeros: Callable[[np.uint64], int] = _choose(_trailing_zeros, _trailing_zeros_in_python)

# Called first in a function, this has a GPU call it instead of inlining it at every use. Its
# instruction caches are small: playouts wait for code more than for anything else.
apart: Callable[[], None] = _choose(_apart, _nothing)
