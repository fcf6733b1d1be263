"""Sets kept as bits, read from Python."""

from collections.abc import Iterable, Iterator, Sequence
from typing import SupportsInt


def members(word: SupportsInt) -> Iterator[int]:
    """Indexes of the set bits, ascending."""
    rest = int(word)
    while rest:
        low = rest & -rest
        yield low.bit_length() - 1
        rest ^= low


def members_of_words(words: Iterable[SupportsInt]) -> list[int]:
    """The same for a set of several words of 64 bits each, such as the kernel's legal actions."""
    return [64 * index + bit for index, word in enumerate(words) for bit in members(word)]


def is_member_of_words(words: Sequence[SupportsInt], number: int) -> bool:
    """Whether such a set has the number; any number will do."""
    return 0 <= number < 64 * len(words) and bool(int(words[number // 64]) >> number % 64 & 1)
