"""The CUDA kernels: thin loops around the rules, one thread per game; `glances` has the rest.

Import this module through `toolkit.kernels`, which says what is missing where it can't be.
"""

from typing import Any

import numpy as np
from numba import cuda, from_dtype

from anden.kernel import NET, RESULT, STATE
from anden.kernel.batch import deal, end_game, play_action
from anden.kernel.bits import ZERO
from anden.kernel.chance import GOLDEN, PLAYOUT_STREAM, chance, mix, series_seed
from anden.kernel.encode import encode_position
from anden.kernel.layout import NO_SEAT, OVER, TURN
from anden.kernel.legal import legal_mask, legal_words
from anden.kernel.playout import choose
from anden.kernel.scoring import final_scores
from anden.kernel.setup import new_state
from anden.kernel.step import step as step_rules
from anden.machine.intrinsics import apart

state_type, result_type, net_type = from_dtype(STATE), from_dtype(RESULT), from_dtype(NET)

BEATS = 64  # steps between two looks at whose game is over


@cuda.jit
def playouts(
    tables_array: Any,
    players: Any,
    seed0: Any,
    seed1: Any,
    first: Any,
    weights: Any,
    counter: Any,
    finals: Any,
    numbers: Any,
    totals: Any,
    steps: Any,
) -> None:
    """Whole games. `finals` and `numbers` have two places for each thread of the grid.

    Threads run in step. All play in the beats; then those whose game is over put it down for
    scoring and deal the next. Scoring waits until every thread of the block has a game to score.
    """
    # Local memory is interleaved by thread: neighbours read neighbouring words.
    states = cuda.local.array(1, state_type)
    results = cuda.local.array(1, result_type)
    nets = cuda.local.array(1, net_type)
    put_down = cuda.shared.array(1, np.int32)
    tables, state, result = tables_array[0], states[0], results[0]
    thread = cuda.threadIdx.x
    threads = cuda.blockDim.x
    places = 2 * threads * cuda.blockIdx.x
    games = len(totals)
    game = -1
    length = 0
    luck = ZERO
    state["phase"] = OVER
    if thread == 0:
        put_down[0] = 0
    cuda.syncthreads()
    while True:
        if int(state["phase"]) == OVER and game < games:
            if game >= 0:
                steps[game] = length
                place = places + cuda.atomic.add(put_down, 0, 1)
                finals[place] = state
                numbers[place] = game
            game = cuda.atomic.add(counter, 0, 1)
            if game < games:
                seed = series_seed(seed0, np.uint64(first + game))
                new_state(tables, state, players, seed, seed1, NO_SEAT)
                luck = chance(state, PLAYOUT_STREAM, 0, 0)
                length = 0
        playing = cuda.syncthreads_count(np.int32(game < games))
        waiting = int(put_down[0])
        cuda.syncthreads()  # before anybody puts down another
        if waiting >= threads or playing == 0:
            if thread < waiting:
                place = places + waiting - 1 - thread
                final_scores(tables, finals[place], result, nets[0])
                for seat in range(players):
                    totals[numbers[place], seat] = result["total"][seat]
            cuda.syncthreads()
            waiting = max(0, waiting - threads)
            if thread == 0:
                put_down[0] = waiting
            cuda.syncthreads()
            if waiting == 0 and playing == 0:
                break
        for beat in range(BEATS):
            # Turns begin at even beats and continue at odd ones, so that neighbours decide alike.
            phase = int(state["phase"])
            if phase != OVER and (phase == TURN) == (beat % 2 == 0):
                luck = luck + GOLDEN
                step_rules(tables, state, choose(legal_words(tables, state), weights, mix(luck)))
                length += 1


@cuda.jit
def reset(
    tables_array: Any,
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
        deal(tables_array[0], states[game], game, len(states), 0, players, seed0, seed1)
        seats[game] = states[game]["seat"]
        legal_mask(tables_array[0], states[game], masks[game])
        encode_position(tables_array[0], states[game], observations[game])


@cuda.jit
def check(masks: Any, actions: Any, illegal: Any) -> None:
    game = cuda.grid(1)
    if game < len(masks):
        action = actions[game]
        if action < 0 or action >= masks.shape[1] or not masks[game, action]:
            cuda.atomic.min(illegal, 0, game)


@cuda.jit(device=True)
def finish(tables: Any, state: Any, kind: Any, rewards: Any, totals: Any) -> None:
    """Scores a game. Its scratch is filled with zeros at each call, so steps go without it."""
    apart()
    results = cuda.local.array(1, result_type)
    nets = cuda.local.array(1, net_type)
    end_game(tables, state, results[0], nets[0], kind, rewards)
    for seat in range(len(totals)):
        totals[seat] = results[0]["total"][seat]


@cuda.jit
def step(
    tables_array: Any,
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
    game = cuda.grid(1)
    if game < len(states):
        state = states[game]
        is_over = play_action(tables_array[0], state, int(actions[game]), kind, rewards[game])
        dones[game] = is_over
        if is_over:
            finish(tables_array[0], state, kind, rewards[game], totals[game])
            episodes[game] += 1
            episode = int(episodes[game])
            deal(tables_array[0], state, game, len(states), episode, players, seed0, seed1)
        seats[game] = state["seat"]
        legal_mask(tables_array[0], state, masks[game])
        encode_position(tables_array[0], state, observations[game])
