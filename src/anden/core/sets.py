"""Sets kept as bits, read from Python."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import SupportsInt

_KEPT = 4096  # sets; most are asked for again: what somebody owns or may do changes little


def members(word: SupportsInt) -> tuple[int, ...]:
    """Indexes of the set bits, ascending."""
    return _members(int(word))


def members_of_words(words: Iterable[SupportsInt]) -> list[int]:
    """The same for a set of several words of 64 bits each, such as the kernel's legal actions."""
    return [
        64 * index + bit
        for index, word in enumerate(words)
        if (rest := int(word))
        for bit in _members(rest)
    ]


def is_member_of_words(words: Sequence[SupportsInt], number: int) -> bool:
    """Whether such a set has the number; any number will do."""
    return 0 <= number < 64 * len(words) and bool(int(words[number // 64]) >> number % 64 & 1)


@lru_cache(_KEPT)
def _members(word: int) -> tuple[int, ...]:
    found, rest = [], word
    while rest:
        low = rest & -rest
        found.append(low.bit_length() - 1)
        rest ^= low
    return tuple(found)
