"""`anden sim --bots`: games of bots, summed up or saved as data for learning."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TimeRemainingColumn,
)

from anden.boards.names import in_language
from anden.bots import SEARCHERS, BotError, bot_label, check_bot
from anden.bulk import DatasetSettings, Summary, play_games, write_dataset
from anden.bulk.files import check_kind
from anden.bulk.parts import arrow
from anden.bulk.settings import write_settings
from anden.bulk.writing import Progress as OnProgress
from anden.bulk.writing import Runner
from anden.core.warm_up import warm_up, warm_up_whole_games
from anden.locales import translate
from anden.machine.cores import usable_cores
from anden.workers import WorkError
from anden.workers.pool import play_here, play_on_cores

from .fail import fail
from .output import print_json


@dataclass(frozen=True)
class Saving:
    """Where rows go, if anywhere."""

    path: Path | None
    resume: bool
    overwrite: bool


@dataclass
class _Run:
    """What this call did, which on a resumed file is less than all."""

    games: int = 0
    seconds: float = 0.0


def sim_bots(
    language: str,
    settings: DatasetSettings,
    saving: Saving,
    threads: int | None,
    ray: str | None,
    as_json: bool,
) -> None:
    run = _Run()
    try:
        for bot in set(settings.bots):
            check_bot(bot, settings.board, settings.players)
        runner = _runner(threads, ray)
        if saving.path is not None:
            check_kind(saving.path)
            arrow()
        with_search = any(bot in SEARCHERS for bot in settings.bots)
        message = translate(language, "text.compiling")
        warm_up(message=message, with_search=with_search)
        warm_up_whole_games(message=message)
        with _progress(settings, run, is_shown=sys.stderr.isatty() and not as_json) as show:
            summary = _play(settings, saving, runner, show)
    except WorkError as error:
        fail(error.told(language))
    except BotError as error:
        fail(error.told(language))
    except KeyboardInterrupt:
        key = "cli.sim_bots_stopped" if saving.path is None else "cli.sim_save_stopped"
        fail(translate(language, key), code=130)
    if as_json:
        print_json(_as_json(settings, summary, run, saving.path))
    else:
        typer.echo("\n".join(_lines(language, settings, summary, run, saving.path)))


def _runner(threads: int | None, ray: str | None) -> Runner:
    if ray is not None:
        from anden.workers.ray_pool import check_ray, play_on_ray

        check_ray()
        return partial(play_on_ray, address=ray, workers=threads or 0)
    workers = 1 if threads is None else threads or usable_cores()
    return play_here if workers == 1 else partial(play_on_cores, workers=workers)


def _play(settings: DatasetSettings, saving: Saving, runner: Runner, show: OnProgress) -> Summary:
    if saving.path is None:
        return play_games(settings, runner=runner, on_progress=show)
    return write_dataset(
        saving.path,
        settings,
        resume=saving.resume,
        overwrite=saving.overwrite,
        runner=runner,
        on_progress=show,
    )


@contextmanager
def _progress(settings: DatasetSettings, run: _Run, is_shown: bool) -> Iterator[OnProgress]:
    """A progress bar, and how much this run has played."""
    columns = (BarColumn(), TaskProgressColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    start = time.perf_counter()
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not is_shown) as bar:
        task = bar.add_task("", total=settings.games)

        def show(done: int, played: int) -> None:
            run.games = played
            bar.update(task, completed=done)

        yield show
    run.seconds = time.perf_counter() - start


def _as_json(
    settings: DatasetSettings, summary: Summary, run: _Run, path: Path | None
) -> dict[str, object]:
    facts = {"games_played": run.games, "seconds": run.seconds, "save": path and str(path)}
    return write_settings(settings) | summary.as_json() | facts


def _lines(
    language: str, settings: DatasetSettings, summary: Summary, run: _Run, path: Path | None
) -> Iterator[str]:
    yield translate(
        language,
        "cli.sim_title",
        games=settings.games,
        board=in_language(settings.board.names, language),
        players=settings.players,
        seed=settings.seed,
    )
    rate = run.games / run.seconds
    yield translate(language, "cli.sim_bots_speed", games=run.games, rate=rate, seconds=run.seconds)
    yield translate(
        language,
        "cli.sim_bots_length",
        mean=summary.rows / settings.games,
        low=summary.min_decisions,
        high=summary.max_decisions,
    )
    for seat, bot in enumerate(settings.bot_by_seat):
        yield translate(
            language,
            "cli.sim_bots_player",
            number=seat + 1,
            bot=bot_label(bot),
            mean=summary.mean_scores[seat],
            spread=summary.score_spread[seat],
            wins=summary.wins[seat] / settings.games,
        )
    if summary.forfeits:
        yield translate(language, "cli.sim_bots_forfeits", n=summary.forfeits)
    yield translate(language, "cli.sim_digest", digest=summary.digest)
    if path is not None:
        size = path.stat().st_size / 1e6
        yield translate(language, "cli.sim_written", path=path, rows=summary.rows, size=size)
