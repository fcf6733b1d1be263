"""One way to end with an error: a line on stderr and exit code 2 (1 means: the answer is no)."""

from typing import NoReturn

import typer


def fail(message: object, code: int = 2) -> NoReturn:
    typer.echo(f"anden: {message}", err=True)
    raise typer.Exit(code)


def fail_file(file: str, problem: object, *, is_missing: bool = False) -> NoReturn:
    """The answer about a file is no, or there is no file to ask about; its name is said once."""
    told = str(problem)
    fail(told if told.startswith(file) else f"{file}: {told}", code=2 if is_missing else 1)
