"""The luck of a bot: a word that follows from its seed, and from nothing else."""

import numpy as np

from anden.core import split_seed
from anden.kernel.chance import mix


def luck_of(seed: int) -> np.uint64:
    """The same for the whole game; `anden.strategy.luck` makes others of it."""
    return np.uint64(mix(split_seed(seed)[0]))
