"""Keyed, counter-based chance: SipHash-2-4 of (stream, epoch, counter) under the game's seed.

The message is seven bytes (stream 1, epoch 3, counter 3, little-endian), so that it is a single
block and any SipHash library can check a game.

One word serves four draws. It is read as a binary fraction: times `limit`, the whole part is the
number drawn and the fractional part serves the next draw. Limits are at most 250, so four draws
use at most 32 of the 64 bits, and no number is likelier than another by more than 1 in 2**32.
"""

import numpy as np

from anden.machine.jit import inline

from .layout import State

DECK_STREAM = 0  # epoch: how often the discards were shuffled in
TICKET_STREAM = 1
LONG_TICKET_STREAM = 2
FIRST_SEAT_STREAM = 3
PLAYOUT_STREAM = 4

DRAWS_PER_WORD = 4

_INIT0 = np.uint64(0x736F6D6570736575)
_INIT1 = np.uint64(0x646F72616E646F6D)
_INIT2 = np.uint64(0x6C7967656E657261)
_INIT3 = np.uint64(0x7465646279746573)
_LENGTH = np.uint64(7 << 56)
_FINAL = np.uint64(0xFF)
_U8 = np.uint64(8)
_U32 = np.uint64(32)
_LOW_32 = np.uint64(0xFFFFFFFF)

GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # what a SplitMix64 counter goes up by
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_U27 = np.uint64(27)
_U30 = np.uint64(30)
_U31 = np.uint64(31)


@inline
def _rotate(word: np.uint64, by: int) -> np.uint64:
    return (word << np.uint64(by)) | (word >> np.uint64(64 - by))


@inline
def _round(
    v0: np.uint64, v1: np.uint64, v2: np.uint64, v3: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    v0 = v0 + v1
    v2 = v2 + v3
    v1 = _rotate(v1, 13) ^ v0
    v3 = _rotate(v3, 16) ^ v2
    v0 = _rotate(v0, 32)
    v2 = v2 + v1
    v0 = v0 + v3
    v1 = _rotate(v1, 17) ^ v2
    v3 = _rotate(v3, 21) ^ v0
    v2 = _rotate(v2, 32)
    return v0, v1, v2, v3


@inline
def siphash(key0: np.uint64, key1: np.uint64, message: np.uint64) -> np.uint64:
    """SipHash-2-4 of the low seven bytes of `message`."""
    block = message | _LENGTH
    v0 = key0 ^ _INIT0
    v1 = key1 ^ _INIT1
    v2 = key0 ^ _INIT2
    v3 = key1 ^ _INIT3 ^ block
    v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    v0 = v0 ^ block
    v2 = v2 ^ _FINAL
    v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


@inline
def chance(state: State, stream: int, epoch: int, counter: int) -> np.uint64:
    """64 random bits: the same for the same seed, stream, epoch and counter, for ever."""
    message = np.uint64(stream) | (np.uint64(epoch) << _U8) | (np.uint64(counter) << _U32)
    return siphash(state["seed"][0], state["seed"][1], message)


@inline
def draw_below(state: State, stream: int, epoch: int, draws: int, limit: int) -> int:
    """The number in 0..limit-1 for draw number `draws` of a stream; draws come in order."""
    if draws % DRAWS_PER_WORD == 0:
        luck = chance(state, stream, epoch, draws // DRAWS_PER_WORD)
    else:
        luck = state["luck"][stream]
    state["luck"][stream] = luck * np.uint64(limit)
    return below(luck, limit)


@inline
def below(word: np.uint64, limit: int) -> int:
    """A number in 0..limit-1: the whole part of `limit` times the word as a fraction."""
    number = np.uint64(limit)
    low = ((word & _LOW_32) * number) >> _U32
    return int(np.int64(((word >> _U32) * number + low) >> _U32))


@inline
def mix(counter: np.uint64) -> np.uint64:
    """SplitMix64: cheap bits for what need not be secret, such as a random player's choices."""
    word = (counter ^ (counter >> _U30)) * _MIX1
    word = (word ^ (word >> _U27)) * _MIX2
    return word ^ (word >> _U31)


@inline
def series_seed(seed0: np.uint64, number: np.uint64) -> np.uint64:
    """The low word of the seed of a game in a series: series of other seeds share no games."""
    return seed0 ^ mix(number)
