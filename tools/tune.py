"""Tunes the planner by play: `python -m tools.tune --board usa --players 2,4 --minutes 8`.

A separable CMA evolution strategy over the planner's numbers. A candidate plays duplicate deals
against the numbers it started from and against the best so far; what counts is its share of wins
and, less, its margin. Prints and saves the result as JSON.
"""

import argparse
import json
import math
import multiprocessing as mp
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anden.boards import load_board
from anden.boards.tables import build_tables
from anden.kernel import NET, RESULT, STATE
from anden.kernel.layout import MAX_SEATS
from anden.strategy.contest import challenge
from anden.strategy.desk import DESK
from anden.strategy.params import NAMES, Params, params_for
from anden.strategy.planner import QUICK, THOROUGH

Vector = NDArray[np.float64]

MARGIN_SHARE = 1 / 80  # of a point of margin, against a whole win
MADE_AIM = 0.88  # share of kept tickets that should be completed
MADE_SHARE = 1.0  # of falling short of it, against a whole win
FROZEN = {"NOISE"}


def play(job: tuple[str, int, int, Params, Params, int, int]) -> float:
    """How well one candidate did: wins above an equal share, margin, tickets."""
    board, players, orders, candidate, rival, seed, deals = job
    tables = build_tables(load_board(board))
    state, result, net = (np.zeros(1, kind)[0] for kind in (STATE, RESULT, NET))
    table = np.zeros((deals, 6), np.float32)
    desks = np.zeros(MAX_SEATS, DESK)
    challenge(
        tables, state, result, net, candidate, rival, players, orders, desks, seed, deals, table
    )
    margin, wins, _, _, kept, made = (float(value) for value in table.mean(axis=0))
    shortfall = min(0.0, made / max(kept, 1.0) - MADE_AIM)
    share = (wins * players - 1) / (players - 1)
    return share + MARGIN_SHARE * margin + MADE_SHARE * shortfall


class Evolution:
    """A separable CMA-ES in units of the start's size: few lines, and enough for 36 numbers."""

    def __init__(self, size: int, step: float, seed: int, population: int) -> None:
        self.mean: Vector = np.zeros(size)
        self.step = step
        self.variance: Vector = np.ones(size)
        self.population = population
        self._random = np.random.default_rng(seed)
        parents = population // 2
        weights = math.log(parents + 0.5) - np.log(np.arange(1, parents + 1))
        self._weights = weights / weights.sum()
        self._mass = 1 / (self._weights**2).sum()
        self._path_step: Vector = np.zeros(size)
        self._path_variance: Vector = np.zeros(size)
        self._rate_step = (self._mass + 2) / (size + self._mass + 5)
        self._rate_variance = 4 / (size + 4)
        self._learn = min(1.0, (self._mass + 2) / ((size + 2) ** 2) * (size + 2) / 3 + 0.02)
        self._length = math.sqrt(size) * (1 - 1 / (4 * size))

    def ask(self) -> NDArray[np.float64]:
        self._drawn = self._random.standard_normal((self.population, len(self.mean)))
        return self.mean + self.step * self._drawn * np.sqrt(self.variance)

    def tell(self, fitness: NDArray[np.float64]) -> None:
        best = np.argsort(-fitness)[: len(self._weights)]
        drawn = self._weights @ self._drawn[best]
        moved = drawn * np.sqrt(self.variance)
        self.mean = self.mean + self.step * moved
        rate = self._rate_step
        self._path_step = (1 - rate) * self._path_step + (
            math.sqrt(rate * (2 - rate) * self._mass) * drawn
        )
        rate = self._rate_variance
        self._path_variance = (1 - rate) * self._path_variance + (
            math.sqrt(rate * (2 - rate) * self._mass) * moved
        )
        spread = self._weights @ (self._drawn[best] ** 2 * self.variance)
        self.variance = (1 - self._learn) * self.variance + self._learn * (
            self._path_variance**2 / self._mass + (1 - 1 / self._mass) * spread
        )
        length = float(np.linalg.norm(self._path_step))
        self.step *= math.exp(self._rate_step * (length / self._length - 1))


def tune(options: argparse.Namespace) -> Params:
    start = params_for(build_tables(load_board(options.board)))
    if options.start:
        for name, value in json.loads(Path(options.start).read_text()).items():
            start[NAMES[name]] = value
    free = [index for name, index in NAMES.items() if name not in FROZEN]
    unit = np.maximum(np.abs(start[free]), 0.3).astype(np.float64)
    counts = [int(number) for number in options.players.split(",")]
    orders = QUICK if options.quick else THOROUGH
    for players in counts:
        play((options.board, players, orders, start, start, 0, 1))  # compiles before the fork

    def params_at(vector: Vector) -> Params:
        params = start.copy()
        params[free] = start[free] + np.clip(vector, -3, 3) * unit
        return params

    evolution = Evolution(len(free), options.step, options.seed, options.population)
    champion = start
    end = time.monotonic() + 60 * options.minutes
    with mp.get_context("fork").Pool(options.workers) as pool:

        def rate(candidates: list[Params], rivals: list[Params], seed: int, deals: int) -> Any:
            share = max(4, deals // (len(counts) * len(rivals)))
            jobs = [
                (options.board, players, orders, candidate, rival, seed, share)
                for candidate in candidates
                for players in counts
                for rival in rivals
            ]
            fitness = np.array(pool.map(play, jobs, chunksize=1))
            return fitness.reshape(len(candidates), -1).mean(axis=1)

        generation = 0
        while time.monotonic() < end:
            candidates = [params_at(vector) for vector in evolution.ask()]
            rivals = [start, champion] if champion is not start else [start]
            evolution.tell(rate(candidates, rivals, 1 + generation, options.deals))
            generation += 1
            if generation % 10 == 0:
                centre = params_at(evolution.mean)
                ahead = rate([centre] * 8, [champion], 10**6 + generation * 8, options.deals)
                against = float(rate([centre], [start], 7, options.deals)[0])
                print(
                    f"generation {generation}: {ahead[0]:+.3f} over the champion, "
                    f"{against:+.3f} over the start, step {evolution.step:.3f}",
                    flush=True,
                )
                if ahead[0] > 0.0:
                    champion = centre
                    save(champion, options.out)
    return champion


def save(params: Params, path: str) -> None:
    told = {name: round(float(params[index]), 3) for name, index in NAMES.items()}
    Path(path).write_text(json.dumps(told, indent=1) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="usa")
    parser.add_argument("--players", default="2")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--population", type=int, default=32)
    parser.add_argument("--workers", type=int, default=mp.cpu_count())
    parser.add_argument("--step", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="tune the playouts' planner")
    parser.add_argument("--start", help="a JSON file to start from")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    save(tune(options), options.out)


if __name__ == "__main__":
    main()
