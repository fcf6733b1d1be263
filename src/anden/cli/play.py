"""`anden play`: a game in the terminal."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from anden.boards import BoardError, load_board
from anden.bots import BOTS
from anden.game import Game, GameError
from anden.kernel.warm_up import warm_up
from anden.locales import LANGUAGES, translate

from .fail import fail
from .language import Lang, choose_language
from .text.autosave import Autosave, autosave_path
from .text.seats import Seat, make_seats, read_seats, tidy_name
from .text.session import Session
from .text.start import Choices, Questions
from .text.table import Table
from .text.terminal import LeaveError, Terminal, standard_terminal


def play(
    text: Annotated[
        bool, typer.Option("--text", help="Play in the terminal; so far the only way.")
    ] = False,
    board: Annotated[
        str | None, typer.Option(help="Name or file of the board: usa, europe, london…")
    ] = None,
    players: Annotated[int | None, typer.Option(help="How many play, bots included.")] = None,
    humans: Annotated[
        int | None, typer.Option(help="How many of them are people, at this device.")
    ] = None,
    bot: Annotated[str | None, typer.Option(help="Who else plays: greedy or random.")] = None,
    names: Annotated[
        str | None, typer.Option(help="Names with commas between, people first: Ana,Luis.")
    ] = None,
    lang: Lang = None,
    seed: Annotated[int | None, typer.Option(help="Deal the game of this number.")] = None,
    resume: Annotated[str | None, typer.Option(help="Go on with a saved game.")] = None,
) -> None:
    """Play a game against bots, or with friends at one device; without options it asks."""
    language = choose_language(lang)
    terminal = standard_terminal()
    autosave = Autosave(autosave_path())
    is_open = all(option is None for option in (board, players, humans, bot, names, seed, resume))
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
    if name is not None and name not in BOTS:
        fail(translate(language, "text.error_bot", options=", ".join(BOTS)))
    return name or "greedy"


def _new(
    choices: Choices,
    bot: str,
    seed: int | None,
    terminal: Terminal,
    language: str,
    autosave: Autosave,
) -> Table:
    seats = make_seats(choices.players, choices.humans, bot, choices.names, language)
    if len({seat.name for seat in seats}) < len(seats):
        fail(translate(language, "text.error_same_name"))
    if seed is not None and not 0 <= seed < 1 << 128:
        fail(translate(language, "text.error_seed"))
    _compile(language)
    game = Game(choices.board, choices.players, seed)
    return Table(game, seats, terminal, language, autosave)


def _resumed(
    path: str, terminal: Terminal, lang: str | None, language: str, autosave: Autosave
) -> Table:
    """The saved game; its own language unless another was asked for."""
    _compile(language)
    try:
        game = Game.load(Path(path).expanduser())
    except (GameError, OSError, RuntimeError, ValueError) as error:
        fail(translate(language, "text.error_resume", detail=error))
    kept = game.notes.get("lang", "")
    if lang is None and kept in LANGUAGES:
        language = kept
    seats: tuple[Seat, ...] | None = read_seats(game.notes.get("seats", ""), game.players)
    seats = seats or make_seats(game.players, 1, "greedy", (), language)
    return Table(game, seats, terminal, language, autosave)


def _compile(language: str) -> None:
    warm_up(message=translate(language, "text.compiling"))


def _detach_broken_output() -> None:
    """Lets Python end quietly when whoever read the output has gone."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
