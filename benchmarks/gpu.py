"""How fast the rules are on a GPU, and that they are the same: `python benchmarks/gpu.py`.

Playouts: whole random games, full rules, scored, in one launch. Steps: the loop of reinforcement
learning without the network: a random legal action is chosen on the device from the masks, then
every game is stepped, rewarded, redealt if it ended, and observed.
"""

import argparse
import time
from dataclasses import fields
from importlib.metadata import version
from typing import Any

import numpy as np

from anden.boards import builtin_boards, load_board
from anden.boards.tables import build_tables
from anden.bulk.simulation import simulate_games
from anden.envs import Batch, Buffers, CudaError
from anden.envs.cuda import CudaBatch, CudaPlayouts, cuda_module, share
from anden.kernel import NET, RESULT, STATE
from anden.kernel.actions import MAX_ACTIONS
from anden.kernel.playout import play_series

cuda = cuda_module()


@cuda.jit  # type: ignore[untyped-decorator] # Numba is untyped here
def choose(masks: Any, actions: Any, salt: Any) -> None:
    """A random legal action of each game."""
    game = cuda.grid(1)
    if game < len(masks):
        legal = 0
        for action in range(masks.shape[1]):
            legal += masks[game, action]
        word = np.uint32(game * 2654435761 + salt * 40503)
        word = np.uint32((word ^ (word >> np.uint32(15))) * np.uint32(2246822519))
        left = (word >> np.uint32(8)) % legal
        for action in range(masks.shape[1]):
            if masks[game, action]:
                if left == 0:
                    actions[game] = action
                    break
                left -= 1


def playout_rate(name: str, players: int, games: int) -> tuple[float, float]:
    """Games and steps per second, the best of three launches after one to compile."""
    playouts = CudaPlayouts(name, players, games)
    best = 1e9
    for _ in range(4):
        cuda.synchronize()
        start = time.perf_counter()
        playouts.launch(0)
        cuda.synchronize()
        best = min(best, time.perf_counter() - start)
    return games / best, int(playouts.results()[1].sum()) / best


def step_rate(name: str, players: int, games: int, steps: int, *, glance: bool) -> float:
    batch = CudaBatch(name, players, games, glance=glance, check=False)
    actions = cuda.device_array(games, np.int32)
    grid = (-(-games // 128), 128)

    def run(number: int) -> float:
        cuda.synchronize()
        start = time.perf_counter()
        for salt in range(number):
            choose[grid](batch.buffers.masks, actions, salt)
            batch.step(actions)
        cuda.synchronize()
        return time.perf_counter() - start

    run(3)
    return games * steps / run(steps)


def check_equality(games: int) -> None:
    """The same seeds give the same scores and lengths on GPU and CPU."""
    for name in builtin_boards():
        board = load_board(name)
        cpu = simulate_games(board, 2, games, 1)
        gpu = simulate_games(board, 2, games, 1, device="cuda")
        verdict = "equal" if cpu.digest == gpu.digest else "DIFFERENT"
        print(f"{name}: {games} games on CPU and GPU are {verdict} ({gpu.digest[:16]})")


def check_tables(games: int) -> None:
    """Games by a table of weights, on every board with as many seats as it has, are the same."""
    weights = np.random.default_rng(3).integers(0, 100, MAX_ACTIONS).astype(np.uint16)
    for name in builtin_boards():
        board = load_board(name)
        players = board.players.max
        gpu = CudaPlayouts(board, players, games)
        gpu.launch(2, 0, weights)
        totals, steps = np.zeros((games, players), np.int16), np.zeros(games, np.int32)
        scratch = np.zeros(1, STATE), np.zeros(1, RESULT), np.zeros(1, NET)
        seeds = np.uint64(2), np.uint64(0)
        play_series(build_tables(board), *scratch, players, *seeds, 0, weights, totals, steps)
        there = gpu.results()
        is_equal = bool((there[0] == totals).all() and (there[1] == steps).all())
        verdict = "equal" if is_equal else "DIFFERENT"
        print(f"{name}: {games} games of {players} by a table of weights are {verdict}")


def check_batches(games: int, steps: int) -> None:
    """A batch on the GPU shows the same as one on the CPU, number by number."""
    for name in builtin_boards():
        gpu, cpu = (kind(name, 2, games, seed=7) for kind in (CudaBatch, Batch))
        rng = np.random.default_rng(0)
        equal = True
        for _ in range(steps):
            draw = rng.random(cpu.buffers.masks.shape, np.float32)
            actions = np.where(cpu.buffers.masks, draw, -1).argmax(1)
            cpu.step(actions)
            gpu.step(actions)
            for part in fields(Buffers):
                there = getattr(gpu.buffers, part.name).copy_to_host()
                equal &= bool((there == getattr(cpu.buffers, part.name)).all())
        verdict = "equal" if equal else "DIFFERENT"
        ends = int(cpu.episodes.sum())
        print(f"{name}: {games} games stepped {steps} times, {ends} ends: {verdict}")


def check_sharing() -> None:
    """Other libraries read the arrays in place."""
    batch = CudaBatch("london", 2, 1024)
    observations: Any = batch.buffers.observations
    address = observations.__cuda_array_interface__["data"][0]
    for library in ("torch", "cupy", "jax"):
        try:
            tensor = share(observations, library)
        except ImportError:
            print(f"{library}: not installed")
            continue
        pointers = {
            "torch": lambda t: t.data_ptr(),
            "cupy": lambda t: t.data.ptr,
            "jax": lambda t: t.unsafe_buffer_pointer(),
        }
        place = pointers[library](tensor)
        print(f"{library}: {'the same memory' if place == address else 'A COPY'}, {tensor.shape}")


def check_room() -> None:
    """What is said where the GPU's memory is too small."""
    try:
        CudaBatch("usa", 5, 1 << 29)
    except CudaError as error:
        print(f"too many games: {error}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4_000_000)
    parser.add_argument("--check", type=int, default=100_000, help="games per board")
    options = parser.parse_args()
    device = cuda.get_current_device().name
    device = device.decode() if isinstance(device, bytes) else device
    print(f"{device}; NumPy {np.__version__}, Numba {version('numba')}, numba-cuda ", end="")
    print(version("numba-cuda"))
    check_equality(options.check)
    check_tables(options.check // 5)
    check_batches(256, 400)
    check_sharing()
    check_room()
    print(f"{'board':8} {'players':>7} {'playouts/s':>12} {'steps/s':>14}", end=" ")
    print(f"{'env steps/s':>12} {'with glance':>12}")
    for name in builtin_boards():
        board = load_board(name)
        for players in sorted({board.players.min, board.players.max}):
            games, steps = playout_rate(name, players, options.games)
            print(f"{name:8} {players:7} {games:12,.0f} {steps:14,.0f}", end=" ")
            for glance in (False, True):
                rate = step_rate(name, players, 1 << 18, 100, glance=glance)
                print(f"{rate:12,.0f}", end=" ")
            print()


if __name__ == "__main__":
    main()
