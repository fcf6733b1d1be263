"""Games of a learner against planners, on the CPU's cores."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board
from anden.core import split_seed
from anden.core.game_core import tables_array
from anden.envs.spaces import num_actions, observation_size
from anden.kernel import STATE
from anden.kernel.hidden import hidden_size
from anden.machine.cores import usable_cores

from .compiled.rival_games import SERIES, RivalRows, play_turns, start_games
from .compiled.tools import make_tools

CHUNKS = 2  # that a core takes in turn: games do not all take the same time


def core_count(threads: int) -> int:
    """How many cores planners may use: one is left for the learner."""
    return threads or max(1, usable_cores() - 1)


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


class RivalTables:
    """Games of one size. Rows show a learner's decisions only; planners have all other seats.

    Every deal is played once with the learner in each seat: game `g` is deal `g % deals`, and
    `seats[g]` is the learner's. A game that ends is dealt anew at once.
    """

    def __init__(self, board: Board, players: int, deals: int, seed: int, cores: int) -> None:
        self.players, self.deals = players, deals
        self.games = games = deals * players
        self.seats = (np.arange(games) // deals).astype(np.int8)
        self.rows = make_rows(board, players, games)
        series = np.zeros(1, SERIES)
        series["seed"], series["deals"], series["players"] = split_seed(seed), deals, players
        chunks = min(games, CHUNKS * cores)
        self._bounds = [games * chunk // chunks for chunk in range(chunks + 1)]
        tables = tables_array(board)
        moved = np.zeros((chunks, 2 * players), np.float32)
        states, tools = np.zeros(games, STATE), make_tools(tables[0], chunks)
        self._records: tuple[Any, Any, Any, Any, Any] = tables, states, series, tools, moved

    def starting(self) -> Iterator[Callable[[], None]]:
        """The work of dealing all games, in pieces."""
        for chunk, start, stop in self._chunks():
            yield partial(start_games, *self._records, chunk, start, stop, self.rows)

    def playing(self, actions: NDArray[np.int32]) -> Iterator[Callable[[], None]]:
        """The work of a step of all games, in pieces."""
        for chunk, start, stop in self._chunks():
            yield partial(play_turns, *self._records, chunk, start, stop, self.rows, actions)

    def _chunks(self) -> Iterator[tuple[int, int, int]]:
        return zip(range(len(self._bounds) - 1), self._bounds, self._bounds[1:], strict=False)


class RivalGames:
    """Tables of several sizes, one size after the other in every array over all games."""

    def __init__(
        self, board: Board, deals_by_size: Mapping[int, int], seed: int, threads: int
    ) -> None:
        sizes = deals_by_size.items()
        self.tables = [RivalTables(board, size, deals, seed, threads) for size, deals in sizes]
        self.seats = np.concatenate([tables.seats for tables in self.tables])
        self.games = len(self.seats)
        ends = np.cumsum([tables.games for tables in self.tables]).tolist()
        self.slices = [slice(start, stop) for start, stop in zip([0, *ends], ends, strict=False)]
        self._pool = ThreadPoolExecutor(threads)
        self._share_out([work for tables in self.tables for work in tables.starting()])

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """Plays the learner's action in every game, and then the planners'."""
        chosen = actions.astype(np.int32, copy=False)
        pieces = zip(self.tables, self.slices, strict=True)
        self._share_out([work for tables, some in pieces for work in tables.playing(chosen[some])])

    def close(self) -> None:
        self._pool.shutdown()

    def _share_out(self, pieces: list[Callable[[], None]]) -> None:
        for done in [self._pool.submit(piece) for piece in pieces]:
            done.result()
