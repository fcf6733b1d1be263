"""`anden sim`: random games in bulk."""

import json
import sys
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from anden.boards import Board, BoardError, load_board
from anden.kernel.warm_up import warm_up
from anden.simulation import Simulation, simulate_games

from .fail import fail

_MAX_GAMES = 10**10


def sim(
    board: Annotated[str, typer.Option(help="Name or file.")] = "usa",
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Of the first game; each further one adds 1.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play random legal games, full rules, scored, on one core, and sum them up."""
    chosen = _check(board, players, games, seed)
    warm_up()
    simulate_games(chosen, players, 1)  # loads the compiled code before the clock starts
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
            )
        except KeyboardInterrupt:
            fail("stopped; nothing was summed up. Ask for fewer --games", code=130)
    typer.echo(json.dumps(_as_json(result)) if as_json else _as_text(result))


def _check(name: str, players: int, games: int, seed: int) -> Board:
    try:
        board = load_board(name)
    except BoardError as error:
        fail(error)
    low, high = board.players.min, board.players.max
    if not low <= players <= high:
        fail(f"{board.id} is for {low} to {high} players; say --players {low}")
    if not 1 <= games <= _MAX_GAMES:
        fail(f"--games takes 1 to {_MAX_GAMES}")
    if not 0 <= seed < 1 << 128:
        fail("--seed takes 0 to 2**128 - 1")
    return board


def _as_json(result: Simulation) -> dict[str, object]:
    rates = {
        "games_per_second": result.games_per_second,
        "steps_per_second": result.steps_per_second,
    }
    return asdict(result) | rates


def _as_text(result: Simulation) -> str:
    lines = [
        f"{result.games} games of {result.board} with {result.players} players, "
        f"seeds from {result.seed}",
        f"speed: {result.games_per_second:,.0f} games/s, {result.steps_per_second:,.0f} steps/s "
        f"({result.seconds:.2f} s)",
        f"length: {result.mean_steps:.1f} actions a game "
        f"({result.min_steps} to {result.max_steps})",
    ]
    pairs = zip(result.mean_scores, result.score_spread, strict=True)
    lines += (
        f"player {seat}: mean score {mean:.2f}, spread {spread:.2f}"
        for seat, (mean, spread) in enumerate(pairs, 1)
    )
    lines.append(f"digest: {result.digest}")
    return "\n".join(lines)
