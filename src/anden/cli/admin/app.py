"""All commands of an operator in one place."""

import typer

from .games import delete, end, games, purge, show
from .people import export, forget
from .store import backup, check, restore

admin = typer.Typer(
    help="Manage the games of a server, whether it is running or not.", no_args_is_help=True
)
for command in (games, show, end, delete, purge, export, forget, backup, restore, check):
    admin.command()(command)
