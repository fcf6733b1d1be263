"""`anden sim`: random games in bulk."""

import json
import os
import sys
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from anden.boards import Board
from anden.boards.names import in_language
from anden.envs import CudaError
from anden.kernel.warm_up import warm_up
from anden.locales import translate
from anden.simulation import Simulation, simulate_games

from .boards import load_or_fail
from .fail import fail
from .language import Lang, choose_language

_MAX_GAMES = 10**10
_MAX_THREADS = 1024


def sim(
    board: Annotated[str, typer.Option(help="Name or file.")] = "usa",
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 0,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    threads: Annotated[int, typer.Option(help="CPU cores to use; 0 is all of them.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lang: Lang = None,
) -> None:
    """Play random legal games, full rules, scored, and sum them up."""
    language = choose_language(lang)
    chosen = load_or_fail(board)
    _check(language, chosen, players, games, seed)
    if device not in ("cpu", "cuda") or not 0 <= threads <= _MAX_THREADS:
        fail(translate(language, "cli.error_device", high=_MAX_THREADS))
    warm_up(message=translate(language, "text.compiling"))
    workers = threads or os.cpu_count() or 1
    try:  # loads the compiled code before the clock starts
        simulate_games(chosen, players, 1, device=device)
    except CudaError as error:
        fail(error)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        is_shown = sys.stderr.isatty() and not as_json
        task = progress.add_task(f"{board}, {players} players", total=games, visible=is_shown)
        try:
            result = simulate_games(
                chosen,
                players,
                games,
                seed,
                on_progress=lambda done: progress.update(task, completed=done),
                device=device,
                threads=workers,
            )
        except KeyboardInterrupt:
            fail(translate(language, "cli.sim_stopped"), code=130)
    typer.echo(json.dumps(_as_json(result)) if as_json else _as_text(language, chosen, result))


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
