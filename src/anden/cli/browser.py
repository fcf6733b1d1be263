"""`anden play` in the browser: a server for this computer, and a window that shows it."""

import threading
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import typer

import anden
from anden.boards import Board, builtin_boards
from anden.bots import split_specs
from anden.bots.registry import LEVELS
from anden.locales import translate

from .boards import load_or_fail
from .fail import fail
from .serve import own_bots, run_server

if TYPE_CHECKING:
    from anden.server import ServerSettings

_PAGE = Path(anden.__file__).parent / "server" / "web" / "index.html"


@dataclass(frozen=True)
class Page:
    """What was asked for on the command line; None where nothing was."""

    host: str
    port: int | None
    opens: bool
    board: str | None
    players: int | None
    bots: str | None

    @property
    def levels(self) -> list[str]:
        return [bot for bot in self._specs if bot in LEVELS]

    @property
    def own_bots(self) -> list[str]:
        return [bot for bot in self._specs if bot not in LEVELS]

    @property
    def _specs(self) -> tuple[str, ...]:
        return split_specs(self.bots) if self.bots else ()


def play_in_browser(page: Page, language: str) -> None:
    """Serves the table and opens it; says what to do where there is no page to show."""
    if not _PAGE.is_file():
        fail(translate(language, "play.not_built"))
    board = load_or_fail(page.board, language) if page.board else None
    _check(page, board, language)
    bots = own_bots(page.own_bots, language)
    if page.opens:
        typer.echo(translate(language, "play.hint"))
    run_server(
        page.host,
        page.port,
        None,
        language,
        lambda settings: _first_page(page, settings),
        _open if page.opens else None,
        bots,
    )


def _check(page: Page, board: Board | None, language: str) -> None:
    if len(page.levels) > 1:
        fail(translate(language, "play.error_levels"))
    low, high = (board.players.min, board.players.max) if board else (2, 5)
    if page.players is not None and not low <= page.players <= high:
        fail(translate(language, "text.error_players", low=low, high=high, given=page.players))


def _first_page(page: Page, settings: "ServerSettings") -> str:
    """What follows the server's address, so that the page shows what was asked for."""
    wanted: dict[str, str] = {}
    if page.board is not None:
        wanted["board"] = page.board
        if page.board not in builtin_boards():
            from anden.server.board_files import write_board

            text = Path(page.board).read_text("utf-8")
            wanted["board"] = write_board(settings.boards, text)
    if page.players is not None:
        wanted["players"] = str(page.players)
    if page.levels:
        wanted["bots"] = page.levels[0]
    return f"/?{urlencode(wanted)}" if wanted else ""


def _open(url: str) -> None:
    """In the background: some browsers only come back when they are closed."""
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
