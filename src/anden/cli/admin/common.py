"""What all commands of an operator share: which store, and that nothing is lost by a slip."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from anden.locales import translate
from anden.locales.errors import TranslatedError

from ..database import place_of_games
from ..fail import fail
from ..serve import read_settings

if TYPE_CHECKING:
    from anden.server.storage import OperatorStore

Data = Annotated[Path | None, typer.Option(help="Folder for the games.", envvar="ANDEN_DATA")]
Yes = Annotated[
    bool, typer.Option("--yes", help="Do it; without this, only say what would be done.")
]
GameId = Annotated[str, typer.Argument(help="The game's id.")]
Days = Annotated[
    float, typer.Option(min=0, help="Only games in which nothing has happened for this many days.")
]


@contextmanager
def opened(data: Path | None, database: str | None, language: str) -> Iterator["OperatorStore"]:
    """The store of a server; what goes wrong with it ends the command in a line."""
    settings = read_settings(data, language, database)
    place = place_of_games(settings)
    from anden.server.board_files import fetch_boards, use_folder
    from anden.server.storage import OperatorStore, OtherSchemaError, SealError, StorageError

    use_folder(settings.boards)
    try:
        store = OperatorStore(
            settings.database_url, settings.key_for_seeds, settings.other_key_for_seeds
        )
    except SealError as error:
        fail(error.told(language))
    except OtherSchemaError as error:
        found = error.revision or "–"
        fail(translate(language, "admin.error_schema", path=place, found=found))
    except StorageError as error:
        detail = str(error).splitlines()[0]
        fail(translate(language, "admin.error_open", path=place, detail=detail))
    try:
        with ExitStack() as stack:
            fetch_boards(store, lambda: Path(stack.enter_context(TemporaryDirectory())))
            yield store
    except TranslatedError as error:
        fail(error.told(language))
    except StorageError as error:
        fail(translate(language, "admin.error_store", detail=str(error).splitlines()[0]))
    finally:
        store.close()


def only_if_meant(is_meant: bool, language: str, do: Callable[[], object]) -> None:
    """Does it, or says how; then the exit code is 1."""
    if is_meant:
        do()
        return
    typer.echo(translate(language, "admin.add_yes"), err=True)
    raise typer.Exit(1)


def as_time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")
