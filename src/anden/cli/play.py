"""`anden play`: a table in the browser, or a game in the terminal."""

from collections.abc import Sequence
from typing import Annotated

import typer

from anden.locales import translate

from .browser import Page, play_in_browser
from .completion import board_names, bot_names
from .fail import fail
from .language import Lang, choose_language
from .terminal_game import Wishes, play_in_terminal

# What belongs to one way of playing alone, by the names of the parameters.
_BROWSER_ONLY = ("browser", "host", "port")
_TEXT_ONLY = ("humans", "names", "seed", "resume")
_FOR_NEW_GAMES = ("board", "players", "humans", "bots", "names", "seed")


def play(
    context: typer.Context,
    text: Annotated[
        bool, typer.Option("--text", help="Play in the terminal instead of the browser.")
    ] = False,
    board: Annotated[
        str | None,
        typer.Option(help="Board name or file: usa, europe, london…", autocompletion=board_names),
    ] = None,
    players: Annotated[int | None, typer.Option(help="Number of players, bots included.")] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="Who else plays: easy, medium, hard…, or a bot of your own: my_bot.py. "
            "Several are separated by commas.",
            autocompletion=bot_names,
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page, or only print its address.")] = True,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets other devices in.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Port; default: 8000, or the next free one."),
    ] = None,
    humans: Annotated[
        int | None, typer.Option(help="With --text: how many players are people at this device.")
    ] = None,
    names: Annotated[
        str | None,
        typer.Option(help="With --text: names separated by commas, people first: Ana,Luis."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="With --text: deal the game with this seed.")
    ] = None,
    resume: Annotated[str | None, typer.Option(help="With --text: resume a saved game.")] = None,
    lang: Lang = None,
) -> None:
    """Play against bots or with friends: in the browser, or with --text in the terminal.

    In the browser, --board, --players and --bots choose what is on the page at first; bots of your
    own can be taken in the lobby. In the terminal, --text alone asks what to play.
    """
    language = choose_language(lang)
    _refuse_what_does_not_fit(context, language, text, resume)
    if text:
        wishes = Wishes(board, players, humans, bots, names, seed, resume)
        play_in_terminal(wishes, language, lang)
    else:
        page = Page(host, port, browser, board, players, bots)
        play_in_browser(page, language)


def _refuse_what_does_not_fit(
    context: typer.Context, language: str, text: bool, resume: str | None
) -> None:
    """Nothing that was asked for is left out in silence."""
    if text:
        _refuse(context, language, _BROWSER_ONLY, "play.error_browser_only")
    else:
        _refuse(context, language, _TEXT_ONLY, "play.error_text_only")
    if resume is not None:
        _refuse(context, language, _FOR_NEW_GAMES, "play.error_resume_only")


def _refuse(context: typer.Context, language: str, names: Sequence[str], key: str) -> None:
    given = [name for name in names if _is_given(context, name)]
    if given:
        options = ", ".join(f"--{name}" for name in given)
        fail(translate(language, key, n=len(given), options=options))


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
