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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anden.boards import load_board
from anden.core.compiled.whole_games import BOT_GAME, CHALLENGE, challenge
from anden.core.game_core import tables_array
from anden.strategy.numbers import NAMES, Numbers, numbers_for
from anden.strategy.style import QUICK, STYLE, THOROUGH

Vector = NDArray[np.float64]

MARGIN_SHARE = 1 / 80  # of a point of margin, against a whole win
MADE_AIM = 0.88  # share of kept tickets that should be completed
MADE_SHARE = 1.0  # of falling short of it, against a whole win
FROZEN = {"noise"}  # planners at their best have none
FREE = [name for name in NAMES if name not in FROZEN]
SMALLEST_UNIT = 0.3  # in which a number is changed, however small it is
MOST_UNITS = 3.0  # by which a number may leave its start


@dataclass(frozen=True)
class Job:
    """Deals that a candidate plays against a rival."""

    board: str
    players: int
    orders: int
    candidate: Numbers
    rival: Numbers
    seed: int
    num_deals: int


def play(job: Job) -> float:
    """How well the candidate did: wins above an equal share, margin, tickets."""
    games, deals = np.zeros(1, BOT_GAME), np.zeros(job.num_deals, CHALLENGE)
    games["players"] = job.players
    styles = np.zeros(2, STYLE)
    styles["orders"] = job.orders
    styles["keeps_plan"] = 1
    styles["numbers"][0], styles["numbers"][1] = job.candidate, job.rival
    challenge(tables_array(load_board(job.board)), games, styles, np.uint64(job.seed), deals)
    mean = {name: float(deals[name].mean()) for name in CHALLENGE.names or ()}
    shortfall = min(0.0, mean["completed"] / max(mean["kept"], 1.0) - MADE_AIM)
    share = (mean["wins"] * job.players - 1) / (job.players - 1)
    return share + MARGIN_SHARE * mean["margin"] + MADE_SHARE * shortfall


class Evolution:
    """A separable CMA-ES in units of the start's size: short, and enough for forty numbers."""

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


def changed(start: Numbers, vector: Vector) -> Numbers:
    """The start's numbers, each moved by a number of units."""
    numbers = start.copy()
    for name, units in zip(FREE, np.clip(vector, -MOST_UNITS, MOST_UNITS), strict=True):
        unit = max(abs(float(start[name])), SMALLEST_UNIT)
        numbers[name] = float(start[name]) + float(units) * unit
    return numbers


class Judge:
    """Lets candidates play, on all workers."""

    def __init__(self, options: argparse.Namespace, pool: Any) -> None:
        self._options = options
        self._pool = pool
        self._orders = QUICK if options.quick else THOROUGH
        self._counts = [int(number) for number in options.players.split(",")]

    def compile(self, start: Numbers) -> None:
        """Plays one deal here, so that workers find the code compiled."""
        play(Job(self._options.board, self._counts[0], self._orders, start, start, 0, 1))

    def rate(self, candidates: list[Numbers], rivals: list[Numbers], seed: int) -> Vector:
        """How well each candidate does, on average over rivals and numbers of players."""
        share = max(4, self._options.deals // (len(self._counts) * len(rivals)))
        jobs = [
            Job(self._options.board, players, self._orders, candidate, rival, seed, share)
            for candidate in candidates
            for players in self._counts
            for rival in rivals
        ]
        fitness = np.array(self._pool.map(play, jobs, chunksize=1))
        mean: Vector = fitness.reshape(len(candidates), -1).mean(axis=1)
        return mean


def tune(options: argparse.Namespace) -> Numbers:
    start = numbers_for(tables_array(load_board(options.board))[0])
    if options.start:
        for name, value in json.loads(Path(options.start).read_text()).items():
            start[name] = value
    Judge(options, None).compile(start)  # before the fork
    with mp.get_context("fork").Pool(options.workers) as pool:
        return evolve(start, options, Judge(options, pool))


def evolve(start: Numbers, options: argparse.Namespace, judge: Judge) -> Numbers:
    evolution = Evolution(len(FREE), options.step, options.seed, options.population)
    champion = start
    generation = 0
    end = time.monotonic() + 60 * options.minutes
    while time.monotonic() < end:
        candidates = [changed(start, vector) for vector in evolution.ask()]
        rivals = [start, champion] if champion is not start else [start]
        evolution.tell(judge.rate(candidates, rivals, 1 + generation))
        generation += 1
        if generation % 10 == 0:
            centre = changed(start, evolution.mean)
            ahead = float(judge.rate([centre], [champion], 10**6 + generation)[0])
            against = float(judge.rate([centre], [start], 7)[0])
            print(
                f"generation {generation}: {ahead:+.3f} over the champion, "
                f"{against:+.3f} over the start, step {evolution.step:.3f}",
                flush=True,
            )
            if ahead > 0.0:
                champion = centre
                save(champion, options.out)
    return champion


def save(numbers: Numbers, path: str) -> None:
    told = {name: round(float(numbers[name]), 3) for name in NAMES}
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
