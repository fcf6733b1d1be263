"""All commands in one place."""

from typing import Annotated

import typer

import anden

from .admin import admin
from .arena import arena
from .boards import boards
from .bots import bots
from .play import play
from .puzzles import puzzles
from .replay import replay
from .review import review
from .serve import serve
from .sim import sim
from .train import train
from .verify import verify
from .work import work

app = typer.Typer(
    help="Andén: train board games in the browser and the terminal, with tools for research.",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
)
app.command()(play)
app.add_typer(boards, name="boards")
app.add_typer(bots, name="bots")
app.add_typer(puzzles, name="puzzles")
app.command()(replay)
app.command()(verify)
app.command()(review)
app.command()(sim)
app.command()(arena)
app.command()(train)
app.command()(serve)
app.add_typer(admin, name="admin")
app.command()(work)


def _show_version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"anden {anden.__version__}")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        play(context)
