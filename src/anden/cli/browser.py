"""`anden play` in the browser: a server for this computer, and a window that shows it."""

import threading
import webbrowser
from pathlib import Path

import typer

import anden
from anden.locales import translate

from .fail import fail
from .serve import run_server

_PAGE = Path(anden.__file__).parent / "server" / "web" / "index.html"


def play_in_browser(
    host: str, port: int | None, opens: bool, language: str, bots: tuple[tuple[str, str], ...] = ()
) -> None:
    """Serves the table and opens it; says what to do where there is no page to show."""
    if not _PAGE.is_file():
        fail(translate(language, "play.not_built"))
    if opens:
        typer.echo(translate(language, "play.hint"))
    run_server(host, port, None, language, _open if opens else None, bots)


def _open(url: str) -> None:
    """In the background: some browsers only come back when they are closed."""
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
