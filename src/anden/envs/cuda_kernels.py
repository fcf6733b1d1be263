"""The CUDA kernels: thin loops around the rules, one thread a game.

Import this module through `cuda.cuda_module`, which says what is missing where it can't be.
"""

from typing import Any

import numpy as np
from numba import cuda, from_dtype
from numba.core import config

from anden.kernel import NET, RESULT, STATE
from anden.kernel.batch import deal, look, step_game
from anden.kernel.chance import series_seed
from anden.kernel.playout import play_and_score

state_type, result_type, net_type = from_dtype(STATE), from_dtype(RESULT), from_dtype(NET)

# 64 registers let twice as many threads run at once; the simulator knows no registers.
registers = {} if config.ENABLE_CUDASIM else {"max_registers": 64}


@cuda.jit(**registers)
def playouts(
    boards: Any,
    players: Any,
    seed0: Any,
    seed1: Any,
    first: Any,
    weights: Any,
    totals: Any,
    steps: Any,
) -> None:
    # Local memory is interleaved by thread: neighbours read neighbouring words.
    states = cuda.local.array(1, state_type)
    results = cuda.local.array(1, result_type)
    nets = cuda.local.array(1, net_type)
    for game in range(cuda.grid(1), len(totals), cuda.gridsize(1)):
        steps[game] = play_and_score(
            boards[0],
            states[0],
            results[0],
            nets[0],
            players,
            series_seed(seed0, np.uint64(first + game)),
            seed1,
            weights,
            totals[game],
        )


@cuda.jit
def reset(
    boards: Any,
    states: Any,
    players: Any,
    seed0: Any,
    seed1: Any,
    episodes: Any,
    seats: Any,
    masks: Any,
    observations: Any,
) -> None:
    game = cuda.grid(1)
    if game < len(states):
        episodes[game] = 0
        deal(boards[0], states[game], game, len(states), 0, players, seed0, seed1)
        seats[game] = states[game]["seat"]
        look(boards[0], states[game], masks[game], observations[game])


@cuda.jit
def check(masks: Any, actions: Any, illegal: Any) -> None:
    game = cuda.grid(1)
    if game < len(masks):
        action = actions[game]
        if action < 0 or action >= masks.shape[1] or not masks[game, action]:
            cuda.atomic.min(illegal, 0, game)


@cuda.jit
def step(
    boards: Any,
    states: Any,
    players: Any,
    seed0: Any,
    seed1: Any,
    kind: Any,
    actions: Any,
    episodes: Any,
    seats: Any,
    masks: Any,
    observations: Any,
    rewards: Any,
    dones: Any,
    totals: Any,
) -> None:
    results = cuda.local.array(1, result_type)
    nets = cuda.local.array(1, net_type)
    game = cuda.grid(1)
    if game < len(states):
        state = states[game]
        is_over = step_game(
            boards[0], state, results[0], nets[0], int(actions[game]), kind, rewards[game]
        )
        dones[game] = is_over
        if is_over:
            for seat in range(players):
                totals[game, seat] = results[0]["total"][seat]
            episodes[game] += 1
            episode = int(episodes[game])
            deal(boards[0], state, game, len(states), episode, players, seed0, seed1)
        seats[game] = state["seat"]
        look(boards[0], state, masks[game], observations[game])
