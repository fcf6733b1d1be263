"""Whole games of random legal actions, uniformly or by a table of weights."""

import numpy as np
from numpy.typing import NDArray

from .actions import NUM_WORDS
from .bits import ZERO, count, lowest, nth, without_lowest
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


@inline
def choose(words: Words, weights: NDArray[np.uint16], luck: np.uint64) -> int:
    """A legal action by its weight; no weights at all, or none for a legal action, are equal."""
    total = 0
    if len(weights) > 0:
        total = _total_weight(words, weights)
    if total == 0:
        return nth_action(words, below(luck, count_actions(words)))
    return _weighted_action(words, weights, below(luck, total))


@jit
def _total_weight(words: Words, weights: NDArray[np.uint16]) -> int:
    total = 0
    for index in range(NUM_WORDS):
        rest = words[index]
        while rest != ZERO:
            total += int(weights[64 * index + lowest(rest)])
            rest = without_lowest(rest)
    return total


@jit
def _weighted_action(words: Words, weights: NDArray[np.uint16], place: int) -> int:
    """The action in which a place among all weights, laid end to end, falls."""
    for index in range(NUM_WORDS):
        rest = words[index]
        while rest != ZERO:
            action = 64 * index + lowest(rest)
            place -= int(weights[action])
            if place < 0:
                return action
            rest = without_lowest(rest)
    return -1


@jit
def play_out(board: Board, state: State, weights: NDArray[np.uint16]) -> int:
    """Plays the game to its end by chance; returns how many actions that took.

    The choices follow from the seed and the weights alone. The rules bound every game (C23, C24).
    """
    luck = chance(state, PLAYOUT_STREAM, 0, 0)
    steps = 0
    while int(state["phase"]) != OVER:
        luck = luck + _GOLDEN
        step(board, state, choose(legal_words(board, state), weights, mix(luck)))
        steps += 1
    return steps


@inline
def play_and_score(
    board: Board,
    state: State,
    result: Result,
    net: Net,
    players: int,
    seed0: np.uint64,
    seed1: np.uint64,
    weights: NDArray[np.uint16],
    totals: NDArray[np.int16],
) -> int:
    """One whole game into a row of totals; no weights at all play uniformly. Returns its length."""
    new_state(board, state, players, seed0, seed1, NO_SEAT)
    steps = play_out(board, state, weights)
    final_scores(board, state, result, net)
    for seat in range(players):
        totals[seat] = result["total"][seat]
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
    weights: NDArray[np.uint16],
    totals: NDArray[np.int16],
    steps: NDArray[np.int32],
) -> None:
    """Plays and scores one game for each row of `totals`; game i has seed (seed0 + i, seed1).

    `states`, `results` and `nets` are scratch of one record each.
    """
    for game in range(len(totals)):
        steps[game] = play_and_score(
            board,
            states[0],
            results[0],
            nets[0],
            players,
            seed0 + np.uint64(game),
            seed1,
            weights,
            totals[game],
        )
