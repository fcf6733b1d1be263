"""Whole games of random legal actions, uniformly or by a table of weights."""

import numpy as np
from numpy.typing import NDArray

from anden.machine.jit import inline, jit

from .actions import NUM_WORDS
from .bits import ZERO, count, lowest, nth, without_lowest
from .chance import GOLDEN, PLAYOUT_STREAM, below, chance, mix, series_seed
from .ids import ActionId
from .layout import NO_SEAT, OVER, Net, Records, Result, State, Tables
from .legal import Words, legal_words
from .scoring import final_scores
from .setup import new_state
from .step import step


@inline
def count_actions(words: Words) -> int:
    total = 0
    for word in words:
        total += count(word)
    return total


@inline
def nth_action(words: Words, n: int) -> ActionId:
    """The n-th legal action in ascending order, counted from 0; there must be more than n."""
    base = 0
    for word in words:
        here = count(word)
        if n < here:
            return base + nth(word, n)
        n -= here
        base += 64
    return -1


@inline
def random_action(words: Words, luck: np.uint64) -> ActionId:
    return nth_action(words, below(luck, count_actions(words)))


@inline
def choose(words: Words, weights: NDArray[np.uint16], luck: np.uint64) -> ActionId:
    """A legal action by its weight; no weights at all choose uniformly."""
    if len(weights) == 0:
        return random_action(words, luck)
    return weighted_action(words, weights, luck)


@jit
def weighted_action(words: Words, weights: NDArray[np.uint16], luck: np.uint64) -> ActionId:
    """A legal action by its weight; where no legal one has any, all are equally likely."""
    total = _total_weight(words, weights)
    if total == 0:
        return random_action(words, luck)
    return _action_at(words, weights, below(luck, total))


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
def _action_at(words: Words, weights: NDArray[np.uint16], place: int) -> ActionId:
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
def play_out(tables: Tables, state: State, weights: NDArray[np.uint16]) -> int:
    """Plays the game to its end by `choose`; returns how many actions that took.

    The choices follow from the seed alone. The rules bound every game (C23, C24).
    """
    luck = chance(state, PLAYOUT_STREAM, 0, 0)
    steps = 0
    while int(state["phase"]) != OVER:
        luck = luck + GOLDEN
        step(tables, state, choose(legal_words(tables, state), weights, mix(luck)))
        steps += 1
    return steps


@inline
def play_and_score(
    tables: Tables,
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
    new_state(tables, state, players, seed0, seed1, NO_SEAT)
    steps = play_out(tables, state, weights)
    final_scores(tables, state, result, net)
    for seat in range(players):
        totals[seat] = result["total"][seat]
    return steps


@jit
def play_series(
    tables: Tables,
    states: Records,
    results: Records,
    nets: Records,
    players: int,
    seed0: np.uint64,
    seed1: np.uint64,
    first: int,
    weights: NDArray[np.uint16],
    totals: NDArray[np.int16],
    steps: NDArray[np.int32],
) -> None:
    """Plays and scores games `first` and up of a series, one for each row of `totals`.

    `states`, `results` and `nets` are scratch of one record each.
    """
    for game in range(len(totals)):
        steps[game] = play_and_score(
            tables,
            states[0],
            results[0],
            nets[0],
            players,
            series_seed(seed0, np.uint64(first + game)),
            seed1,
            weights,
            totals[game],
        )
