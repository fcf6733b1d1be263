"""`anden work`: does slow work for servers, on this or another machine."""

import asyncio
from contextlib import closing, suppress
from dataclasses import replace
from typing import Annotated

import typer

from anden.core.background import BackgroundCompiling
from anden.locales import translate

from .database import Database, check_database, place_of_games
from .fail import fail
from .language import Lang, choose_language
from .serve import read_settings


def work(
    database: Database = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1, max=256, help="Jobs done at the same time; default: 2.", envvar="ANDEN_WORKERS"
        ),
    ] = None,
    lang: Lang = None,
) -> None:
    """Think for bots and review games for servers that share a PostgreSQL database."""
    language = choose_language(lang)
    settings = read_settings(None, language, database)
    if not settings.database or settings.database_url.get_backend_name() != "postgresql":
        fail(translate(language, "server.error_work"))
    number = workers or settings.workers or 1
    settings = replace(settings, workers=number, bot_processes=number)
    check_database(settings, language)

    from anden.server.logs import set_up_logs
    from anden.server.work import work as do_work

    set_up_logs(settings)
    ready = translate(language, "server.working", n=number, path=place_of_games(settings))
    with suppress(KeyboardInterrupt), closing(BackgroundCompiling()):
        asyncio.run(do_work(settings, lambda: typer.echo(ready)))
    typer.echo(translate(language, "server.stopped"))
