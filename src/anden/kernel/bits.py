"""Sets as 64-bit words: of routes (two words), cities, tickets, actions."""

import numpy as np

from anden.machine.intrinsics import count_ones, trailing_zeros
from anden.machine.jit import inline

ZERO = np.uint64(0)
ONE = np.uint64(1)


@inline
def bit(index: int) -> np.uint64:
    return ONE << np.uint64(index)


@inline
def has(word: np.uint64, index: int) -> bool:
    return bool((word >> np.uint64(index)) & ONE != ZERO)


@inline
def low_bits(count: int) -> np.uint64:
    """The lowest `count` bits set, for 0 <= count < 64."""
    return (ONE << np.uint64(count)) - ONE


@inline
def count(word: np.uint64) -> int:
    """How many bits are set."""
    return count_ones(word)


@inline
def lowest(word: np.uint64) -> int:
    """Index of the lowest set bit; 64 if there is none."""
    return trailing_zeros(word)


@inline
def without_lowest(word: np.uint64) -> np.uint64:
    return word & (word - ONE)


@inline
def next_route(low: np.uint64, high: np.uint64) -> tuple[int, np.uint64, np.uint64]:
    """The lowest route of a set that must not be empty, and the set without it.

    The one way to walk a set: `while low | high != ZERO: route, low, high = next_route(low, high)`.
    """
    if low != ZERO:
        return trailing_zeros(low), without_lowest(low), high
    return 64 + trailing_zeros(high), low, without_lowest(high)


@inline
def nth(word: np.uint64, n: int) -> int:
    """Index of the n-th set bit, counted from 0; the word must have more than n.

    Without branches: which half the bit is in can't be predicted.
    """
    index = 0
    for half in (32, 16, 8, 4, 2, 1):
        below = count(word & low_bits(half))
        is_above = int(n >= below)
        n -= below * is_above
        index += half * is_above
        word = word >> np.uint64(half * is_above)
    return index
