"""The store as a whole: backed up, restored, checked."""

import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from anden.core.background import interpret_until_compiled
from anden.locales import translate
from anden.machine.files import replacing

from ..database import Database, check_database
from ..fail import fail
from ..language import Json, Lang, choose_language
from ..output import print_json
from ..serve import read_settings
from .common import Data, opened

if TYPE_CHECKING:
    from anden.server.upkeep.check import Report

_STREAM = Path("-")  # standard input or output


def backup(
    file: Annotated[Path, typer.Argument(help="File to write; - for standard output.")],
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Write everything into one file, whether the server is running or not."""
    language = choose_language(lang)
    with opened(data, database, language) as store:
        from anden.server.upkeep.backup import write_backup

        if file == _STREAM:
            rows = write_backup(store, sys.stdout.buffer)
        else:
            try:
                with replacing(file) as beside, _private(beside) as stream:
                    rows = write_backup(store, stream)
            except OSError as error:
                detail = error.strerror or error
                fail(translate(language, "admin.error_file", file=file, detail=detail))
    if as_json:
        print_json({"file": str(file), "rows": rows}, err=file == _STREAM)
    elif file != _STREAM:
        told = translate(language, "admin.backed_up", file=file, n=rows["games"])
        typer.echo(told)


def restore(
    file: Annotated[Path, typer.Argument(help="File of a backup; - for standard input.")],
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Put a backup into an empty store: all of it or, if anything is wrong, nothing."""
    language = choose_language(lang)
    try:
        stream = sys.stdin.buffer if file == _STREAM else file.open("rb")
    except OSError as error:
        detail = error.strerror or error
        fail(translate(language, "admin.error_file", file=file, detail=detail))
    with stream:
        check_database(read_settings(data, language, database), language)
        with opened(data, database, language) as store:
            from anden.server.upkeep.restore import restore_backup

            rows = restore_backup(store, stream)
    if as_json:
        print_json({"file": str(file), "rows": rows})
    else:
        typer.echo(translate(language, "admin.restored", n=rows["games"]))


def check(
    data: Data = None, database: Database = None, as_json: Json = False, lang: Lang = None
) -> None:
    """Replay every game, and list those that can't be replayed."""
    language = choose_language(lang)
    interpret_until_compiled()
    with opened(data, database, language) as store:
        from anden.server.upkeep.check import check_store

        report = check_store(store)
    if as_json:
        print_json(asdict(report))
    else:
        _tell(report, language)
    if report.findings:
        raise typer.Exit(1)


def _tell(report: "Report", language: str) -> None:
    for finding in report.findings:
        typer.echo(f"{finding.game or '–'}: {finding.problem}")
    if report.sealed:
        typer.echo(translate(language, "admin.sealed", n=report.sealed))
    key = "admin.check_bad" if report.findings else "admin.check_good"
    numbers = {"games": report.games, "actions": report.actions, "n": len(report.findings)}
    typer.echo(translate(language, key, **numbers))


def _private(path: Path) -> IO[bytes]:
    """A file that nobody else can read: seeds and hashes of secrets will be in it."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
