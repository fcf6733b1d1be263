"""How fast games of bots become data: `python benchmarks/dataset.py [GAMES]`.

Each figure is of one run, warm. "One by one" asks the same bots for one choice at a time. Rates are
given by the clock and by the processor time of this process, which other work on the machine
disturbs less.
"""

import os
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from anden.boards import load_board
from anden.bots import Bot, make_bot
from anden.bulk import DatasetSettings, play_games, read_dataset, write_dataset
from anden.bulk.writing import Runner
from anden.workers.pool import play_here, play_on_cores


def one_by_one(name: str, seed: int, seconds: float) -> Bot:
    return make_bot(name, seed, seconds)


class Clock:
    """Since it was made: by the clock, and of the processor."""

    def __init__(self) -> None:
        self._start = time.perf_counter(), time.process_time()

    def show(
        self, label: str, games: int, rows: int, note: str = "", is_alone: bool = True
    ) -> None:
        seconds = time.perf_counter() - self._start[0]
        busy = time.process_time() - self._start[1]
        by_clock = f"{games / seconds:,.0f} | {rows / seconds:,.0f}"
        by_processor = f"{games / busy:,.0f} | {rows / busy:,.0f}" if is_alone else " | "
        print(f"| {label} | {by_clock} | {by_processor} | {note} |", flush=True)


def measure(board: str, bots: tuple[str, ...], games: int, folder: Path) -> None:
    settings = DatasetSettings(load_board(board), bots, len(bots), games)
    fewer = DatasetSettings(settings.board, bots, len(bots), max(4, games // 20))
    name = f"{board}, {', '.join(bots)}"
    play_games(fewer, runner=play_here)
    clock = Clock()
    rows = play_games(fewer, runner=play_here, make=one_by_one).rows
    clock.show(f"{name}: played one by one", fewer.games, rows)
    clock = Clock()
    rows = play_games(settings, runner=play_here).rows
    clock.show(f"{name}: played compiled", games, rows)
    cores = os.cpu_count() or 1
    runners: dict[str, Runner] = {
        "one core": play_here,
        f"{cores} cores": partial(play_on_cores, workers=cores),
    }
    for kind in ("parquet", "npz"):
        for label, runner in runners.items():
            path = folder / f"{board}-{label}.{kind}"
            clock = Clock()
            rows = write_dataset(path, settings, runner=runner).rows
            note = f"{path.stat().st_size / rows:.0f} bytes per row"
            clock.show(f"{name}: .{kind}, {label}", games, rows, note, runner is play_here)
        clock = Clock()
        rows = sum(len(batch["game"]) for batch in read_dataset(path))
        clock.show(f"{name}: .{kind} read", games, rows)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    print("| what | games/s | rows/s | games/CPU s | rows/CPU s | |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        measure("usa", ("planner", "planner"), games, Path(folder))
        measure("london", ("hard", "medium", "greedy"), games, Path(folder))


if __name__ == "__main__":
    main()
