"""Sets as 64-bit words: of routes (two words), cities, tickets, actions."""

import numpy as np

from .jit import inline

ZERO = np.uint64(0)
ONE = np.uint64(1)
_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
_SUM = np.uint64(0x0101010101010101)
_U1 = np.uint64(1)
_U2 = np.uint64(2)
_U4 = np.uint64(4)
_U56 = np.uint64(56)


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
    """How many bits are set. LLVM turns this form into one instruction."""
    word = word - ((word >> _U1) & _PAIRS)
    word = (word & _FOURS) + ((word >> _U2) & _FOURS)
    word = (word + (word >> _U4)) & _BYTES
    return int(np.int64((word * _SUM) >> _U56))


@inline
def lowest(word: np.uint64) -> int:
    """Index of the lowest set bit; the word must not be empty."""
    return count(~word & (word - ONE))


@inline
def without_lowest(word: np.uint64) -> np.uint64:
    return word & (word - ONE)


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
