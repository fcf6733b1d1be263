"""Whole games of uniformly random legal actions."""

import numpy as np
from numpy.typing import NDArray

from .bits import count, nth
from .chance import PLAYOUT_STREAM, below, chance
from .jit import inline, jit
from .layout import NO_SEAT, OVER, Board, Net, Result, State
from .legal import Words, legal_words
from .scoring import final_scores
from .setup import new_state
from .step import step

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_U27 = np.uint64(27)
_U30 = np.uint64(30)
_U31 = np.uint64(31)


@inline
def mix(counter: np.uint64) -> np.uint64:
    """SplitMix64: cheap bits for choices that need not be secret."""
    word = (counter ^ (counter >> _U30)) * _MIX1
    word = (word ^ (word >> _U27)) * _MIX2
    return word ^ (word >> _U31)


@inline
def nth_action(words: Words, n: int) -> int:
    """The n-th legal action in ascending order, counted from 0."""
    base = 0
    for word in words:
        here = count(word)
        if n < here:
            return base + nth(word, n)
        n -= here
        base += 64
    return -1


@inline
def count_actions(words: Words) -> int:
    total = 0
    for word in words:
        total += count(word)
    return total


@jit
def play_randomly(board: Board, state: State) -> int:
    """Plays the game to its end; returns how many actions that took.

    The choices follow from the seed alone. The rules bound every game (C23, C24).
    """
    luck = chance(state, PLAYOUT_STREAM, 0, 0)
    steps = 0
    while int(state["phase"]) != OVER:
        words = legal_words(board, state)
        luck = luck + _GOLDEN
        step(board, state, nth_action(words, below(mix(luck), count_actions(words))))
        steps += 1
    return steps


@jit
def simulate(
    board: Board,
    states: NDArray[np.void],
    results: NDArray[np.void],
    nets: NDArray[np.void],
    players: int,
    seed0: np.uint64,
    seed1: np.uint64,
    totals: NDArray[np.int16],
    steps: NDArray[np.int32],
) -> None:
    """Plays and scores one game for each row of `totals`; game i has seed (seed0 + i, seed1).

    `states`, `results` and `nets` are scratch of one record each.
    """
    for game in range(len(totals)):
        state: State = states[0]
        result: Result = results[0]
        net: Net = nets[0]
        new_state(board, state, players, seed0 + np.uint64(game), seed1, NO_SEAT)
        steps[game] = play_randomly(board, state)
        final_scores(board, state, result, net)
        for seat in range(players):
            totals[game, seat] = result["total"][seat]
