"""People: what is stored about one, handed out or forgotten."""

from dataclasses import asdict
from typing import Annotated

import typer

from anden.locales import translate

from ..database import Database
from ..language import Json, Lang, choose_language
from ..output import print_json
from .common import Data, Yes, only_if_meant, opened

Device = Annotated[str, typer.Argument(help="The device or account that `anden admin show` tells.")]


def export(device: Device, data: Data = None, database: Database = None, lang: Lang = None) -> None:
    """Print all that is stored about a person, as one JSON object."""
    language = choose_language(lang)
    with opened(data, database, language) as store:
        from anden.server.upkeep.people import export_person, find_person

        print_json(export_person(store, find_person(store, device)))


def forget(
    device: Device,
    yes: Yes = False,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Forget a person: delete the games that are theirs alone, and remove them from all others."""
    language = choose_language(lang)
    with opened(data, database, language) as store:
        from anden.server.upkeep.people import find_person, forget_person

        whole = find_person(store, device)
        gone = forget_person(store, whole, language, is_trial=True)
        numbers = {"deleted": len(gone.deleted), "kept": len(gone.kept)}
        if not as_json and not yes:
            typer.echo(translate(language, "admin.would_forget", **numbers))
        only_if_meant(yes, language, lambda: forget_person(store, whole, language, is_trial=False))
    if as_json:
        print_json({"device": whole} | asdict(gone))
    else:
        typer.echo(translate(language, "admin.forgotten", **numbers))
