"""Whole games on the GPU."""

from typing import Any

import numpy as np
from numba.core import config
from numpy.typing import NDArray

from anden.boards import Board, load_board
from anden.core import split_seed
from anden.envs.batch import check_batch
from anden.envs.errors import EnvError
from anden.kernel import STATE
from anden.kernel.actions import MAX_ACTIONS

from .memory import allocate, tables_on_device
from .toolkit import cuda_module, kernels, launch

# Playouts run best with few threads: their records then stay in the nearest cache.
PLAYOUT_THREADS = 512  # per block
PLAYOUT_BLOCKS = 1  # per multiprocessor
UNIFORM = np.zeros(0, np.uint16)


class CudaPlayouts:
    """Whole games in one launch: uniformly random, or by a table of action weights."""

    def __init__(self, board: Board | str, players: int, games: int) -> None:
        """`games` is how many one launch plays."""
        self.board = board if isinstance(board, Board) else load_board(board)
        check_batch(self.board, players, games, 0, "margin")
        self._cuda = cuda_module()
        self.players = players
        self.games = games
        self._tables = tables_on_device(self._cuda, self.board)
        self.totals = allocate(self._cuda, (games, players), np.int16)
        self.steps = allocate(self._cuda, games, np.int32)
        self._blocks = min(-(-games // PLAYOUT_THREADS), PLAYOUT_BLOCKS * _processors(self._cuda))
        places = 2 * PLAYOUT_THREADS * self._blocks
        self._counter = allocate(self._cuda, 1, np.int64)
        self._finals = allocate(self._cuda, places, STATE)
        self._numbers = allocate(self._cuda, places, np.int64)

    def launch(self, seed: int = 0, first: int = 0, weights: NDArray[np.uint16] = UNIFORM) -> None:
        """Plays games `first` and up of a seed's series into `totals` and `steps`."""
        if len(weights) not in (0, MAX_ACTIONS):
            raise EnvError(f"a policy table has {MAX_ACTIONS} weights, one per action id")
        self._counter.copy_to_device(np.zeros(1, np.int64))
        launch(
            kernels().playouts,
            (self._blocks, PLAYOUT_THREADS),
            self._tables,
            self.players,
            *split_seed(seed),
            first,
            self._cuda.to_device(np.asarray(weights, np.uint16)),
            self._counter,
            self._finals,
            self._numbers,
            self.totals,
            self.steps,
        )

    def results(self) -> tuple[NDArray[np.int16], NDArray[np.int32]]:
        """Scores and lengths of the last launch, copied to the host."""
        return self.totals.copy_to_host(), self.steps.copy_to_host()


def _processors(cuda: Any) -> int:
    """How many multiprocessors the GPU has; the simulator has one."""
    return 1 if config.ENABLE_CUDASIM else int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
