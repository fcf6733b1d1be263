"""`anden play --text`: a game in the terminal, new or resumed."""

import atexit
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

import typer

from anden.bots import BotError, check_bot, is_searcher, split_specs
from anden.bots.loader import runs_own_code
from anden.core.background import BackgroundCompiling, interpret_until_compiled
from anden.core.warm_up import warm_up
from anden.game import Game, RecordError
from anden.locales import LANGUAGES, translate
from anden.machine.meanwhile import interpret_meanwhile

from .boards import load_or_fail
from .fail import fail
from .text.autosave import Autosave, autosave_path
from .text.seats import DEFAULT_BOT, Occupant, make_seats, read_seats, tidy_name
from .text.session import Session
from .text.start import Choices, Questions
from .text.terminal import LeaveError, Terminal, clean, standard_terminal
from .text.text_game import TextGame

_TELL_SECONDS = 10  # until it is told again how long it takes
_LOOK_SECONDS = 0.5


@dataclass(frozen=True)
class Wishes:
    """What was asked for on the command line; None where nothing was."""

    board: str | None = None
    players: int | None = None
    humans: int | None = None
    bots: str | None = None
    names: str | None = None
    seed: int | None = None
    resume: str | None = None

    @property
    def are_none(self) -> bool:
        return self == Wishes()


def play_in_terminal(wishes: Wishes, language: str, lang: str | None) -> None:
    """`lang` is the language that was asked for, which a resumed game then takes."""
    terminal = standard_terminal()
    autosave = Autosave(autosave_path())
    try:
        path = wishes.resume
        if wishes.are_none:
            path = _unfinished(terminal, language, autosave)
        if path:
            table = _resumed(path, terminal, lang, language, autosave)
        else:
            table = _new(wishes, terminal, language, autosave)
    except (LeaveError, KeyboardInterrupt):
        typer.echo(translate(language, "text.goodbye"))
        return
    aside = autosave.set_aside(table.game)
    if aside is not None:
        table.say("text.set_aside", path=aside)
        terminal.say_command("anden", "play", "--text", "--resume", aside)
    Session(table).run()
    _detach_broken_output()


def _unfinished(terminal: Terminal, language: str, autosave: Autosave) -> str | None:
    """The path of the game left unfinished, if there is one and the player wants it."""
    record = autosave.unfinished()
    if record is None or not Questions(terminal, language).wants_to_resume(record):
        return None
    return str(autosave.path)


def _new(wishes: Wishes, terminal: Terminal, language: str, autosave: Autosave) -> TextGame:
    if wishes.are_none:
        choices = Questions(terminal, language).choices()
    else:
        choices = _choices(wishes, language)
    bots = _checked_bots(language, wishes.bots, choices)
    seats = make_seats(choices.players, choices.humans, bots, choices.names, language)
    if len({seat.name for seat in seats}) < len(seats):
        fail(translate(language, "text.error_same_name"))
    if wishes.seed is not None and not 0 <= wishes.seed < 1 << 128:
        fail(translate(language, "text.error_seed"))
    _compile(language, seats)
    game = Game(choices.board, choices.players, wishes.seed)
    return TextGame(game, seats, terminal, language, autosave)


def _choices(wishes: Wishes, language: str) -> Choices:
    board = load_or_fail(wishes.board or "usa", language)
    low, high = board.players.min, board.players.max
    humans = 1 if wishes.humans is None else wishes.humans
    num_bots = len(split_specs(wishes.bots or DEFAULT_BOT))
    fewest = max(low, min(humans + (num_bots if num_bots > 1 else 0), high))
    players = fewest if wishes.players is None else wishes.players
    if not low <= players <= high:
        fail(translate(language, "text.error_players", low=low, high=high, given=players))
    if not 1 <= humans <= players:
        fail(translate(language, "text.error_humans", high=players, given=humans))
    names = tuple(tidy_name(name) for name in wishes.names.split(",")) if wishes.names else ()
    if len(names) > players:
        fail(translate(language, "text.error_names", n=players, given=len(names)))
    return Choices(board, players, humans, names)


def _checked_bots(language: str, specs: str | None, choices: Choices) -> tuple[str, ...]:
    """One bot for all seats, or one for each, which can play at this table."""
    seats = choices.players - choices.humans
    bots = split_specs(specs or DEFAULT_BOT)
    for bot in bots:
        try:
            check_bot(bot, choices.board, choices.players)
        except BotError as error:
            fail(error.told(language))
    if len(bots) == 1:
        return bots * seats
    if len(bots) != seats:
        fail(translate(language, "text.error_bots", n=seats, given=len(bots)))
    return bots


def _resumed(
    path: str, terminal: Terminal, lang: str | None, language: str, autosave: Autosave
) -> TextGame:
    """The saved game; its own language unless another was asked for."""
    interpret_until_compiled()
    try:
        game = Game.load(Path(path).expanduser())
    except RecordError as error:
        fail(translate(language, "text.error_resume", detail=error.told(language)))
    except (OSError, RuntimeError, ValueError) as error:
        fail(translate(language, "text.error_resume", detail=error))
    kept = game.notes.get("lang", "")
    if lang is None and kept in LANGUAGES:
        language = kept
    told = read_seats(game.notes.get("seats", ""), game.players)
    told = told or make_seats(game.players, 1, (DEFAULT_BOT,) * game.players, (), language)
    seats = tuple(_back_in_seat(seat, game, terminal, language) for seat in told)
    _compile(language, seats)
    return TextGame(game, seats, terminal, language, autosave)


def _back_in_seat(seat: Occupant, game: Game, terminal: Terminal, language: str) -> Occupant:
    """The occupant as the record tells it; if a bot can't continue, another one takes its place.

    A record may come from anyone, so what it names is not started unless the player says so.
    """
    if seat.bot is None:
        return seat
    if runs_own_code(seat.bot) and not Questions(terminal, language).wants_bot(seat):
        return Occupant(seat.name, DEFAULT_BOT)
    try:
        check_bot(seat.bot, game.board, game.players)
    except BotError as error:
        params = {"name": seat.name, "bot": DEFAULT_BOT, "detail": clean(error.told(language))}
        terminal.say(translate(language, "text.bot_replaced", **params))
        return Occupant(seat.name, DEFAULT_BOT)
    return seat


def _compile(language: str, seats: tuple[Occupant, ...]) -> None:
    """In the background, unless a bot needs compiled speed to think at all."""
    is_awaited = any(is_searcher(seat.bot or "") for seat in seats)
    compiling = BackgroundCompiling(is_awaited=is_awaited)
    atexit.register(compiling.close)
    if is_awaited:
        _wait_for(compiling, language)
        interpret_meanwhile(False)
        warm_up(message=translate(language, "text.compiling"))  # where the others could not


def _wait_for(compiling: BackgroundCompiling, language: str) -> None:
    """Says every now and then how long it takes until bots can search."""
    told: float | None = None
    while compiling.is_at_work and (left := compiling.seconds_left()):
        if told is None or monotonic() >= told + _TELL_SECONDS:
            told = monotonic()
            typer.echo(translate(language, "text.ready_in", n=left), err=True)
        sleep(_LOOK_SECONDS)


def _detach_broken_output() -> None:
    """Lets Python end quietly when whoever read the output has gone."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
