"""The language of a command: what was asked for, else the machine's, else English."""

import os
from typing import Annotated

import typer

from anden.locales import LANGUAGES, translate

from .fail import fail

Lang = Annotated[str | None, typer.Option(help="Language: en or es.")]


def choose_language(wanted: str | None) -> str:
    if wanted is not None and wanted not in LANGUAGES:
        fail(translate(choose_language(None), "text.error_language", options=", ".join(LANGUAGES)))
    if wanted is not None:
        return wanted
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return locale[:2].casefold() if locale[:2].casefold() in LANGUAGES else "en"
