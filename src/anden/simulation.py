"""Random games in bulk: how fast, how long, how they score."""

import hashlib
import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from anden.boards import Board
from anden.boards.tables import build_tables
from anden.kernel import NET, RESULT, STATE
from anden.kernel.playout import simulate

CHUNK = 5_000
_LOW_64 = (1 << 64) - 1


@dataclass(frozen=True)
class Simulation:
    board: str
    players: int
    seed: int
    games: int
    steps: int
    seconds: float
    mean_scores: tuple[float, ...]  # by seat
    score_spread: tuple[float, ...]  # standard deviation, by seat
    mean_steps: float
    min_steps: int
    max_steps: int
    digest: str  # of all scores and lengths: the same for the same board, players, seed and games

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def steps_per_second(self) -> float:
        return self.steps / self.seconds


def simulate_games(
    board: Board,
    players: int,
    games: int,
    seed: int = 0,
    on_progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Plays and scores random legal games on one core; the seed's low 64 bits count up by game.

    `on_progress` is called with the number of games done; raising there stops the run.
    """
    tables = build_tables(board)
    scratch = np.zeros(1, STATE), np.zeros(1, RESULT), np.zeros(1, NET)
    totals = np.zeros((min(games, CHUNK), players), np.int16)
    steps = np.zeros(min(games, CHUNK), np.int32)
    tally = _Tally(players)
    start = time.perf_counter()
    for done in range(0, games, CHUNK):
        size = min(CHUNK, games - done)
        low = np.uint64((seed + done) & _LOW_64)
        high = np.uint64(seed >> 64)
        simulate(tables, *scratch, players, low, high, totals[:size], steps[:size])
        tally.add(totals[:size], steps[:size])
        on_progress(done + size)
    seconds = time.perf_counter() - start
    return Simulation(
        board=board.id,
        players=players,
        seed=seed,
        games=games,
        steps=tally.steps,
        seconds=seconds,
        mean_scores=tally.means,
        score_spread=tally.spreads,
        mean_steps=tally.steps / games,
        min_steps=tally.min_steps,
        max_steps=tally.max_steps,
        digest=tally.digest,
    )


class _Tally:
    """Sums over chunks of games; whatever the chunks, the sums and the digest are the same."""

    def __init__(self, players: int) -> None:
        self._scores_hash = hashlib.sha256()
        self._steps_hash = hashlib.sha256()
        self._sums = [0] * players
        self._squares = [0] * players
        self.games = 0
        self.steps = 0
        self.min_steps = 1 << 62
        self.max_steps = 0

    def add(self, totals: np.ndarray, steps: np.ndarray) -> None:
        self._scores_hash.update(totals.astype("<i2").tobytes())
        self._steps_hash.update(steps.astype("<i4").tobytes())
        wide = totals.astype(np.int64)
        for seat in range(wide.shape[1]):
            self._sums[seat] += int(wide[:, seat].sum())
            self._squares[seat] += int((wide[:, seat] ** 2).sum())
        self.games += len(steps)
        self.steps += int(steps.sum())
        self.min_steps = min(self.min_steps, int(steps.min()))
        self.max_steps = max(self.max_steps, int(steps.max()))

    @property
    def means(self) -> tuple[float, ...]:
        return tuple(total / self.games for total in self._sums)

    @property
    def spreads(self) -> tuple[float, ...]:
        pairs = zip(self._sums, self._squares, strict=True)
        return tuple(math.sqrt(max(0.0, q / self.games - (s / self.games) ** 2)) for s, q in pairs)

    @property
    def digest(self) -> str:
        return hashlib.sha256(self._scores_hash.digest() + self._steps_hash.digest()).hexdigest()
