"""Chance for strategies: words that follow from a seed and the point in the game, as fractions.

Fractions are from 0 up to 1, without 1.
"""

import numpy as np

from anden.kernel.chance import GOLDEN, mix
from anden.kernel.layout import OVER, State
from anden.machine.jit import inline

NUM_PHASES = OVER + 1

# The highest bits of a word that are read, and how many numbers they can make.
_NOT_24, _RANGE_24 = np.uint64(64 - 24), float(1 << 24)
_NOT_32, _RANGE_32 = np.uint64(64 - 32), float(1 << 32)
_NOT_53, _RANGE_53 = np.uint64(64 - 53), float(1 << 53)


@inline
def luck_at(luck: np.uint64, state: State) -> np.uint64:
    """A word for one decision, made from the word for the whole game."""
    place = np.uint64(NUM_PHASES * int(state["turn"]) + int(state["phase"]) + 1)
    return mix(luck + place * GOLDEN)


@inline
def coarse_fraction(word: np.uint64) -> float:
    """By 24 bits, as fine as a float32."""
    return float(word >> _NOT_24) / _RANGE_24


@inline
def half_fraction(word: np.uint64) -> float:
    """By the upper 32 bits: the lower ones are left for something else."""
    return float(word >> _NOT_32) / _RANGE_32


@inline
def fine_fraction(word: np.uint64) -> float:
    """By 53 bits, as fine as a float64."""
    return float(word >> _NOT_53) / _RANGE_53
