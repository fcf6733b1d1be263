"""How fast the rules are: `make bench`, or `make bench ARGS=--quick`.

Everything is measured in one run on one core, so that ratios mean something; the machine's own
speed varies. Each figure is the best of several rounds.
"""

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version

import numpy as np

from anden.boards import builtin_boards, load_board
from anden.bulk.simulation import simulate_games
from anden.core.warm_up import warm_up
from anden.envs import Batch

INTERPRETED = """
from anden.boards import load_board
from anden.bulk.simulation import simulate_games
result = simulate_games(load_board("usa"), 2, {games})
print(result.games_per_second)
"""


def best_rate(play: Callable[[], float], rounds: int) -> float:
    """The highest of several rates."""
    return max(play() for _ in range(rounds))


def playout_rate(name: str, players: int, games: int, rounds: int) -> tuple[float, float]:
    """Games and steps per second."""
    board = load_board(name)
    simulate_games(board, players, 100)
    results = [simulate_games(board, players, games) for _ in range(rounds)]
    fastest = max(results, key=lambda result: result.games_per_second)
    return fastest.games_per_second, fastest.steps_per_second


def thread_rates(games: int, rounds: int) -> tuple[float, float]:
    """Games per second on one core and on all of them."""
    board = load_board("usa")
    cores = os.cpu_count() or 1
    rates = []
    for threads in (1, cores):
        runs = [simulate_games(board, 2, games, threads=threads) for _ in range(rounds)]
        rates.append(max(run.games_per_second for run in runs))
    return rates[0], rates[1]


def batch_rate(
    name: str, players: int, threads: int, rounds: int, *, glance: bool = False
) -> float:
    """Steps per second of a batch with masks and observations; the first legal action is played."""
    batch = Batch(name, players, 8192, threads=threads, glance=glance)
    best = 0.0
    for _ in range(20 * rounds):
        actions = batch.buffers.masks.argmax(1)
        start = time.perf_counter()
        batch.step(actions)
        best = max(best, batch.games / (time.perf_counter() - start))
    batch.close()
    return best


def aec_rate(steps: int, *, glance: bool = False) -> float:
    """Steps per second of one game through PettingZoo, each observed and chosen by mask."""
    from anden.envs import anden_v0

    env, luck = anden_v0.raw_env("usa", 2, glance=glance), np.random.default_rng(1)
    env.reset(seed=1)
    start = time.perf_counter()
    for _ in range(steps):
        if env.game.is_over:
            env.reset()
        observation, *_ = env.last()
        env.step(luck.choice(np.flatnonzero(observation["action_mask"])))
    return steps / (time.perf_counter() - start)


def interpreted_rate(games: int) -> float:
    """Games per second of the same source, not compiled."""
    run = subprocess.run(
        [sys.executable, "-c", INTERPRETED.format(games=games)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(run.stdout)


def catanatron_rate(games: int) -> float:
    """Games per second of another board game's Python engine, with two random players."""
    from catanatron import Color, Game, RandomPlayer

    start = time.perf_counter()
    for _ in range(games):
        Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)]).play()
    return games / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer games")
    quick = parser.parse_args().quick
    games, rounds = (5_000, 2) if quick else (20_000, 8)
    warm_up()
    print(f"Python {platform.python_version()}, NumPy {version('numpy')}, Numba {version('numba')}")
    print("random legal playouts, full rules, scored, one core")
    print(f"{'board':8} {'players':>7} {'games/s':>10} {'steps/s':>12}")
    usa_rate = 0.0
    for name in builtin_boards():
        board = load_board(name)
        for players in range(board.players.min, board.players.max + 1):
            rate, steps = playout_rate(name, players, games, rounds)
            print(f"{name:8} {players:7} {rate:10,.0f} {steps:12,.0f}")
            if (name, players) == ("usa", 2):
                usa_rate = rate
    one, all_cores = thread_rates(5 * games, rounds)
    cores = os.cpu_count() or 1
    print(f"usa, 2 players, playouts on {cores} cores / one core: {all_cores / one:.2f}")
    for name, players in (("usa", 2), ("europe", 4), ("london", 3)):
        single = batch_rate(name, players, 1, rounds)
        many = batch_rate(name, players, cores, rounds)
        worked_out = batch_rate(name, players, 1, rounds, glance=True)
        print(
            f"{name}, {players} players, batch with masks and positions: {single:,.0f} steps/s, "
            f"on {cores} cores {many:,.0f} ({many / single:.2f}), with the glance {worked_out:,.0f}"
        )
    stepped = best_rate(lambda: aec_rate(games // 5), 3)
    worked_out = best_rate(lambda: aec_rate(games // 5, glance=True), 3)
    print(
        f"usa, 2 players, one game through PettingZoo: {stepped:,.0f} steps/s, "
        f"with the glance {worked_out:,.0f}"
    )
    interpreted = best_rate(lambda: interpreted_rate(4 if quick else 20), 2)
    print(f"usa, 2 players, interpreted: {interpreted:.1f} games/s")
    print(f"compiled / interpreted: {usa_rate / interpreted:,.0f}")
    try:
        other = best_rate(lambda: catanatron_rate(3 if quick else 10), 2)
    except ModuleNotFoundError:
        print("Catanatron is not installed: no comparison")
        return
    print(f"Catanatron {version('catanatron')}, 2 random players: {other:.1f} games/s")
    print(f"usa, 2 players / Catanatron: {usa_rate / other:,.0f}")


if __name__ == "__main__":
    main()
