"""One way to end with an error: a line on stderr and exit code 2 (1 means: the answer is no)."""

from typing import NoReturn

import typer

from .output import print_json


def fail(message: object, code: int = 2) -> NoReturn:
    typer.echo(f"anden: {message}", err=True)
    raise typer.Exit(code)


def fail_with(message: object, as_json: bool, code: int = 2, **facts: object) -> NoReturn:
    """The same; as JSON, the facts and the problem on stdout instead."""
    if not as_json:
        fail(message, code)
    print_json(facts | {"problem": str(message)})
    raise typer.Exit(code)


def fail_file(file: str, problem: object, *, is_missing: bool = False) -> NoReturn:
    """The answer about a file is no, or there is no file to ask about; its name is said once."""
    told = str(problem)
    fail(told if told.startswith(file) else f"{file}: {told}", code=2 if is_missing else 1)
