"""All commands in one place."""

from typing import Annotated

import typer

import anden

from .arena import arena
from .boards import boards
from .bots import bots
from .play import play
from .replay import replay
from .serve import serve
from .sim import sim
from .train import train
from .verify import verify

app = typer.Typer(
    help="Andén: train board games in the browser and the terminal, with tools for research.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(play)
app.add_typer(boards, name="boards")
app.add_typer(bots, name="bots")
app.command()(replay)
app.command()(verify)
app.command()(sim)
app.command()(arena)
app.command()(train)
app.command()(serve)


def _show_version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"anden {anden.__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass
