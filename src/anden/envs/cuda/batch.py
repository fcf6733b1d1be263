"""Many games at once on the GPU."""

from typing import Any

import numpy as np

from anden.boards import Board, load_board
from anden.core import split_seed
from anden.envs.batch import Buffers, buffer_shapes, check_batch
from anden.envs.errors import EnvError
from anden.envs.spaces import observation_size
from anden.kernel import STATE

from .memory import allocate, tables_on_device
from .toolkit import cuda_module, glance_kernels, kernels, launch

THREADS = 128  # per block
GLANCERS = 32  # threads that share the glance of a game: a block, and on the device one warp


class CudaBatch:
    """As `anden.envs.Batch`, with everything on the GPU.

    `buffers` holds device arrays; PyTorch, CuPy and JAX read them in place (see `share`). Actions
    may be a device array of any of these, or a NumPy array.
    """

    def __init__(
        self,
        board: Board | str,
        players: int = 2,
        games: int = 1 << 16,
        *,
        seed: int = 0,
        reward: str = "margin",
        glance: bool = True,
        check: bool = True,
    ) -> None:
        """`glance` is as for `Batch`. `check` False leaves out the test that actions are legal:
        then they have to be.
        """
        self.board = board if isinstance(board, Board) else load_board(board)
        self.players = players
        self.games = games
        self.seed = seed
        self.reward = check_batch(self.board, players, games, seed, reward)
        self._is_checked = check
        self._cuda = cuda_module()
        self._tables = tables_on_device(self._cuda, self.board)
        shapes = buffer_shapes(self.board, players, games, glance=glance)
        self.buffers = Buffers(**{n: allocate(self._cuda, s, t) for n, (s, t) in shapes.items()})
        self.states = allocate(self._cuda, games, STATE)
        self.episodes = allocate(self._cuda, games, np.int64)
        self._illegal = self._cuda.to_device(np.full(1, games, np.int32))
        self._grid = (-(-games // THREADS), THREADS)
        self._glance_from = observation_size(self.board, players, glance=False) if glance else 0
        self.reset()

    def reset(self, seed: int | None = None) -> Buffers:
        """Deals new games, from the batch's seed or another."""
        if seed is not None:
            check_batch(self.board, self.players, self.games, seed, "margin")
            self.seed = seed
        buffers = self.buffers
        arrays: tuple[Any, ...] = (buffers.rewards, buffers.dones, buffers.totals)
        for array in arrays:
            array.copy_to_device(np.zeros(array.shape, array.dtype))
        launch(
            kernels().reset,
            self._grid,
            self._tables,
            self.states,
            self.players,
            *split_seed(self.seed),
            self.episodes,
            buffers.seats,
            buffers.masks,
            buffers.observations,
        )
        self._glance()
        return buffers

    def step(self, actions: Any) -> Buffers:
        """Plays one action in every game. An illegal one raises EnvError, and nothing changes."""
        chosen = self._on_device(actions)
        if chosen.shape != (self.games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise EnvError(f"actions must be {self.games} integers, one per game")
        buffers = self.buffers
        if self._is_checked:
            self._check_legal(chosen)
        launch(
            kernels().step,
            self._grid,
            self._tables,
            self.states,
            self.players,
            *split_seed(self.seed),
            self.reward,
            chosen,
            self.episodes,
            buffers.seats,
            buffers.masks,
            buffers.observations,
            buffers.rewards,
            buffers.dones,
            buffers.totals,
        )
        self._glance()
        return buffers

    def _glance(self) -> None:
        """Fills in what the seats to act work out of their positions."""
        if self._glance_from == 0:
            return
        shown = self._tables, self.states, self.buffers.observations, self._glance_from
        launch(glance_kernels().fill_glances, (self.games, GLANCERS), *shown)
        if self.board.longest_path:
            grid = (-(-self.games * self.players // THREADS), THREADS)
            launch(glance_kernels().fill_longest, grid, *shown)

    def _on_device(self, actions: Any) -> Any:
        if hasattr(actions, "__cuda_array_interface__"):
            return self._cuda.as_cuda_array(actions)
        return self._cuda.to_device(np.ascontiguousarray(actions))

    def _check_legal(self, actions: Any) -> None:
        launch(kernels().check, self._grid, self.buffers.masks, actions, self._illegal)
        game = int(self._illegal.copy_to_host()[0])
        if game < self.games:
            self._illegal.copy_to_device(np.full(1, self.games, np.int32))
            raise EnvError(f"the action of game {game} is not legal; choose where its mask is true")
