"""Random games in bulk: how fast, how long, how they score."""

import hashlib
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import anden
from anden.boards import Board
from anden.core import split_seed
from anden.core.game_core import tables_array
from anden.envs.cuda import UNIFORM, CudaPlayouts
from anden.kernel import NET, RESULT, STATE
from anden.kernel.playout import play_series
from anden.machine.jit import IS_INTERPRETED
from anden.workers import Chunks, check_version, play_on_ray

CHUNK = 5_000
CUDA_CHUNK = 1 << 20

Chunk: TypeAlias = tuple[NDArray[np.int16], NDArray[np.int32]]  # totals by seat, lengths


@dataclass(frozen=True)
class Simulation:
    """Random games, summed up."""

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
        """How fast they were played."""
        return self.games / self.seconds

    @property
    def steps_per_second(self) -> float:
        """The same in decisions."""
        return self.steps / self.seconds


def simulate_games(
    board: Board,
    players: int,
    games: int,
    seed: int = 0,
    on_progress: Callable[[int], None] = lambda done: None,
    *,
    device: str = "cpu",
    threads: int = 1,
    ray: str | None = None,
) -> Simulation:
    """Plays and scores random legal games; `anden.core.game_seed` tells the seed of each.

    `device` is "cpu", with this many `threads`, or "cuda"; `ray` is the address of a Ray cluster to
    play on, or "local", with this many tasks at a time (0: two per core). The games are the
    same everywhere. `on_progress` is called with the number of games done; raising there stops the
    run. WorkError tells of a cluster that is not there or fails.
    """
    tally = Tally(players)
    start = time.perf_counter()
    chunks = (
        _chunks(board, players, games, seed, device, threads)
        if ray is None
        else _ray_chunks(SimulationJob(board, players, games, seed, CHUNK), ray, threads)
    )
    for totals, steps in chunks:
        tally.add(totals, steps)
        on_progress(tally.games)
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


def _chunks(
    board: Board, players: int, games: int, seed: int, device: str, threads: int
) -> Iterator[Chunk]:
    """Scores and lengths of all games, in order."""
    if device == "cuda":
        yield from _cuda_chunks(board, players, games, seed)
        return
    starts = range(0, games, CHUNK)

    def play(start: int) -> Chunk:
        return _play_chunk(tables, players, min(CHUNK, games - start), seed, start)

    tables = tables_array(board)[0]
    if threads == 1 or IS_INTERPRETED:
        yield from map(play, starts)
        return
    with ThreadPoolExecutor(threads) as pool:
        for group in range(0, len(starts), 4 * threads):
            yield from pool.map(play, starts[group : group + 4 * threads])


def _play_chunk(tables: Any, players: int, games: int, seed: int, start: int) -> Chunk:
    totals, steps = np.zeros((games, players), np.int16), np.zeros(games, np.int32)
    scratch = np.zeros(1, STATE), np.zeros(1, RESULT), np.zeros(1, NET)
    play_series(tables, *scratch, players, *split_seed(seed), start, UNIFORM, totals, steps)
    return totals, steps


def _cuda_chunks(board: Board, players: int, games: int, seed: int) -> Iterator[Chunk]:
    playouts = CudaPlayouts(board, players, min(games, CUDA_CHUNK))
    for start in range(0, games, CUDA_CHUNK):
        playouts.launch(seed, start)
        totals, steps = playouts.results()
        size = min(CUDA_CHUNK, games - start)
        yield totals[:size], steps[:size]


@dataclass(frozen=True)
class SimulationJob:
    """A simulation as it is sent to workers; chunks of this many games are numbered from 0."""

    board: Board
    players: int
    games: int
    seed: int
    chunk: int
    version: str = anden.__version__

    def worker(self) -> "_ChunkPlayer":
        check_version(self.version)
        return _ChunkPlayer(self)


class _ChunkPlayer:
    def __init__(self, job: SimulationJob) -> None:
        self._job = job
        self._tables = tables_array(job.board)[0]

    def warm_up(self) -> None:
        _play_chunk(self._tables, self._job.players, 1, 0, 0)

    def play_set(self, number: int) -> tuple[int, Chunk]:
        """The chunk of this number, and the number."""
        job, start = self._job, number * self._job.chunk
        size = min(job.chunk, job.games - start)
        return number, _play_chunk(self._tables, job.players, size, job.seed, start)


def _ray_chunks(job: SimulationJob, address: str, tasks: int) -> Iterator[Chunk]:
    """All chunks in order; one that is done early waits for those before it."""
    numbers = Chunks(range(-(-job.games // job.chunk)))
    waiting: dict[int, Chunk] = {}
    following = 0
    with closing(play_on_ray(job, numbers, address, tasks)) as results:
        for played in results:
            waiting.update(played)
            while following in waiting:
                yield waiting.pop(following)
                following += 1


class Tally:
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

    def add(self, totals: NDArray[np.int16], steps: NDArray[np.int32]) -> None:
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
