"""`anden sim`: games in bulk, random ones or of bots."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from anden.boards import Board
from anden.boards.names import in_language
from anden.bots import split_specs
from anden.bulk import DatasetSettings
from anden.bulk.settings import DEFAULT_SECONDS
from anden.bulk.simulation import Simulation, simulate_games
from anden.core.warm_up import warm_up_series
from anden.envs import CudaError
from anden.locales import translate
from anden.machine.cores import usable_cores
from anden.workers import WorkError
from anden.workers.ray_pool import check_ray

from .boards import load_or_fail
from .fail import fail
from .language import Json, Lang, choose_language
from .output import print_json
from .sim_bots import Saving, sim_bots

_MAX_GAMES = 10**10
_MAX_THREADS = 1024


def sim(
    board: Annotated[str, typer.Option(help="Board name or file.")] = "usa",
    players: Annotated[
        int | None, typer.Option(help="Number of players; default: 2, or as many as --bots.")
    ] = None,
    games: Annotated[int, typer.Option(help="Games to play.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 0,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    threads: Annotated[
        int | None, typer.Option(help="CPU cores to use; 0: all of them; default: 1.")
    ] = None,
    bots: Annotated[
        str | None, typer.Option(help="Bots by seat, separated by commas; or one for all seats.")
    ] = None,
    save: Annotated[
        str | None, typer.Option(help="Save the bots' decisions to a .parquet or .npz file.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume the file named by --save.")
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the file named by --save.")
    ] = False,
    time_ms: Annotated[
        float, typer.Option(help="Milliseconds a bot has for each choice.")
    ] = DEFAULT_SECONDS * 1000,
    ray: Annotated[
        str | None,
        typer.Option(help="Play on the Ray cluster at this address; local: start one here."),
    ] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Play games in bulk, at random or with bots; sum them up or save every decision."""
    language = choose_language(lang)
    chosen = load_or_fail(board, language)
    if device not in ("cpu", "cuda") or not 0 <= (threads or 0) <= _MAX_THREADS:
        fail(translate(language, "cli.error_device", high=_MAX_THREADS))
    if device != "cpu" and (bots is not None or ray is not None):
        fail(translate(language, "cli.error_sim_cpu"))
    saving = Saving(Path(save) if save else None, resume, overwrite)
    _check_saving(language, saving, bots)
    if bots is not None:
        names = split_specs(bots)
        seats = players or max(2, len(names))
        try:
            settings = DatasetSettings(chosen, names, seats, games, seed, time_ms / 1000)
        except WorkError as error:
            fail(error.told(language))
        sim_bots(language, settings, saving, threads, ray, as_json)
        return
    _sim_randomly(
        language,
        chosen,
        2 if players is None else players,
        games,
        seed,
        device,
        threads,
        ray,
        as_json,
    )


def _sim_randomly(
    language: str,
    board: Board,
    players: int,
    games: int,
    seed: int,
    device: str,
    threads: int | None,
    ray: str | None,
    as_json: bool,
) -> None:
    _check(language, board, players, games, seed)
    try:
        if ray is not None:
            check_ray()
    except WorkError as error:
        fail(error.told(language))
    warm_up_series(message=translate(language, "text.compiling"))
    workers = 1 if threads is None else threads or usable_cores()
    try:  # loads the compiled code before the clock starts
        simulate_games(board, players, 1, device=device)
    except CudaError as error:
        fail(error.told(language))
    with Progress(console=Console(stderr=True), transient=True) as progress:
        is_shown = sys.stderr.isatty() and not as_json
        told = translate(language, "cli.sim_progress", board=board.id, players=players)
        task = progress.add_task(told, total=games, visible=is_shown)
        try:
            result = simulate_games(
                board,
                players,
                games,
                seed,
                on_progress=lambda done: progress.update(task, completed=done),
                device=device,
                threads=workers if ray is None else threads or 0,
                ray=ray,
            )
        except WorkError as error:
            fail(error.told(language))
        except KeyboardInterrupt:
            fail(translate(language, "cli.sim_stopped"), code=130)
    if as_json:
        print_json(_as_json(result))
    else:
        typer.echo(_as_text(language, board, result))


def _check_saving(language: str, saving: Saving, bots: str | None) -> None:
    if saving.path is None and (saving.resume or saving.overwrite):
        fail(translate(language, "cli.error_sim_no_save"))
    if saving.resume and saving.overwrite:
        fail(translate(language, "cli.error_sim_one"))
    if saving.path is not None and bots is None:
        fail(translate(language, "cli.error_sim_no_bots"))


def _check(language: str, board: Board, players: int, games: int, seed: int) -> None:
    low, high = board.players.min, board.players.max
    if not low <= players <= high:
        fail(translate(language, "text.error_players", low=low, high=high, given=players))
    if not 1 <= games <= _MAX_GAMES:
        fail(translate(language, "cli.error_games", high=_MAX_GAMES))
    if not 0 <= seed < 1 << 128:
        fail(translate(language, "text.error_seed"))


def _as_json(result: Simulation) -> dict[str, object]:
    rates = {
        "games_per_second": result.games_per_second,
        "steps_per_second": result.steps_per_second,
    }
    return asdict(result) | rates


def _as_text(language: str, board: Board, result: Simulation) -> str:
    lines = [
        translate(
            language,
            "cli.sim_title",
            games=result.games,
            board=in_language(board.names, language),
            players=result.players,
            seed=result.seed,
        ),
        translate(
            language,
            "cli.sim_speed",
            games=result.games_per_second,
            steps=result.steps_per_second,
            seconds=result.seconds,
        ),
        translate(
            language,
            "cli.sim_length",
            mean=result.mean_steps,
            low=result.min_steps,
            high=result.max_steps,
        ),
    ]
    pairs = zip(result.mean_scores, result.score_spread, strict=True)
    lines += (
        translate(language, "cli.sim_player", number=number, mean=mean, spread=spread)
        for number, (mean, spread) in enumerate(pairs, 1)
    )
    lines.append(translate(language, "cli.sim_digest", digest=result.digest))
    return "\n".join(lines)
