"""Games of a learner against planners, many side by side, and what is hidden in any games."""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.kernel.batch import REWARD_POINTS, deal, end_game, look, play_action
from anden.kernel.hidden import encode_hidden
from anden.kernel.ids import Seat
from anden.kernel.layout import OVER, Records, State, Tables
from anden.machine.jit import inline, jit

from .tools import Tools, plan

Series: TypeAlias = Any  # a SERIES record

# Which games there are. They share their deals by turns: game g has deal g % deals, the learner
# in seat g // deals.
SERIES = np.dtype([("seed", "u8", (2,)), ("deals", "i8"), ("players", "i8")], align=True)


class RivalRows(NamedTuple):
    """What the learner is shown and told: one element per game."""

    masks: NDArray[np.bool_]
    observations: NDArray[np.int16]
    hiddens: NDArray[np.int16]
    rewards: NDArray[np.float32]  # points scored since its last decision, by seat
    dones: NDArray[np.bool_]
    totals: NDArray[np.int16]
    episodes: NDArray[np.int64]


@inline
def _rivals_move(
    tables: Tables,
    state: State,
    learner: Seat,
    tools: Tools,
    rewards: NDArray[np.float32],
    moved: NDArray[np.float32],
) -> bool:
    """Planners play until the learner is to act, or the game ends; returns whether it did.

    Points are added to `rewards`; `moved` is scratch of the same size.
    """
    while int(state["phase"]) != OVER and int(state["seat"]) != learner:
        play_action(tables, state, plan(tables, state, tools), REWARD_POINTS, moved)
        for seat in range(int(state["players"])):
            rewards[seat] += moved[seat]
    return int(state["phase"]) == OVER


@jit
def _begin(
    tables: Tables,
    state: State,
    series: Series,
    game: int,
    episode: int,
    tools: Tools,
    moved: NDArray[np.float32],
) -> None:
    """Deals, and planners play until the learner's first decision.

    Nothing that is scored before it matters to the learner.
    """
    deals, players = int(series["deals"]), int(series["players"])
    seed0, seed1 = series["seed"][0], series["seed"][1]
    deal(tables, state, game % deals, deals, episode, players, seed0, seed1)
    _rivals_move(tables, state, game // deals, tools, moved[players:], moved)


@inline
def _show(tables: Tables, state: State, tools: Tools, game: int, rows: RivalRows) -> None:
    """What the learner is to decide on, and what is hidden from it."""
    sketch = tools["sketch"]
    look(tables, state, tools["net"], sketch, rows.masks[game], rows.observations[game])
    encode_hidden(tables, state, sketch, rows.hiddens[game])


@jit
def start_games(
    tables_array: Records,
    states: Records,
    series: Records,
    tools_array: Records,
    moved: NDArray[np.float32],
    worker: int,
    start: int,
    stop: int,
    rows: RivalRows,
) -> None:
    """Deals games start..stop-1 and plays to the learner's first decision."""
    tables, tools = tables_array[0], tools_array[worker]
    for game in range(start, stop):
        _begin(tables, states[game], series[0], game, 0, tools, moved[worker])
        _show(tables, states[game], tools, game, rows)


@jit
def play_turns(
    tables_array: Records,
    states: Records,
    series: Records,
    tools_array: Records,
    moved: NDArray[np.float32],
    worker: int,
    start: int,
    stop: int,
    rows: RivalRows,
    actions: NDArray[np.int32],
) -> None:
    """The learner's action in games start..stop-1, then planners until it is to act again.

    A game that ends is dealt anew at once. What is indexed by worker is scratch.
    """
    tables, tools, scratch = tables_array[0], tools_array[worker], moved[worker]
    result = tools["result"]
    for game in range(start, stop):
        state, rewards = states[game], rows.rewards[game]
        learner = game // int(series[0]["deals"])
        play_action(tables, state, int(actions[game]), REWARD_POINTS, rewards)
        is_over = _rivals_move(tables, state, learner, tools, rewards, scratch)
        rows.dones[game] = is_over
        if is_over:
            end_game(tables, state, result, tools["net"], REWARD_POINTS, rewards)
            for seat in range(int(series[0]["players"])):
                rows.totals[game, seat] = result["total"][seat]
            rows.episodes[game] += 1
            _begin(tables, state, series[0], game, int(rows.episodes[game]), tools, scratch)
        _show(tables, state, tools, game, rows)


@jit
def fill_hiddens(
    tables_array: Records, states: Records, sketches: Records, hiddens: NDArray[np.int16]
) -> None:
    """What is hidden from the seat to act, in every game; `sketches` is scratch of one."""
    for game in range(len(states)):
        encode_hidden(tables_array[0], states[game], sketches[0], hiddens[game])
