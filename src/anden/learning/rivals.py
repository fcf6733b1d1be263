"""Games of a learner against planners, on the CPU's cores."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from anden.boards import Board
from anden.core import split_seed
from anden.core.game_core import tables_array
from anden.envs.spaces import num_actions, observation_size
from anden.kernel import STATE
from anden.kernel.hidden import hidden_size

from .compiled.rival_games import SERIES, RivalRows, play_turns, start_games
from .compiled.tools import make_tools

CHUNKS = 2  # that a core takes in turn: games do not all take the same time


def core_count(threads: int) -> int:
    """How many cores planners may use: one is left for the learner."""
    return threads or max(1, (os.cpu_count() or 2) - 1)


def make_rows(board: Board, players: int, games: int) -> RivalRows:
    return RivalRows(
        masks=np.zeros((games, num_actions(board)), np.bool_),
        observations=np.zeros((games, observation_size(board, players)), np.int16),
        hiddens=np.zeros((games, hidden_size(len(board.tickets), players)), np.int16),
        rewards=np.zeros((games, players), np.float32),
        dones=np.zeros(games, np.bool_),
        totals=np.zeros((games, players), np.int16),
        episodes=np.zeros(games, np.int64),
    )


class RivalGames:
    """Rows show a learner's decisions only; planners have all other seats.

    Every deal is played once with the learner in each seat: game `g` is deal `g % deals`, and
    `seats[g]` is the learner's. A game that ends is dealt anew at once.
    """

    def __init__(self, board: Board, players: int, deals: int, seed: int, threads: int) -> None:
        self.games = games = deals * players
        self.seats = (np.arange(games) // deals).astype(np.int8)
        self.rows = make_rows(board, players, games)
        series = np.zeros(1, SERIES)
        series["seed"], series["deals"], series["players"] = split_seed(seed), deals, players
        chunks = min(games, CHUNKS * threads)
        self._bounds = [games * chunk // chunks for chunk in range(chunks + 1)]
        tables = tables_array(board)
        moved = np.zeros((chunks, 2 * players), np.float32)
        states, tools = np.zeros(games, STATE), make_tools(tables[0], chunks)
        self._records: tuple[Any, Any, Any, Any, Any] = tables, states, series, tools, moved
        self._actions = np.zeros(games, np.int32)
        self._pool = ThreadPoolExecutor(threads)
        self._share_out(self._start)

    def step(self, actions: np.ndarray) -> None:
        """Plays the learner's action in every game, and then the planners'."""
        self._actions = actions.astype(np.int32, copy=False)
        self._share_out(self._play)

    def close(self) -> None:
        self._pool.shutdown()

    def _share_out(self, work: Callable[[int, int, int], None]) -> None:
        chunks = range(len(self._bounds) - 1)
        for _ in self._pool.map(work, chunks, self._bounds, self._bounds[1:]):
            pass

    def _start(self, chunk: int, start: int, stop: int) -> None:
        start_games(*self._records, chunk, start, stop, self.rows)

    def _play(self, chunk: int, start: int, stop: int) -> None:
        play_turns(*self._records, chunk, start, stop, self.rows, self._actions)
