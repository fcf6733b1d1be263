"""Numbers that follow from a bot's seed and the point in the game, and from nothing else."""

from typing import Any

import numpy as np

from anden.kernel.chance import GOLDEN, mix

_LOW_64 = (1 << 64) - 1


def luck_of(seed: int) -> np.uint64:
    """A word that is the same for the whole game."""
    return np.uint64(mix(np.uint64(seed & _LOW_64)))


def luck_at(seed: int, record: Any) -> np.uint64:
    """A word for one decision."""
    place = np.uint64(8 * int(record["turn"]) + int(record["phase"]) + 1)
    with np.errstate(over="ignore"):
        return np.uint64(mix(luck_of(seed) + place * GOLDEN))
