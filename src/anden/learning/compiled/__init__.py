"""Games of a learner against planners, and the planner's own games, by compiled code.

Kept in a folder of its own, so that nothing else makes it compile again; its cache lies inside
that of the strategies, which it contains.
"""

from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.kernel.batch import REWARD_POINTS, deal, end_game, look, play_action
from anden.kernel.encode import encode
from anden.kernel.hidden import encode_hidden
from anden.kernel.jit import Compiler
from anden.kernel.layout import NO_SEAT, OVER, Board, State
from anden.kernel.legal import legal_mask
from anden.kernel.scoring import final_scores
from anden.kernel.setup import new_state
from anden.kernel.step import step
from anden.strategy.desk import Desk
from anden.strategy.jit import CACHE
from anden.strategy.params import Params
from anden.strategy.planner import plan_action

Records: TypeAlias = NDArray[np.void]


def _compiler() -> Compiler:
    compiler = Compiler(Path(__file__).parent)
    if CACHE is not None and compiler.cache is not None:
        compiler.cache = CACHE / compiler.cache.name
        compiler.cache.mkdir(exist_ok=True)
    return compiler


jit = _compiler().jit

FULL = -1  # in place of a number of decisions: the rows do not suffice


@jit
def _rival_moves(
    board: Board,
    state: State,
    learner: int,
    params: Params,
    luck: np.uint64,
    orders: int,
    desk: Desk,
    rewards: NDArray[np.float32],
    moved: NDArray[np.float32],
) -> bool:
    """Planners play until the learner is to act, or the game ends; returns whether it did.

    Points are added to `rewards`; `moved` is scratch of the same size.
    """
    players = int(state["players"])
    while int(state["phase"]) != OVER and int(state["seat"]) != learner:
        desk["made"] = 0
        action = plan_action(board, state, params, luck, orders, desk)
        play_action(board, state, action, REWARD_POINTS, moved)
        for seat in range(players):
            rewards[seat] += moved[seat]
    return int(state["phase"]) == OVER


@jit
def _begin(
    board: Board,
    state: State,
    game: int,
    deals: int,
    episode: int,
    players: int,
    seed0: np.uint64,
    seed1: np.uint64,
    params: Params,
    luck: np.uint64,
    orders: int,
    desk: Desk,
    moved: NDArray[np.float32],
) -> None:
    """Deals the next episode, and planners play until the learner's first decision.

    Games share their deals by turns: game `g` has deal `g % deals`, the learner in seat
    `g // deals`. Nothing scored before the learner's first decision matters to it.
    """
    deal(board, state, game % deals, deals, episode, players, seed0, seed1)
    lost = moved[players:]
    _rival_moves(board, state, game // deals, params, luck, orders, desk, lost, moved)


@jit
def start_games(
    boards: Records,
    states: Records,
    nets: Records,
    sketches: Records,
    desks: Records,
    moved: NDArray[np.float32],
    worker: int,
    players: int,
    deals: int,
    seed0: np.uint64,
    seed1: np.uint64,
    params: Params,
    luck: np.uint64,
    orders: int,
    start: int,
    stop: int,
    masks: NDArray[np.bool_],
    observations: NDArray[np.int16],
    hiddens: NDArray[np.int16],
) -> None:
    """Deals games start..stop-1 and plays to the learner's first decision."""
    board, net, sketch = boards[0], nets[worker], sketches[worker]
    for game in range(start, stop):
        state = states[game]
        _begin(
            board,
            state,
            game,
            deals,
            0,
            players,
            seed0,
            seed1,
            params,
            luck,
            orders,
            desks[worker],
            moved[worker],
        )
        look(board, state, net, sketch, masks[game], observations[game])
        encode_hidden(board, state, sketch, hiddens[game])


@jit
def play_turns(
    boards: Records,
    states: Records,
    results: Records,
    nets: Records,
    sketches: Records,
    desks: Records,
    moved: NDArray[np.float32],
    worker: int,
    players: int,
    deals: int,
    seed0: np.uint64,
    seed1: np.uint64,
    params: Params,
    luck: np.uint64,
    orders: int,
    start: int,
    stop: int,
    actions: NDArray[np.int32],
    episodes: NDArray[np.int64],
    masks: NDArray[np.bool_],
    observations: NDArray[np.int16],
    hiddens: NDArray[np.int16],
    rewards: NDArray[np.float32],
    dones: NDArray[np.bool_],
    totals: NDArray[np.int16],
) -> None:
    """The learner's action in games start..stop-1, then planners until it is to act again.

    A game that ends is dealt anew at once. What is indexed by worker is scratch.
    """
    board, result, net = boards[0], results[worker], nets[worker]
    sketch, desk, scratch = sketches[worker], desks[worker], moved[worker]
    for game in range(start, stop):
        state = states[game]
        learner = game // deals
        play_action(board, state, int(actions[game]), REWARD_POINTS, rewards[game])
        is_over = _rival_moves(
            board, state, learner, params, luck, orders, desk, rewards[game], scratch
        )
        dones[game] = is_over
        if is_over:
            end_game(board, state, result, net, REWARD_POINTS, rewards[game])
            for seat in range(players):
                totals[game, seat] = result["total"][seat]
            episodes[game] += 1
            _begin(
                board,
                state,
                game,
                deals,
                int(episodes[game]),
                players,
                seed0,
                seed1,
                params,
                luck,
                orders,
                desk,
                scratch,
            )
        look(board, state, net, sketch, masks[game], observations[game])
        encode_hidden(board, state, sketch, hiddens[game])


@jit
def planner_game(
    boards: Records,
    states: Records,
    results: Records,
    nets: Records,
    sketches: Records,
    desks: Records,
    players: int,
    seed0: np.uint64,
    seed1: np.uint64,
    params: Params,
    luck: np.uint64,
    orders: int,
    at: int,
    seats: NDArray[np.int8],
    actions: NDArray[np.int16],
    masks: NDArray[np.bool_],
    observations: NDArray[np.int16],
    hiddens: NDArray[np.int16],
    totals: NDArray[np.int16],
) -> int:
    """A game between planners, its decisions written from row `at` on; how many, or FULL.

    `boards` to `desks` hold one record each. Every row has the final totals by seat, from the one
    that decides on.
    """
    board, state, desk = boards[0], states[0], desks[0]
    new_state(board, state, players, seed0, seed1, NO_SEAT)
    steps = 0
    while int(state["phase"]) != OVER:
        place = at + steps
        if place >= len(seats):
            return FULL
        desk["made"] = 0
        action = plan_action(board, state, params, luck, orders, desk)
        legal_mask(board, state, masks[place])
        encode(board, state, nets[0], sketches[0], observations[place])
        encode_hidden(board, state, sketches[0], hiddens[place])
        seats[place] = state["seat"]
        actions[place] = action
        step(board, state, action)
        steps += 1
    final_scores(board, state, results[0], nets[0])
    for place in range(at, at + steps):
        for other in range(players):
            seat = (int(seats[place]) + other) % players
            totals[place, other] = results[0]["total"][seat]
    return steps


@jit
def fill_hiddens(
    boards: Records, states: Records, sketches: Records, hiddens: NDArray[np.int16]
) -> None:
    """What is hidden from the seat to act, in every game; `sketches` is scratch of one."""
    for game in range(len(states)):
        encode_hidden(boards[0], states[game], sketches[0], hiddens[game])
