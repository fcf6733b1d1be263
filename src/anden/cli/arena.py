"""`anden arena`: bots against bots."""

import sys
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from anden.arena import (
    ArenaError,
    MatchFolder,
    MatchResult,
    MatchSettings,
    Standing,
    WorkError,
    play_on_cores,
    run_match,
    summarise,
)
from anden.arena.match import Runner
from anden.arena.outputs import write_outputs
from anden.arena.report.wording import Wording
from anden.arena.settings import DEFAULT_SECONDS
from anden.boards import BoardError, load_board
from anden.bots import BotError, check_bot, split_specs
from anden.core.warm_up import warm_up, warm_up_fortunes
from anden.locales import translate

from .arena_text import as_text
from .fail import fail
from .language import Json, Lang, choose_language
from .output import print_json

_DEFAULT_GAMES = 1000
_MAX_GAMES = 10**7
_MAX_WORKERS = 1024


def arena(
    board: Annotated[str | None, typer.Option(help="Board name or file; default: usa.")] = None,
    bots: Annotated[
        str | None,
        typer.Option(help="Bots, separated by commas; repeat one to give it more seats."),
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Games to play, rounded up to whole deals; default: 1000.")
    ] = None,
    players: Annotated[int | None, typer.Option(help="Seats at the table; default: 2.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same games.")] = None,
    time_ms: Annotated[
        float | None, typer.Option(help="Milliseconds a bot has for each choice; default: 50.")
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes to use; 0: one per core.")] = 0,
    out: Annotated[
        str | None, typer.Option(help="Folder for the report, data and game records.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Resume the match in --out.")] = False,
    no_records: Annotated[
        bool, typer.Option("--no-records", help="Do not keep game records.")
    ] = False,
    ray: Annotated[
        str | None,
        typer.Option(help="Play on the Ray cluster at this address; local: start one here."),
    ] = None,
    luck_adjusted: Annotated[
        bool,
        typer.Option(
            "--luck-adjusted",
            help="Also report wins with the luck taken out: fewer games tell as much.",
        ),
    ] = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Let bots play each other, every deal from every seat, and measure who is stronger."""
    language = choose_language(lang)
    asked = _Asked(board, bots, players, seed, time_ms, no_records, luck_adjusted)
    try:
        _check_numbers(language, games, workers)
        runner = _runner(ray, workers)
        warm_up(message=translate(language, "text.compiling"))
        if luck_adjusted:
            warm_up_fortunes(message=translate(language, "text.compiling"))
        with ExitStack() as stack:
            folder = _open_folder(asked, out, resume)
            if folder is not None:
                stack.callback(folder.close)
            settings = asked.settings() if folder is None else folder.journal.settings
            _check_bots(settings)
            wanted = games or (folder and folder.num_games) or _DEFAULT_GAMES
            result = _play(settings, wanted, folder, runner, is_quiet=as_json)
            _tell(language, result, folder, wanted, as_json)
    except WorkError as error:
        fail(error.told(language))
    except BoardError as error:
        fail(error.text(language))
    except BotError as error:
        fail(error.told(language))


@dataclass(frozen=True)
class _Asked:
    """What was asked for on the command line; None where nothing was."""

    board: str | None
    bots: str | None
    players: int | None
    seed: int | None
    time_ms: float | None
    no_records: bool
    luck_adjusted: bool

    @property
    def names(self) -> tuple[str, ...]:
        if self.bots is None:
            raise ArenaError("arena.error_no_bots")
        return split_specs(self.bots)

    def settings(self) -> MatchSettings:
        is_line_up = len(set(self.names)) < len(self.names)
        players = self.players or (len(self.names) if is_line_up else 2)
        seconds = DEFAULT_SECONDS if self.time_ms is None else self.time_ms / 1000
        board = load_board(self.board or "usa")
        adjusted = self.luck_adjusted
        return MatchSettings(board, self.names, players, self.seed or 0, seconds, adjusted)

    def check_same(self, there: MatchSettings, has_records: bool) -> None:
        """Raises ArenaError if the options differ from those the match was started with."""
        pairs = {
            "--board": (self.board and load_board(self.board).sha256, there.board.sha256),
            "--bots": (self.bots and self.names, there.bots),
            "--players": (self.players, there.players),
            "--seed": (self.seed, there.seed),
            "--time-ms": (self.time_ms, there.seconds * 1000),
            "--no-records": (self.no_records or None, not has_records),
            "--luck-adjusted": (self.luck_adjusted or None, there.luck_adjusted),
        }
        for option, (asked, kept) in pairs.items():
            if asked is not None and asked != kept:
                raise ArenaError("arena.error_other_settings", option=option)


def _check_numbers(language: str, games: int | None, workers: int) -> None:
    if games is not None and not 1 <= games <= _MAX_GAMES:
        fail(translate(language, "cli.error_games", high=_MAX_GAMES))
    if not 0 <= workers <= _MAX_WORKERS:
        fail(translate(language, "arena.error_workers", high=_MAX_WORKERS))


def _check_bots(settings: MatchSettings) -> None:
    for bot in settings.entries:
        check_bot(bot, settings.board, settings.players)


def _open_folder(asked: _Asked, out: str | None, resume: bool) -> MatchFolder | None:
    if out is None:
        if resume:
            raise ArenaError("arena.error_resume_where")
        return None
    if not resume:
        settings = asked.settings()
        _check_bots(settings)  # before a folder is made for them
        return MatchFolder.create(Path(out), settings, not asked.no_records)
    folder = MatchFolder.reopen(Path(out))
    try:
        asked.check_same(folder.journal.settings, folder.wants_records)
    except BaseException:
        folder.close()
        raise
    return folder


def _runner(ray: str | None, workers: int) -> Runner:
    if ray is None:
        return partial(play_on_cores, workers=workers)
    from anden.workers.ray_pool import check_ray, play_on_ray

    check_ray()
    return partial(play_on_ray, address=ray, workers=workers)


def _play(
    settings: MatchSettings, games: int, folder: MatchFolder | None, runner: Runner, is_quiet: bool
) -> MatchResult:
    """Runs the match below a bar that tells who is ahead."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    is_shown = sys.stderr.isatty() and not is_quiet
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(settings.board.id, total=None, visible=is_shown)

        def show(standing: Standing) -> None:
            done, goal = standing.sets * settings.players, standing.goal * settings.players
            bar.update(task, completed=done, total=goal, description=_leaders(standing))

        return run_match(settings, games, folder=folder, runner=runner, on_progress=show)


def _leaders(standing: Standing) -> str:
    """The running result: win rates of the best few."""
    rates = [
        (wins / seats, bot)
        for bot, wins, seats in zip(standing.entries, standing.wins, standing.seats, strict=True)
        if seats
    ]
    best = sorted(rates, reverse=True)[:3]
    return "  ".join(f"{bot} {rate:.1%}" for rate, bot in best)


def _tell(
    language: str, result: MatchResult, folder: MatchFolder | None, wanted: int, as_json: bool
) -> None:
    if not len(result.rows):
        fail(translate(language, "arena.stopped_at_once"), code=130)
    summary = summarise(result, has_records=folder is not None and folder.wants_records)
    hints = [] if folder is None else write_outputs(folder.path, result, summary, language)
    if summary.results[0].rating is None:
        hints.insert(0, ArenaError("arena.no_rating"))
    if as_json:
        print_json(summary.as_json())
    else:
        typer.echo(as_text(Wording(language), result.settings.board, summary, wanted))
    for hint in hints:
        typer.echo(f"anden: {hint.told(language)}", err=True)
    if folder is not None:
        typer.echo(translate(language, "arena.written", path=folder.path), err=True)
    if not result.is_complete:
        key = "arena.stopped" if folder is None else "arena.stopped_resume"
        fail(translate(language, key, done=summary.games, goal=summary.games_wanted), code=130)
