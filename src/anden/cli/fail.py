"""One way to end with an error: a line on stderr and exit code 2 (1: the answer is no)."""

from typing import NoReturn

import typer


def fail(message: object, code: int = 2) -> NoReturn:
    typer.echo(f"anden: {message}", err=True)
    raise typer.Exit(code)
