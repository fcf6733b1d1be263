"""Many games at once on an NVIDIA GPU, one thread a game, by the same rules source."""

import warnings
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from numba.core import config
from numpy.typing import NDArray

from anden.boards import Board, load_board
from anden.boards.tables import build_tables
from anden.kernel import BOARD, STATE
from anden.kernel.actions import MAX_ACTIONS

from .batch import LOW_64, Buffers, buffer_shapes, check_batch
from .errors import CudaError, EnvError

THREADS = 128  # per block of a batch
# Playouts run best with few threads: their records then stay in the nearest cache.
PLAYOUT_THREADS = 512  # per block
PLAYOUT_BLOCKS = 1  # per multiprocessor
UNIFORM = np.zeros(0, np.uint16)
INSTALL = "pip install 'anden[cuda]', or 'anden[cuda13]' for drivers from 580 on"


@cache
def cuda_module() -> Any:
    """Numba's CUDA target, ready to use; CudaError says what is missing."""
    if not hasattr(np, "row_stack"):
        # numba-cuda 0.30 still asks for it; NumPy 2.5 has dropped it.
        np.row_stack = np.vstack
    try:
        from numba import cuda
    except ImportError as error:
        raise CudaError(
            f"numba's CUDA support can't be imported ({error}); {INSTALL}; the CPU still works"
        ) from error
    if not cuda.is_available():
        why = _told(cuda.cuda_error() or "none was found")
        raise CudaError(
            f"no usable NVIDIA GPU: {why}. It takes a GPU, its driver, and {INSTALL}; "
            f"the CPU still works"
        )
    _try_out(cuda)
    return cuda


def _try_out(cuda: Any) -> None:
    """Compiles and runs a line: a toolkit that is missing or too new for the driver shows here."""

    @cuda.jit  # type: ignore[untyped-decorator] # Numba is untyped here
    def fill(numbers: Any) -> None:
        numbers[0] = 1

    try:
        with warnings.catch_warnings(action="ignore"):  # one thread leaves a GPU idle
            numbers = cuda.to_device(np.zeros(1, np.int32))
            fill[1, 1](numbers)
            numbers.copy_to_host()
    except Exception as error:
        raise CudaError(
            f"the NVIDIA GPU can't run our code: {_told(error)}. Update its driver, or install "
            f"what fits the driver: {INSTALL}; the CPU still works"
        ) from error


def _told(error: object) -> str:
    """What an error says, on one line."""
    return " ".join(str(error).split())[:300].rstrip(".:") or type(error).__name__


def _launch(kernel: Any, grid: tuple[int, int], *arguments: Any) -> None:
    try:
        kernel[grid](*arguments)
    except Exception as error:
        raise CudaError(
            f"the GPU could not start: {_told(error)}. If its memory is full, ask for fewer games "
            f"or end what else uses it; the CPU still works"
        ) from error


@cache
def _kernels() -> Any:
    """The module of kernels; each is compiled at its first launch."""
    cuda_module()
    from . import cuda_kernels

    return cuda_kernels


def _tables_on_device(cuda: Any, board: Board) -> Any:
    tables = np.zeros(1, BOARD)
    tables[0] = build_tables(board)
    return cuda.to_device(tables)


def _processors(cuda: Any) -> int:
    """How many multiprocessors the GPU has; the simulator has one."""
    return 1 if config.ENABLE_CUDASIM else int(cuda.get_current_device().MULTIPROCESSOR_COUNT)


def _seeds(seed: int) -> tuple[np.uint64, np.uint64]:
    return np.uint64(seed & LOW_64), np.uint64(seed >> 64)


def _allocate(cuda: Any, shape: Any, kind: Any) -> Any:
    try:
        return cuda.device_array(shape, kind)
    except Exception as error:
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        raise CudaError(
            f"the GPU has no room for {size / 2**20:,.0f} MiB more ({_told(error)}); "
            f"ask for fewer games"
        ) from error


