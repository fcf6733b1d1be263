"""Games of bots from beginning to end: summed up, or written with every decision."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.bots import make_bot
from anden.referee import BotMaker
from anden.workers import Chunks, Done, Work, play_here

from .errors import DatasetError
from .files import check_kind, join_parts, read_batches, read_info
from .folder import PartsFolder, check_same, parts_path
from .parts import Part, Scores, arrow
from .rows import COLUMNS, Columns
from .settings import DatasetSettings, write_settings
from .summary import Summary, Sums, read_summary
from .work import make_job

Runner: TypeAlias = Callable[[Work[Part], Chunks], Done[Part]]
Progress: TypeAlias = Callable[[int, int], None]  # games there are, and of those played in this run


def play_games(
    settings: DatasetSettings,
    *,
    runner: Runner = play_here,
    make: BotMaker = make_bot,
    on_progress: Progress = lambda done, played: None,
) -> Summary:
    """Plays the games and keeps nothing but their sums."""
    sums, waiting, played = Sums(settings), dict[int, Scores](), 0
    following = 0
    for part in _play(runner, make_job(settings, False, make), Chunks(range(settings.num_parts))):
        waiting[part.number] = part.scores
        while following in waiting:
            sums.add(waiting.pop(following))
            following += 1
        played += len(part.scores.decisions)
        on_progress(played, played)
    return sums.summary()


def write_dataset(
    path: Path | str,
    settings: DatasetSettings,
    *,
    resume: bool = False,
    overwrite: bool = False,
    runner: Runner = play_here,
    make: BotMaker = make_bot,
    on_progress: Progress = lambda done, played: None,
) -> Summary:
    """Plays the games and writes one row per decision to a .parquet or .npz file.

    Parts are kept in a folder beside the file until all are there, so `resume` continues after
    whatever ended the last run. `overwrite` starts over; the old file stays until the new one is
    whole. Raises WorkError.
    """
    target = Path(path)
    check_kind(target)
    arrow()
    if resume and not overwrite and (found := _finished(target, settings)):
        return found
    folder = _open(target, settings, resume, overwrite)
    try:
        _fill(folder, settings, runner, make, on_progress)
        sums = Sums(settings)
        for scores in folder.scores():
            sums.add(scores)
        summary = sums.summary()
        join_parts(target, folder.paths(), write_settings(settings) | summary.as_json())
        folder.remove()
    finally:
        folder.close()
    return summary


def read_dataset(
    path: Path | str, *, rows: int = 8192, columns: Sequence[str] | None = None
) -> Iterator[Columns]:
    """The file in batches of this many rows: arrays by column, all or those named."""
    names = tuple(COLUMNS) if columns is None else tuple(columns)
    for name in names:
        if name not in COLUMNS:
            raise DatasetError("cli.error_sim_column", name=name, names=", ".join(COLUMNS))
    return read_batches(Path(path), names, rows)


def dataset_info(path: Path | str) -> dict[str, Any]:
    """What a dataset was made of, and what came of its games."""
    return read_info(Path(path))


def unpack_legal(words: NDArray[np.uint64], num_actions: int) -> NDArray[np.bool_]:
    """The column `legal` as masks, one flag per action."""
    octets = np.ascontiguousarray(words, "<u8").view(np.uint8)
    bits = np.unpackbits(octets, axis=-1, bitorder="little", count=num_actions)
    masks: NDArray[np.bool_] = bits.astype(np.bool_)
    return masks


def _finished(target: Path, settings: DatasetSettings) -> Summary | None:
    """The summary of a file that already exists."""
    if not target.exists():
        return None
    info = read_info(target)
    check_same(target, info, settings)
    if parts_path(target).exists():  # killed between the last two things it does
        PartsFolder.reopen(target, settings).remove()
    return read_summary(info)


def _open(target: Path, settings: DatasetSettings, resume: bool, overwrite: bool) -> PartsFolder:
    parts = parts_path(target)
    if overwrite:
        if parts.exists():
            PartsFolder(target, settings).remove()
        return PartsFolder.create(target, settings)
    if resume and parts.exists():
        return PartsFolder.reopen(target, settings)
    if target.exists() or parts.exists():
        there = target if target.exists() else parts
        raise DatasetError("cli.error_sim_exists", path=there)
    return PartsFolder.create(target, settings)


def _fill(
    folder: PartsFolder,
    settings: DatasetSettings,
    runner: Runner,
    make: BotMaker,
    on_progress: Progress,
) -> None:
    """Plays the missing parts, and keeps each as soon as it is played."""
    missing = list(folder.missing())
    done = settings.games - sum(len(settings.games_of(number)) for number in missing)
    played = 0
    on_progress(done, 0)
    for part in _play(runner, make_job(settings, True, make), Chunks(missing)):
        folder.add(part)
        played += len(part.scores.decisions)
        on_progress(done + played, played)


def _play(runner: Runner, job: Work[Part], chunks: Chunks) -> Iterator[Part]:
    if not len(chunks):
        return
    with closing(runner(job, chunks)) as results:
        for parts in results:
            yield from parts
