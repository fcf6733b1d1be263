"""Seeds of games: numbers of 128 bits, which the rules take as two words."""

import numpy as np

from anden.kernel.chance import series_seed

SEED_BITS = 128
_LOW_64 = (1 << 64) - 1


def is_seed(number: int) -> bool:
    return 0 <= number < 1 << SEED_BITS


def split_seed(seed: int) -> tuple[np.uint64, np.uint64]:
    """The low and the high word."""
    return np.uint64(seed & _LOW_64), np.uint64(seed >> 64)


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number`, counted from 0, of a series: `Game` deals the same with it."""
    low, high = split_seed(seed)
    return int(series_seed(low, np.uint64(number))) | int(high) << 64
