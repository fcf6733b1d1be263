"""Many games at once on the CPU's cores."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board, load_board
from anden.core import split_seed
from anden.core.game_core import tables_array
from anden.core.seeds import SEED_BITS, is_seed
from anden.kernel import NET, RESULT, SKETCH, STATE
from anden.kernel.batch import (
    REWARD_MARGIN,
    REWARD_POINTS,
    REWARD_WIN,
    reset_batch,
    step_batch,
)
from anden.machine.cores import usable_cores
from anden.machine.jit import IS_INTERPRETED

from .errors import EnvError
from .spaces import num_actions, observation_size

REWARDS = {"margin": REWARD_MARGIN, "win": REWARD_WIN, "points": REWARD_POINTS}
MIN_GAMES_PER_THREAD = 64  # below that, waking a thread costs more than it saves


@dataclass(frozen=True)
class Buffers:
    """What a batch writes, one row per game; a caller may hand in arrays of its own."""

    seats: NDArray[np.int8]  # to act
    masks: NDArray[np.bool_]  # legal actions
    observations: NDArray[np.int16]  # of the seat to act
    rewards: NDArray[np.float32]  # of every seat, for the last step
    dones: NDArray[np.bool_]  # the last step ended a game, and the row shows the next one
    totals: NDArray[np.int16]  # final scores of the last game that ended here


def buffer_shapes(
    board: Board, players: int, games: int, *, glance: bool = True
) -> dict[str, tuple[tuple[int, ...], type[np.generic]]]:
    return {
        "seats": ((games,), np.int8),
        "masks": ((games, num_actions(board)), np.bool_),
        "observations": ((games, observation_size(board, players, glance=glance)), np.int16),
        "rewards": ((games, players), np.float32),
        "dones": ((games,), np.bool_),
        "totals": ((games, players), np.int16),
    }


class Batch:
    """Games of one board stepped together; one that ends is redealt in the same step.

    After `reset` and after every `step`, `buffers` tells for each game which seat is to act, what
    it may do and what it knows; rewards, ends and totals belong to the step just made.
    """

    def __init__(
        self,
        board: Board | str,
        players: int = 2,
        games: int = 1024,
        *,
        seed: int = 0,
        reward: str = "margin",
        glance: bool = True,
        threads: int | None = None,
        buffers: Buffers | None = None,
    ) -> None:
        """`glance` False observes the position alone, several times as fast; `threads` None uses
        every core; `buffers` lets the caller own the arrays.
        """
        self.board = board if isinstance(board, Board) else load_board(board)
        self.players = players
        self.games = games
        self.seed = seed
        self.reward = check_batch(self.board, players, games, seed, reward)
        shapes = buffer_shapes(self.board, players, games, glance=glance)
        self.buffers = buffers or Buffers(**{n: np.zeros(s, t) for n, (s, t) in shapes.items()})
        _check_buffers(self.buffers, shapes)
        self.states = np.zeros(games, STATE)
        self.episodes = np.zeros(games, np.int64)
        # Interpreted rules hold Python's lock: more threads would only wait for each other.
        workers = 1 if IS_INTERPRETED else threads or usable_cores()
        workers = max(1, min(workers, games // MIN_GAMES_PER_THREAD))
        self._bounds = [games * worker // workers for worker in range(workers + 1)]
        self._results = np.zeros(workers, RESULT)
        self._nets = np.zeros(workers, NET)
        self._sketches = np.zeros(workers, SKETCH)
        self._pool = ThreadPoolExecutor(workers - 1) if workers > 1 else None
        self._tables = tables_array(self.board)[0]
        self._games_seen = np.arange(games)
        self.reset()

    def reset(self, seed: int | None = None) -> Buffers:
        """Deals new games, from the batch's seed or another."""
        if seed is not None:
            check_batch(self.board, self.players, self.games, seed, "margin")
            self.seed = seed
        self.buffers.rewards[:] = 0
        self.buffers.dones[:] = False
        self.buffers.totals[:] = 0
        self._share_out(self._reset_share)
        return self.buffers

    def step(self, actions: NDArray[np.integer[Any]]) -> Buffers:
        """Plays one action in every game. An illegal one raises EnvError, and nothing changes."""
        chosen = self.check_actions(actions)
        legal = self.are_legal(chosen)
        if not legal.all():
            game = int(np.flatnonzero(~legal)[0])
            raise EnvError(
                f"action {chosen[game]} is not legal in game {game}; choose where masks[{game}] "
                f"is true"
            )
        self._actions = chosen.astype(np.int32, copy=False)
        self._share_out(self._step_share)
        return self.buffers

    def check_actions(self, actions: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
        """The actions as an array; EnvError if they are not a whole number for each game."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise EnvError(f"actions must be {self.games} integers, one per game")
        return chosen

    def are_legal(self, actions: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
        """Which of the actions, one per game, may be played now."""
        inside = (actions >= 0) & (actions < self.buffers.masks.shape[1])
        legal: NDArray[np.bool_] = (
            inside & self.buffers.masks[self._games_seen, np.where(inside, actions, 0)]
        )
        return legal

    def close(self) -> None:
        """Ends the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _share_out(self, work: Any) -> None:
        """Each worker takes its share of the games; this thread is the last worker."""
        last = len(self._bounds) - 2
        waiting = [self._pool.submit(work, w) for w in range(last)] if self._pool else []
        work(last)
        for share in waiting:
            share.result()

    def _reset_share(self, worker: int) -> None:
        buffers = self.buffers
        reset_batch(
            self._tables,
            self.states,
            self._nets,
            self._sketches,
            worker,
            self.players,
            *split_seed(self.seed),
            self._bounds[worker],
            self._bounds[worker + 1],
            self.episodes,
            buffers.seats,
            buffers.masks,
            buffers.observations,
        )

    def _step_share(self, worker: int) -> None:
        buffers = self.buffers
        step_batch(
            self._tables,
            self.states,
            self._results,
            self._nets,
            self._sketches,
            worker,
            self.players,
            *split_seed(self.seed),
            self._bounds[worker],
            self._bounds[worker + 1],
            self.reward,
            self._actions,
            self.episodes,
            buffers.seats,
            buffers.masks,
            buffers.observations,
            buffers.rewards,
            buffers.dones,
            buffers.totals,
        )


def check_batch(board: Board, players: int, games: int, seed: int, reward: str) -> int:
    """The kernel's number for a reward, if everything asked for makes sense."""
    low, high = board.players.min, board.players.max
    if not low <= players <= high:
        raise EnvError(f"{board.id} is for {low} to {high} players, not {players}")
    if games < 1:
        raise EnvError(f"a batch has at least one game, not {games}")
    if not is_seed(seed):
        raise EnvError(f"the seed must be a number from 0 to 2**{SEED_BITS} - 1")
    if reward not in REWARDS:
        raise EnvError(f"no reward is called {reward!r}; choose {', '.join(REWARDS)}")
    return REWARDS[reward]


def _check_buffers(
    buffers: Buffers, shapes: dict[str, tuple[tuple[int, ...], type[np.generic]]]
) -> None:
    for field in fields(buffers):
        array = getattr(buffers, field.name)
        shape, kind = shapes[field.name]
        if array.shape != shape or array.dtype != kind or not array.flags.c_contiguous:
            raise EnvError(
                f"{field.name} must be a contiguous array of {np.dtype(kind)} with shape {shape}, "
                f"not {array.dtype} {array.shape}"
            )
