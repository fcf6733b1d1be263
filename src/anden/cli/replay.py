"""`anden replay`: a recorded game, move by move."""

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from anden.core.background import interpret_until_compiled
from anden.game import Game, NoFileError, Record, RecordError, read_record, replay_steps
from anden.game.events import seen_by
from anden.game.files import read_file
from anden.game.record import MAX_BYTES
from anden.locales import translate

from .fail import fail, fail_file
from .language import Lang, choose_language
from .text.describe import hand, players, row
from .text.news import News
from .text.results import results
from .text.seats import seats_of
from .text.speech import Speech


def replay(
    file: Annotated[str, typer.Argument(help="Game record.")],
    player: Annotated[
        int | None, typer.Option(help="Show only what this player may know, counting from 1.")
    ] = None,
    pause: Annotated[
        bool | None,
        typer.Option("--pause/--no-pause", help="Wait after each move; default in a terminal."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Show a game move by move, all cards open or as one player saw it."""
    language = choose_language(lang)
    interpret_until_compiled()
    try:
        record = read_record(read_file(file, MAX_BYTES))
        if player is not None and not 1 <= player <= record.players:
            high = record.players
            fail(translate(language, "cli.error_player", high=high, given=player))
        is_paused = sys.stdin.isatty() and sys.stdout.isatty() if pause is None else pause
        show = _Show(record, language, None if player is None else player - 1)
        _run(show, is_paused)
    except RecordError as error:
        fail_file(file, error, is_missing=isinstance(error, NoFileError))
    except (KeyboardInterrupt, EOFError):
        typer.echo()


def _run(show: "_Show", is_paused: bool) -> None:
    for line in show.opening():
        typer.echo(line)
    target = 0
    for number, lines in show.moves():
        for line in lines:
            typer.echo(line)
        if is_paused and number >= target:
            for line in show.table():
                typer.echo(line)
            answer = input(show.speech.text("cli.replay_next") + " ").strip().casefold()
            if answer.startswith("q"):
                return
            target = int(answer) if answer.isascii() and answer.isdigit() and len(answer) < 6 else 0
    for line in show.end():
        typer.echo(line)


class _Show:
    """The lines of a replay; `seat` None sees every card."""

    def __init__(self, record: Record, language: str, seat: int | None) -> None:
        self.speech = Speech(record.board, language)
        self._record = record
        self._seat = seat
        self._game = Game.from_header(record)
        self._seats = seats_of(self._game, language)
        self._news = News(self.speech, self._seats, None)

    def opening(self) -> Iterator[str]:
        board = self._record.board.names
        yield self.speech.text(
            "cli.replay_start",
            board=board.get(self.speech.language, board["en"]),
            names=self.speech.all_of(seat.name for seat in self._seats),
            n=len(self._record.moves),
        )

    def moves(self) -> Iterator[tuple[int, list[str]]]:
        for step in replay_steps(self._record):
            self._game = step.game
            events = step.events
            if self._seat is not None:
                events = tuple(seen_by(event, self._seat) for event in events)
            told = [line for event in events for line in self._news.tell(event)]
            yield step.number, [f"{step.number}. {told[0]}", *told[1:]]

    def table(self) -> Iterator[str]:
        """Where the players stand, as far as the onlooker may know."""
        view = self._game.view(self._seat)
        yield row(self.speech, view)
        yield from players(self.speech, view, self._seats)
        if self._seat is None:
            for seat, sitter in enumerate(self._seats):
                yield f"{sitter.name}: {self.speech.hand(self._game.position.hand(seat))}"
        else:
            yield hand(self.speech, view)

    def end(self) -> Iterator[str]:
        if not self._game.is_over:
            yield self.speech.text("cli.replay_unfinished")
            return
        yield ""
        yield from results(self.speech, self._game.scores(), self._seats, None)
