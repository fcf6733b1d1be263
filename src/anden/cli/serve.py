"""`anden serve`: the game server."""

import os
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from anden.bots import BotError, bot_label, check_bot, split_specs
from anden.bots.loader import split_name
from anden.core.background import BackgroundCompiling, interpret_until_compiled
from anden.locales import translate

from .accounts import check_accounts
from .database import Database, check_database, check_folder, place_of_games
from .fail import fail
from .language import Lang, choose_language

if TYPE_CHECKING:
    from anden.server import ServerSettings

DEFAULT_PORT = 8000
_NEXT_PORTS = 20  # tried when the default one is in use


def serve(
    host: Annotated[
        str,
        typer.Option(
            help="Address to listen on; 0.0.0.0 lets other devices in.", envvar="ANDEN_HOST"
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=65535,
            help="Port; default: 8000, or the next free one.",
            envvar="ANDEN_PORT",
        ),
    ] = None,
    data: Annotated[
        Path | None, typer.Option(help="Folder for the games.", envvar="ANDEN_DATA")
    ] = None,
    database: Database = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="Bots of your own for the lobby, separated by commas: my_bot.py.",
            envvar="ANDEN_BOTS",
        ),
    ] = None,
    host_name: Annotated[
        str | None,
        typer.Option(
            help="What the server is called beyond your network: games.example.org.",
            envvar="ANDEN_HOST_NAMES",
        ),
    ] = None,
    accounts: Annotated[
        str | None,
        typer.Option(
            help="Let people make accounts by passkey, at this address: https://games.example.org.",
            envvar="ANDEN_ACCOUNTS",
        ),
    ] = None,
    lang: Lang = None,
) -> None:
    """Serve tables to browsers on this and other devices."""
    language = choose_language(lang)
    own = own_bots(split_specs(bots) if bots else (), language)
    run_server(
        host,
        port,
        data,
        language,
        bots=own,
        database=database,
        host_name=host_name,
        accounts=accounts,
    )


def own_bots(specs: Sequence[str], language: str) -> tuple[tuple[str, str], ...]:
    """Bots of one's own by what they are called; ends the command if one can't be loaded."""
    for spec in specs:
        try:
            check_bot(spec)
        except BotError as error:
            fail(translate(language, "server.error_bot", detail=error.told(language)))
    return tuple((bot_label(spec), split_name(spec)[1]) for spec in specs)


def run_server(
    host: str,
    port: int | None,
    data: Path | None,
    language: str,
    first_page: Callable[["ServerSettings"], str] = lambda settings: "",
    on_ready: Callable[[str], None] | None = None,
    bots: tuple[tuple[str, str], ...] = (),
    database: str | None = None,
    host_name: str | None = None,
    accounts: str | None = None,
) -> None:
    """Serves until Ctrl-C; `on_ready` is told the address of the first page once it listens."""
    try:
        from anden.server.logs import set_up_logs
        from anden.server.run import collect_seldom, lan_addresses, make_server
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("anden"):
            raise
        fail(translate(language, "server.error_extra", package=error.name))
    settings = read_settings(data, language, database)
    if accounts is not None:
        settings = replace(settings, accounts=accounts)
    check_accounts(settings, language)
    check_database(settings, language)
    listener = _listen(host, port, language)
    port = listener.getsockname()[1]
    addresses = settings.addresses or lan_addresses(host, port)
    settings = replace(settings, addresses=addresses, bots=bots)
    if host_name is not None:
        settings = replace(settings, host_names=tuple(host_name.replace(",", " ").split()))
    interpret_until_compiled()
    set_up_logs(settings)
    url = _say_where(host, port, first_page(settings), settings, language)
    if on_ready is not None:
        on_ready(url)
    collect_seldom()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # how services are stopped
    with suppress(KeyboardInterrupt):
        server = make_server(settings)
        with closing(BackgroundCompiling()):  # not before: the page comes first
            server.run(sockets=[listener])
    typer.echo(translate(language, "server.stopped"))


def read_settings(
    data: Path | None, language: str, database: str | None = None
) -> "ServerSettings":
    """The settings of the environment; what a flag says comes first."""
    from anden.server.environment import SettingError, settings_from

    given: dict[str, Any] = {}
    if data is not None:
        check_folder(data, language)
        given["data"] = data.expanduser().absolute()
    if database is not None:
        given["database"] = database
    try:
        return settings_from(os.environ, **given)
    except SettingError as error:
        fail(error.told(language))


def _listen(host: str, wanted: int | None, language: str) -> socket.socket:
    from anden.server.run import bind, is_port_taken

    first = wanted or DEFAULT_PORT
    ports = [first] if wanted else range(first, first + _NEXT_PORTS)
    for port in ports:
        try:
            return bind(host, port)
        except OSError as error:
            if not is_port_taken(error):
                detail = error.strerror or error
                fail(
                    translate(language, "server.error_listen", host=host, port=port, detail=detail)
                )
    fail(translate(language, "server.error_port", port=first))


def _say_where(host: str, port: int, page: str, settings: "ServerSettings", language: str) -> str:
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else host
    url = f"http://{shown}:{port}{page}"
    typer.echo(translate(language, "server.serving", url=url, path=place_of_games(settings)))
    if settings.addresses:
        addresses = ", ".join(settings.addresses)
        typer.echo(translate(language, "server.addresses", addresses=addresses))
    return url
