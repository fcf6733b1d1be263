"""The language of a command: what was asked for, else the machine's, else English."""

from typing import Annotated

import typer

from anden.locales import LANGUAGES, system_language, translate

from .fail import fail

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Lang = Annotated[str | None, typer.Option(help="Language: en or es.")]


def choose_language(wanted: str | None) -> str:
    if wanted is None:
        return system_language()
    if wanted not in LANGUAGES:
        options = ", ".join(LANGUAGES)
        fail(translate(system_language(), "text.error_language", options=options))
    return wanted
