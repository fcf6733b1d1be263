"""Seeds of games: numbers of 128 bits, which the rules take as two words."""

import hashlib

import numpy as np
from numpy.typing import NDArray

from anden.kernel.chance import series_seed

SEED_BITS = 128
_LOW_64 = (1 << 64) - 1


def is_seed(number: int) -> bool:
    return 0 <= number < 1 << SEED_BITS


def split_seed(seed: int) -> tuple[np.uint64, np.uint64]:
    """The low and the high word."""
    return np.uint64(seed & _LOW_64), np.uint64(seed >> 64)


def fresh_luck(seed: int, streams: int) -> NDArray[np.uint64]:
    """What each stream of chance draws from, until its next word, after a change to this seed."""
    words = [
        hashlib.sha256(seed.to_bytes(SEED_BITS // 8, "big") + bytes([stream])).digest()[:8]
        for stream in range(streams)
    ]
    return np.array([int.from_bytes(word, "big") for word in words], np.uint64)


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number`, counted from 0, of a series: `Game` deals the same with it."""
    low, high = split_seed(seed)
    return int(series_seed(low, np.uint64(number))) | int(high) << 64