class CudaPlayouts:
    """Whole games in one launch: uniformly random, or by a table of action weights."""

    def __init__(self, board: Board | str, players: int, games: int) -> None:
        """`games` is how many one launch plays."""
        self.board = board if isinstance(board, Board) else load_board(board)
        check_batch(self.board, players, games, 0, "margin")
        self._cuda = cuda_module()
        self.players = players
        self.games = games
        self._tables = _tables_on_device(self._cuda, self.board)
        self.totals = _allocate(self._cuda, (games, players), np.int16)
        self.steps = _allocate(self._cuda, games, np.int32)
        self._blocks = min(-(-games // PLAYOUT_THREADS), PLAYOUT_BLOCKS * _processors(self._cuda))
        places = 2 * PLAYOUT_THREADS * self._blocks
        self._counter = _allocate(self._cuda, 1, np.int64)
        self._finals = _allocate(self._cuda, places, STATE)
        self._numbers = _allocate(self._cuda, places, np.int64)

    def launch(self, seed: int = 0, first: int = 0, weights: NDArray[np.uint16] = UNIFORM) -> None:
        """Plays games `first` and up of a seed's series into `totals` and `steps`."""
        if len(weights) not in (0, MAX_ACTIONS):
            raise EnvError(f"a policy table has {MAX_ACTIONS} weights, one an action id")
        self._counter.copy_to_device(np.zeros(1, np.int64))
        _launch(
            _kernels().playouts,
            (self._blocks, PLAYOUT_THREADS),
            self._tables,
            self.players,
            *_seeds(seed),
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
        check: bool = True,
    ) -> None:
        """`check` False leaves out the test that actions are legal: then they have to be."""
        self.board = board if isinstance(board, Board) else load_board(board)
        self.players = players
        self.games = games
        self.seed = seed
        self.reward = check_batch(self.board, players, games, seed, reward)
        self._is_checked = check
        self._cuda = cuda_module()
        self._tables = _tables_on_device(self._cuda, self.board)
        shapes = buffer_shapes(self.board, players, games)
        self.buffers = Buffers(**{n: _allocate(self._cuda, s, t) for n, (s, t) in shapes.items()})
        self.states = _allocate(self._cuda, games, STATE)
        self.episodes = _allocate(self._cuda, games, np.int64)
        self._illegal = self._cuda.to_device(np.full(1, games, np.int32))
        self._grid = (-(-games // THREADS), THREADS)
        self.reset()

    def reset(self, seed: int | None = None) -> Buffers:
        """Deals every game anew, from the batch's seed or another."""
        if seed is not None:
            check_batch(self.board, self.players, self.games, seed, "margin")
            self.seed = seed
        buffers = self.buffers
        arrays: tuple[Any, ...] = (buffers.rewards, buffers.dones, buffers.totals)
        for array in arrays:
            array.copy_to_device(np.zeros(array.shape, array.dtype))
        _launch(
            _kernels().reset,
            self._grid,
            self._tables,
            self.states,
            self.players,
            *_seeds(self.seed),
            self.episodes,
            buffers.seats,
            buffers.masks,
            buffers.observations,
        )
        return buffers

    def step(self, actions: Any) -> Buffers:
        """Plays one action in every game. An illegal one raises EnvError, and nothing changes."""
        chosen = self._on_device(actions)
        if chosen.shape != (self.games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise EnvError(f"actions must be {self.games} integers, one a game")
        buffers = self.buffers
        if self._is_checked:
            self._check_legal(chosen)
        _launch(
            _kernels().step,
            self._grid,
            self._tables,
            self.states,
            self.players,
            *_seeds(self.seed),
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
        return buffers

    def _on_device(self, actions: Any) -> Any:
        if hasattr(actions, "__cuda_array_interface__"):
            return self._cuda.as_cuda_array(actions)
        return self._cuda.to_device(np.ascontiguousarray(actions))

    def _check_legal(self, actions: Any) -> None:
        _launch(_kernels().check, self._grid, self.buffers.masks, actions, self._illegal)
        game = int(self._illegal.copy_to_host()[0])
        if game < self.games:
            self._illegal.copy_to_device(np.full(1, self.games, np.int32))
            raise EnvError(f"the action of game {game} is not legal; choose where its mask is true")


def dlpack(array: Any) -> Any:
    """A device array for every library's `from_dlpack`, in place."""
    from cuda.core.utils import StridedMemoryView

    return StridedMemoryView(array, stream_ptr=-1)  # nothing waits: all is on the default stream


def share(array: Any, library: str) -> Any:
    """A device array as a tensor of "torch", "cupy" or "jax", by DLPack, without a copy."""
    modules = {"torch": "torch", "cupy": "cupy", "jax": "jax.dlpack"}
    if library not in modules:
        raise EnvError(f"no library is called {library!r}; choose torch, cupy or jax")
    return import_module(modules[library]).from_dlpack(dlpack(array))
