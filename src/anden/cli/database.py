"""Where the games are stored, and what to say if they can't be."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from anden.locales import translate

from .fail import fail

if TYPE_CHECKING:
    from anden.server import ServerSettings

Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="PostgreSQL database for the games: postgresql://user:password@host/name.",
        envvar="ANDEN_DATABASE_URL",
    ),
]

_ADDRESS = re.compile(r"([a-z][a-z0-9+]+):/+", re.IGNORECASE)


def check_folder(data: Path, language: str) -> None:
    """An address is no folder, though one of that name could be made."""
    if _ADDRESS.match(str(data)):
        given = _ADDRESS.sub(r"\1://", str(data), count=1)
        fail(translate(language, "server.error_folder", given=given))


def place_of_games(settings: "ServerSettings") -> str:
    """The folder or the database, as people may see it: without a password."""
    if not settings.database:
        return str(settings.data)
    return settings.database_url.render_as_string(hide_password=True)


def check_database(settings: "ServerSettings", language: str) -> None:
    """Opens the store once before anything is promised."""
    from anden.server.opening import open_store
    from anden.server.storage import (
        DriverError,
        InUseError,
        NewerSchemaError,
        SealError,
        StorageError,
    )

    try:
        open_store(settings).close()
    except SealError as error:
        fail(error.told(language))
    except DriverError as error:
        fail(translate(language, "server.error_driver", detail=error))
    except InUseError:
        fail(translate(language, "server.error_in_use", path=place_of_games(settings)))
    except NewerSchemaError as error:
        path = place_of_games(settings)
        fail(translate(language, "server.error_newer", path=path, found=error))
    except StorageError as error:
        detail, path = str(error).splitlines()[0], place_of_games(settings)
        fail(translate(language, "server.error_data", path=path, detail=detail))
