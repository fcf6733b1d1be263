"""Games of a learner against planners, on the CPU's cores."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from anden.boards import Board
from anden.boards.tables import build_tables
from anden.envs.batch import LOW_64
from anden.envs.spaces import num_actions, observation_size
from anden.kernel import NET, RESULT, SKETCH, STATE
from anden.kernel.hidden import hidden_size
from anden.strategy.desk import DESK
from anden.strategy.params import params_for
from anden.strategy.planner import THOROUGH

from .compiled import play_turns, start_games

CHUNKS = 2  # that a core takes in turn: games do not all take the same time
LUCK = np.uint64(0x5EED)  # by which planners choose among what is equal


def core_count(threads: int) -> int:
    """How many cores planners may use: one is left for the learner."""
    return threads or max(1, (os.cpu_count() or 2) - 1)


class RivalGames:
    """Rows show a learner's decisions only; planners have all other seats.

    Every deal is played once with the learner in each seat: game `g` is deal `g % deals`, and
    `seats[g]` is the learner's. A game that ends is dealt anew at once.
    """

    def __init__(self, board: Board, players: int, deals: int, seed: int, threads: int) -> None:
        games = deals * players
        self.players, self.deals, self.games = players, deals, games
        self._seeds = np.uint64(seed & LOW_64), np.uint64(seed >> 64)
        self._boards = np.array([build_tables(board)])
        self._params = params_for(self._boards[0])
        self.seats = (np.arange(games) // deals).astype(np.int8)
        self.masks = np.zeros((games, num_actions(board)), np.bool_)
        self.observations = np.zeros((games, observation_size(board, players)), np.int16)
        self.hiddens = np.zeros((games, hidden_size(len(board.tickets), players)), np.int16)
        self.rewards = np.zeros((games, players), np.float32)  # points scored since, by seat
        self.dones = np.zeros(games, np.bool_)
        self.totals = np.zeros((games, players), np.int16)
        self.episodes = np.zeros(games, np.int64)
        self._states = np.zeros(games, STATE)
        chunks = min(games, CHUNKS * threads)
        self._bounds = [games * chunk // chunks for chunk in range(chunks + 1)]
        self._results = np.zeros(chunks, RESULT)
        self._scratch = np.zeros(chunks, NET), np.zeros(chunks, SKETCH), np.zeros(chunks, DESK)
        self._moved = np.zeros((chunks, 2 * players), np.float32)
        self._pool = ThreadPoolExecutor(threads)
        self._share_out(self._start)

    def step(self, actions: np.ndarray) -> None:
        """Plays the learner's action in every game, and then the planners'."""
        self._actions = actions.astype(np.int32, copy=False)
        self._share_out(self._play)

    def close(self) -> None:
        self._pool.shutdown()

    def _share_out(self, work: Callable[[int], None]) -> None:
        for _ in self._pool.map(work, range(len(self._bounds) - 1)):
            pass

    def _start(self, chunk: int) -> None:
        start_games(
            self._boards,
            self._states,
            *self._scratch,
            self._moved,
            chunk,
            self.players,
            self.deals,
            *self._seeds,
            self._params,
            LUCK,
            THOROUGH,
            self._bounds[chunk],
            self._bounds[chunk + 1],
            self.masks,
            self.observations,
            self.hiddens,
        )

    def _play(self, chunk: int) -> None:
        play_turns(
            self._boards,
            self._states,
            self._results,
            *self._scratch,
            self._moved,
            chunk,
            self.players,
            self.deals,
            *self._seeds,
            self._params,
            LUCK,
            THOROUGH,
            self._bounds[chunk],
            self._bounds[chunk + 1],
            self._actions,
            self.episodes,
            self.masks,
            self.observations,
            self.hiddens,
            self.rewards,
            self.dones,
            self.totals,
        )
