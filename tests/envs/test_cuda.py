"""The GPU's games are the CPU's: here in the CUDA simulator, on a real GPU by benchmarks/gpu.py.

The simulator runs every thread as Python, so these games are few.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import numba
import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from anden.boards import load_board
from anden.boards.tables import build_tables
from anden.cli.app import app
from anden.envs import Batch, CudaError, EnvError
from anden.envs.cuda import CudaBatch, cuda_module, share
from anden.envs.cuda.memory import allocate
from anden.envs.cuda.toolkit import launch
from anden.kernel import NET, RESULT, STATE
from anden.kernel.actions import MAX_ACTIONS
from anden.kernel.playout import play_series

SIMULATED = """
import json
import warnings

import numpy as np

warnings.simplefilter("ignore", RuntimeWarning)  # words that wrap, in the simulator's threads
import anden.envs.cuda as cuda
from anden.envs import EnvError
from anden.envs.cuda import batch as batch_module, playouts as playouts_module

batch_module.THREADS = batch_module.GLANCERS = playouts_module.PLAYOUT_THREADS = 2
# Threads then play several games each, and put them down for scoring.
playouts_module.PLAYOUT_BLOCKS = 1
weights = np.arange(320, dtype=np.uint16)
out = {}
for name, players in (("usa", 2), ("europe", 3), ("london", 4)):
    for kind, table in (("uniform", cuda.UNIFORM), ("table", weights)):
        playouts = cuda.CudaPlayouts(name, players, 7)
        playouts.launch(5, 4, table)
        totals, steps = playouts.results()
        out[f"{name} {kind}"] = [totals.tolist(), steps.tolist()]
    batch = cuda.CudaBatch(name, players, 2, seed=3, reward="points")
    rows = []
    for number in range(25):
        masks = np.asarray(batch.buffers.masks.copy_to_host())
        legal = [np.flatnonzero(mask) for mask in masks]
        actions = np.array([a[(5 * number + i) % len(a)] for i, a in enumerate(legal)])
        buffers = batch.step(actions)
        rows.append([np.asarray(getattr(buffers, part).copy_to_host()).astype(int).sum(-1).tolist()
                     for part in ("masks", "observations", "rewards")])
    out[f"{name} batch"] = rows
    first = np.flatnonzero(np.asarray(batch.buffers.masks.copy_to_host())[0])[0]
    try:
        batch.step(np.array([first, 9999]))
    except EnvError as error:
        out[f"{name} illegal"] = str(error)
print(json.dumps(out))
"""


@pytest.mark.compiled_only
def test_simulated_gpu_plays_the_same_games() -> None:
    run = subprocess.run(
        [sys.executable, "-c", SIMULATED],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    out = json.loads(run.stdout)
    for name, players in (("usa", 2), ("europe", 3), ("london", 4)):
        for kind in ("uniform", "table"):
            size = MAX_ACTIONS if kind == "table" else 0
            assert out[f"{name} {kind}"] == cpu_games(name, players, np.arange(size))
        assert out[f"{name} batch"] == cpu_batch(name, players)
        assert "game 1 is not legal" in out[f"{name} illegal"]


def cpu_games(name: str, players: int, weights: NDArray[np.int64]) -> list[object]:
    totals, steps = np.zeros((7, players), np.int16), np.zeros(7, np.int32)
    scratch = np.zeros(1, STATE), np.zeros(1, RESULT), np.zeros(1, NET)
    tables = build_tables(load_board(name))
    table = weights.astype(np.uint16)
    play_series(tables, *scratch, players, np.uint64(5), np.uint64(0), 4, table, totals, steps)
    return [totals.tolist(), steps.tolist()]


def cpu_batch(name: str, players: int) -> list[list[list[int]]]:
    batch = Batch(name, players, 2, seed=3, reward="points")
    rows = []
    for number in range(25):
        legal = [np.flatnonzero(mask) for mask in batch.buffers.masks]
        buffers = batch.step(np.array([a[(5 * number + i) % len(a)] for i, a in enumerate(legal)]))
        parts = (buffers.masks, buffers.observations, buffers.rewards)
        rows.append([part.astype(int).sum(-1).tolist() for part in parts])
    return rows


def has_gpu() -> bool:
    try:
        cuda_module()
    except CudaError:
        return False
    return True


@pytest.mark.skipif(has_gpu(), reason="this machine has a GPU")
def test_without_a_gpu_the_error_says_what_to_do() -> None:
    with pytest.raises(CudaError, match=r"no usable NVIDIA GPU.*the CPU still works"):
        CudaBatch("usa")


class BrokenCuda:
    """A GPU that is there, whose driver refuses everything."""

    def __init__(self, refusal: str) -> None:
        self.error = RuntimeError(refusal)

    def is_available(self) -> bool:
        return True

    def jit(self, function: object) -> object:
        return function

    def to_device(self, array: object) -> object:
        raise self.error

    def device_array(self, shape: object, kind: object) -> object:
        raise self.error


@pytest.fixture
def fresh_module() -> Iterator[None]:
    """The search for a GPU starts over, before the test and after it."""
    cuda_module.cache_clear()
    yield
    cuda_module.cache_clear()


@pytest.mark.usefixtures("fresh_module")
def test_a_toolkit_too_new_for_the_driver_is_named_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refusal = "Call to cuLinkAddData results in\nCUDA_ERROR_UNSUPPORTED_PTX_VERSION"
    monkeypatch.setattr(numba, "cuda", BrokenCuda(refusal), raising=False)
    monkeypatch.setitem(sys.modules, "numba.cuda", numba.cuda)
    with pytest.raises(CudaError) as told:
        CudaBatch("usa")
    assert "results in CUDA_ERROR_UNSUPPORTED_PTX_VERSION. Update its driver" in str(told.value)
    assert "anden[cuda13]" in str(told.value)


@pytest.mark.usefixtures("fresh_module")
def test_missing_cuda_support_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(numba, "cuda", raising=False)
    monkeypatch.setitem(sys.modules, "numba.cuda", None)
    with pytest.raises(CudaError, match=r"pip install 'anden\[cuda\]'.*the CPU still works"):
        cuda_module()


def test_too_little_memory_says_how_much_was_asked_for() -> None:
    cuda = BrokenCuda("CUDA_ERROR_OUT_OF_MEMORY")
    with pytest.raises(CudaError, match=r"no room for 1,280 MiB more.*fewer games"):
        allocate(cuda, (1 << 20, 640), np.int16)


def test_a_launch_that_fails_is_one_clear_error() -> None:
    class Kernel:
        def __getitem__(self, grid: tuple[int, int]) -> object:
            raise RuntimeError("CUDA_ERROR_OUT_OF_MEMORY")

    with pytest.raises(CudaError, match=r"could not start: CUDA_ERROR_OUT_OF_MEMORY.*fewer games"):
        launch(Kernel(), (1, 1))


def test_arrays_are_shared_with_libraries_that_exist() -> None:
    with pytest.raises(EnvError, match="'numpi'; choose torch, cupy or jax"):
        share(np.zeros(1), "numpi")


@pytest.mark.skipif(has_gpu(), reason="this machine has a GPU")
def test_sim_on_a_missing_gpu_ends_with_one_line() -> None:
    outcome = CliRunner().invoke(app, ["sim", "--games", "10", "--device", "cuda"])
    assert outcome.exit_code == 2
    assert "anden[cuda]" in outcome.output
    assert "Traceback" not in outcome.output
