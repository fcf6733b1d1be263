"""`anden serve`: the game server."""

import logging
import socket
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from anden.bots import BotError, bot_label, check_bot
from anden.bots.loader import split_name
from anden.core.background import BackgroundCompiling
from anden.locales import translate

from .fail import fail
from .language import Lang, choose_language

if TYPE_CHECKING:
    from anden.server import ServerSettings

DEFAULT_PORT = 8000
_NEXT_PORTS = 20  # tried when the default one is in use


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets other devices in.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Port; default: 8000, or the next free one."),
    ] = None,
    data: Annotated[Path | None, typer.Option(help="Folder for the games.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="A bot of your own for the lobby: my_bot.py. May be repeated."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Serve tables to browsers on this and other devices."""
    language = choose_language(lang)
    run_server(host, port, data, language, bots=own_bots(bot or [], language))


def own_bots(specs: list[str], language: str) -> tuple[tuple[str, str], ...]:
    """Bots of one's own by what they are called; ends the command if one can't be loaded."""
    for spec in specs:
        try:
            check_bot(spec)
        except BotError as error:
            fail(translate(language, "server.error_bot", detail=error))
    return tuple((bot_label(spec), split_name(spec)[1]) for spec in specs)


def run_server(
    host: str,
    port: int | None,
    data: Path | None,
    language: str,
    on_ready: Callable[[str], None] | None = None,
    bots: tuple[tuple[str, str], ...] = (),
) -> None:
    """Serves until Ctrl-C; `on_ready` is told the address once it listens."""
    try:
        from anden.server import ServerSettings
        from anden.server.run import lan_addresses, make_server
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("anden"):
            raise
        fail(translate(language, "server.error_extra", package=error.name))
    settings = (
        ServerSettings() if data is None else ServerSettings(data=data.expanduser().absolute())
    )
    _check_data(settings, language)
    listener = _listen(host, port, language)
    port = listener.getsockname()[1]
    addresses = lan_addresses(host, port)
    settings = replace(settings, addresses=addresses, bots=bots)
    compiling = BackgroundCompiling()
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    url = _say_where(host, port, settings, language)
    if on_ready is not None:
        on_ready(url)
    with suppress(KeyboardInterrupt), closing(compiling):  # the server has shut down by then
        make_server(settings).run(sockets=[listener])
    typer.echo(translate(language, "server.stopped"))


def _check_data(settings: "ServerSettings", language: str) -> None:
    """Opens the store once before anything is promised."""
    from anden.server.storage import StorageError, Store

    try:
        Store(settings.database_url).close()
    except StorageError as error:
        detail = str(error).splitlines()[0]
        fail(translate(language, "server.error_data", path=settings.data, detail=detail))


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


def _say_where(host: str, port: int, settings: "ServerSettings", language: str) -> str:
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else host
    url = f"http://{shown}:{port}"
    typer.echo(translate(language, "server.serving", url=url, path=settings.data))
    if settings.addresses:
        addresses = ", ".join(settings.addresses)
        typer.echo(translate(language, "server.addresses", addresses=addresses))
    return url
