"""Numbers that follow from a bot's seed and the point in the game, and from nothing else."""

from typing import Any

import numpy as np

from anden.core import split_seed
from anden.kernel.chance import GOLDEN, mix


def luck_of(seed: int) -> np.uint64:
    """A word that is the same for the whole game."""
    return np.uint64(mix(split_seed(seed)[0]))


def luck_at(seed: int, record: Any) -> np.uint64:
    """A word for one decision."""
    place = np.uint64(8 * int(record["turn"]) + int(record["phase"]) + 1)
    with np.errstate(over="ignore"):
        return np.uint64(mix(luck_of(seed) + place * GOLDEN))
