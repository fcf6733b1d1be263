"""Many games stepped side by side, one after the other in each call; callers share them out."""

import numpy as np
from numpy.typing import NDArray

from anden.machine.jit import inline, jit

from .chance import series_seed
from .encode import encode
from .ids import ActionId, Seat
from .layout import NO_SEAT, OVER, Net, Records, Result, Sketch, State, Tables
from .legal import legal_mask
from .scoring import final_scores
from .setup import new_state
from .step import step

# Rewards, for every seat at every step.
REWARD_MARGIN = 0  # at the end: own total less the best of the others'
REWARD_WIN = 1  # at the end: 1 for the winner, 0 for a shared win, -1
REWARD_POINTS = 2  # points scored by the action, and at the end the rest of the total


@inline
def deal(
    tables: Tables,
    state: State,
    game: int,
    games: int,
    episode: int,
    players: int,
    seed0: np.uint64,
    seed1: np.uint64,
) -> None:
    """The game's next episode: no two games or episodes of a batch share a seed."""
    number = np.uint64(game) + np.uint64(games) * np.uint64(episode)
    new_state(tables, state, players, series_seed(seed0, number), seed1, NO_SEAT)


@inline
def reward(kind: int, result: Result, seat: Seat, players: int) -> int:
    """What the end of a game is worth to a seat, by REWARD_MARGIN or REWARD_WIN."""
    best = -32768
    winners = 0
    for other in range(players):
        winners += int(int(result["rank"][other]) == 1)
        if other != seat:
            best = max(best, int(result["total"][other]))
    if kind == REWARD_MARGIN:
        return int(result["total"][seat]) - best
    if int(result["rank"][seat]) != 1:
        return -1
    return int(winners == 1)


@inline
def play_action(
    tables: Tables, state: State, action: ActionId, kind: int, rewards: NDArray[np.float32]
) -> bool:
    """Plays a legal action and fills its rewards; returns whether that ended the game."""
    players = int(state["players"])
    for seat in range(players):
        rewards[seat] = -int(state["score"][seat]) if kind == REWARD_POINTS else 0
    step(tables, state, action)
    for seat in range(players):
        if kind == REWARD_POINTS:
            rewards[seat] += int(state["score"][seat])
    return int(state["phase"]) == OVER


@inline
def end_game(
    tables: Tables,
    state: State,
    result: Result,
    net: Net,
    kind: int,
    rewards: NDArray[np.float32],
) -> None:
    """Scores a game that is over, and adds what its end is worth to the rewards."""
    players = int(state["players"])
    final_scores(tables, state, result, net)
    for seat in range(players):
        if kind == REWARD_POINTS:
            rewards[seat] += int(result["total"][seat]) - int(state["score"][seat])
        else:
            rewards[seat] = reward(kind, result, seat, players)


@inline
def step_game(
    tables: Tables,
    state: State,
    result: Result,
    net: Net,
    action: ActionId,
    kind: int,
    rewards: NDArray[np.float32],
) -> bool:
    """Plays a legal action, fills the rewards, and returns whether that ended the game."""
    is_over = play_action(tables, state, action, kind, rewards)
    if is_over:
        end_game(tables, state, result, net, kind, rewards)
    return is_over


@inline
def look(
    tables: Tables,
    state: State,
    net: Net,
    sketch: Sketch,
    mask: NDArray[np.bool_],
    observation: NDArray[np.int16],
) -> None:
    """What the seat to act may do and know; `net` and `sketch` are scratch."""
    legal_mask(tables, state, mask)
    encode(tables, state, net, sketch, observation)


@jit
def reset_batch(
    tables: Tables,
    states: Records,
    nets: Records,
    sketches: Records,
    worker: int,
    players: int,
    seed0: np.uint64,
    seed1: np.uint64,
    start: int,
    stop: int,
    episodes: NDArray[np.int64],
    seats: NDArray[np.int8],
    masks: NDArray[np.bool_],
    observations: NDArray[np.int16],
) -> None:
    """Deals the first episode of games start..stop-1.

    `nets` and `sketches` are scratch, one of each for every worker.
    """
    for game in range(start, stop):
        state = states[game]
        episodes[game] = 0
        deal(tables, state, game, len(states), 0, players, seed0, seed1)
        seats[game] = state["seat"]
        look(tables, state, nets[worker], sketches[worker], masks[game], observations[game])


@jit
def step_batch(
    tables: Tables,
    states: Records,
    results: Records,
    nets: Records,
    sketches: Records,
    worker: int,
    players: int,
    seed0: np.uint64,
    seed1: np.uint64,
    start: int,
    stop: int,
    kind: int,
    actions: NDArray[np.int32],
    episodes: NDArray[np.int64],
    seats: NDArray[np.int8],
    masks: NDArray[np.bool_],
    observations: NDArray[np.int16],
    rewards: NDArray[np.float32],
    dones: NDArray[np.bool_],
    totals: NDArray[np.int16],
) -> None:
    """Plays one legal action in games start..stop-1; a game that ends is dealt anew at once.

    `results`, `nets` and `sketches` are scratch, one of each for every worker.
    """
    result = results[worker]
    for game in range(start, stop):
        state = states[game]
        is_over = step_game(
            tables, state, result, nets[worker], int(actions[game]), kind, rewards[game]
        )
        dones[game] = is_over
        if is_over:
            for seat in range(players):
                totals[game, seat] = result["total"][seat]
            episodes[game] += 1
            deal(tables, state, game, len(states), int(episodes[game]), players, seed0, seed1)
        seats[game] = state["seat"]
        look(tables, state, nets[worker], sketches[worker], masks[game], observations[game])
