"""`anden play`: a table in the browser, or a game in the terminal."""

import atexit
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from anden.boards import BoardError, load_board
from anden.bots import BOTS, BotError, check_bot, is_searcher
from anden.core.background import BackgroundCompiling, interpret_until_compiled
from anden.core.warm_up import warm_up
from anden.game import Game, GameError
from anden.locales import LANGUAGES, translate
from anden.machine.meanwhile import interpret_meanwhile

from .browser import play_in_browser
from .fail import fail
from .language import Lang, choose_language
from .serve import own_bots
from .text.autosave import Autosave, autosave_path
from .text.seats import Occupant, make_seats, read_seats, tidy_name
from .text.session import Session
from .text.start import Choices, Questions
from .text.terminal import LeaveError, Terminal, standard_terminal
from .text.text_game import TextGame

DEFAULT_BOT = "medium"


def play(
    text: Annotated[
        bool, typer.Option("--text", help="Play in the terminal instead of the browser.")
    ] = False,
    browser: Annotated[bool, typer.Option(help="Open the page, or only print its address.")] = True,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets other devices in.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Port; default: 8000, or the next free one."),
    ] = None,
    board: Annotated[
        str | None, typer.Option(help="Board name or file: usa, europe, london…")
    ] = None,
    players: Annotated[int | None, typer.Option(help="Number of players, bots included.")] = None,
    humans: Annotated[
        int | None, typer.Option(help="How many of them are people at this device.")
    ] = None,
    bot: Annotated[
        str | None,
        typer.Option(help="Who else plays: easy, medium, hard…, or a bot of your own: my_bot.py."),
    ] = None,
    names: Annotated[
        str | None, typer.Option(help="Names separated by commas, people first: Ana,Luis.")
    ] = None,
    lang: Lang = None,
    seed: Annotated[int | None, typer.Option(help="Deal the game with this seed.")] = None,
    resume: Annotated[str | None, typer.Option(help="Resume a saved game.")] = None,
) -> None:
    """Play against bots or with friends: in the browser, or with --text in the terminal.

    Options from --board on start a game in the terminal; --text alone asks for them. A bot of your
    own alone opens the browser, where it can be chosen in the lobby.
    """
    language = choose_language(lang)
    is_plain = all(option is None for option in (board, players, humans, names, seed, resume))
    is_open = is_plain and bot is None
    if not text and (is_open or (is_plain and bot not in BOTS)):
        own = () if bot is None else own_bots([bot], language)
        play_in_browser(host, port, browser, language, own)
        return
    terminal = standard_terminal()
    autosave = Autosave(autosave_path())
    try:
        path = resume or (_unfinished(terminal, language, autosave) if is_open else None)
        if path:
            table = _resumed(path, terminal, lang, language, autosave)
        else:
            choices = (
                Questions(terminal, language).choices()
                if is_open
                else _choices(language, board, players, humans, names)
            )
            table = _new(choices, _bot(language, bot), seed, terminal, language, autosave)
    except (LeaveError, KeyboardInterrupt):
        typer.echo(translate(language, "text.goodbye"))
        return
    aside = autosave.set_aside(table.game)
    if aside is not None:
        table.say("text.set_aside", path=aside)
    Session(table).run()
    _detach_broken_output()


def _unfinished(terminal: Terminal, language: str, autosave: Autosave) -> str | None:
    """The path of the game left unfinished, if there is one and the player wants it."""
    record = autosave.unfinished()
    if record is None or not Questions(terminal, language).wants_to_resume(record):
        return None
    return str(autosave.path)


def _choices(
    language: str, board: str | None, players: int | None, humans: int | None, names: str | None
) -> Choices:
    try:
        loaded = load_board(board or "usa")
    except BoardError as error:
        fail(translate(language, "text.board_unusable", detail=error))
    low, high = loaded.players.min, loaded.players.max
    humans = 1 if humans is None else humans
    players = max(low, min(humans, high)) if players is None else players
    if not low <= players <= high:
        fail(translate(language, "text.error_players", low=low, high=high, given=players))
    if not 1 <= humans <= players:
        fail(translate(language, "text.error_humans", high=players, given=humans))
    given = tuple(tidy_name(name) for name in names.split(",")) if names else ()
    if len(given) > players:
        fail(translate(language, "text.error_names", n=players, given=len(given)))
    return Choices(loaded, players, humans, given)


def _bot(language: str, name: str | None) -> str:
    try:
        check_bot(name or DEFAULT_BOT)
    except BotError as error:
        options = translate(language, "text.error_bot", options=", ".join(BOTS))
        fail(f"{options} ({error})")
    return name or DEFAULT_BOT


def _new(
    choices: Choices,
    bot: str,
    seed: int | None,
    terminal: Terminal,
    language: str,
    autosave: Autosave,
) -> TextGame:
    seats = make_seats(choices.players, choices.humans, bot, choices.names, language)
    if len({seat.name for seat in seats}) < len(seats):
        fail(translate(language, "text.error_same_name"))
    if seed is not None and not 0 <= seed < 1 << 128:
        fail(translate(language, "text.error_seed"))
    _compile(language, seats)
    game = Game(choices.board, choices.players, seed)
    return TextGame(game, seats, terminal, language, autosave)


def _resumed(
    path: str, terminal: Terminal, lang: str | None, language: str, autosave: Autosave
) -> TextGame:
    """The saved game; its own language unless another was asked for."""
    interpret_until_compiled()
    try:
        game = Game.load(Path(path).expanduser())
    except (GameError, OSError, RuntimeError, ValueError) as error:
        fail(translate(language, "text.error_resume", detail=error))
    kept = game.notes.get("lang", "")
    if lang is None and kept in LANGUAGES:
        language = kept
    seats: tuple[Occupant, ...] | None = read_seats(game.notes.get("seats", ""), game.players)
    seats = seats or make_seats(game.players, 1, DEFAULT_BOT, (), language)
    _compile(language, seats)
    return TextGame(game, seats, terminal, language, autosave)


def _compile(language: str, seats: tuple[Occupant, ...]) -> None:
    """In the background, unless a bot needs compiled speed to think at all."""
    if any(is_searcher(seat.bot or "") for seat in seats):
        interpret_meanwhile(False)
        warm_up(message=translate(language, "text.compiling"))
    else:
        atexit.register(BackgroundCompiling().close)


def _detach_broken_output() -> None:
    """Lets Python end quietly when whoever read the output has gone."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
