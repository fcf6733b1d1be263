"""`anden replay`: a recorded game, move by move."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from anden.core.background import interpret_until_compiled
from anden.game import Game, NoFileError, Record, RecordError, read_record, replay_steps
from anden.game.events import seen_by
from anden.game.files import read_file
from anden.game.record import MAX_BYTES
from anden.kernel.ids import Seat
from anden.locales import translate
from anden.machine.files import write_whole

from .fail import fail, fail_file
from .film import gif_film, svg_film
from .language import Lang, choose_language
from .text.describe import hand, players, row
from .text.news import News
from .text.results import results
from .text.seats import seats_of
from .text.speech import Speech
from .text.terminal import LeaveError, Terminal, standard_terminal
from .text.words import has_word


def replay(
    file: Annotated[str, typer.Argument(help="Game record.")],
    player: Annotated[
        int | None, typer.Option(help="Show only what this player may know, counting from 1.")
    ] = None,
    pause: Annotated[
        bool | None,
        typer.Option("--pause/--no-pause", help="Wait after each move; the default in a terminal."),
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="Write an animation for browsers instead.")
    ] = None,
    gif: Annotated[Path | None, typer.Option(help="Write an animated GIF instead.")] = None,
    lang: Lang = None,
) -> None:
    """Show a game move by move, all cards open or as one player saw it; or film it."""
    language = choose_language(lang)
    is_film = svg is not None or gif is not None
    if is_film and (player is not None or pause is not None):
        fail(translate(language, "cli.error_film"))
    interpret_until_compiled()
    try:
        record = read_record(read_file(file, MAX_BYTES))
        if is_film:
            _write_films(record, svg, gif, language)
            return
        if player is not None and not 1 <= player <= record.players:
            high = record.players
            fail(translate(language, "cli.error_player", high=high, given=player))
        is_paused = sys.stdin.isatty() and sys.stdout.isatty() if pause is None else pause
        show = _Show(record, language, None if player is None else player - 1)
        _run(show, standard_terminal(), is_paused)
    except RecordError as error:
        fail_file(file, error.told(language), is_missing=isinstance(error, NoFileError))
    except LeaveError:  # the line has been ended
        return
    except KeyboardInterrupt:
        typer.echo()


def _write_films(record: Record, svg: Path | None, gif: Path | None, language: str) -> None:
    names = [seat.name for seat in seats_of(Game.from_header(record), language)]
    if svg is not None:
        _write(svg, svg_film(record, names, language), language)
    if gif is not None:
        try:
            film = gif_film(record)
        except ModuleNotFoundError as error:
            fail(translate(language, "cli.error_gif", package=error.name))
        _write(gif, film, language)


def _write(path: Path, content: bytes, language: str) -> None:
    try:
        write_whole(path, content)
    except (OSError, ValueError) as error:
        fail(f"{path}: {getattr(error, 'strerror', None) or error}")
    typer.echo(translate(language, "cli.film_written", path=path, size=len(content) / 1e6))


def _run(show: "_Show", terminal: Terminal, is_paused: bool) -> None:
    for line in show.opening():
        terminal.say(line)
    place: int | None = 1
    while place is not None:
        place = _run_from(show, terminal, place, is_paused)


def _run_from(show: "_Show", terminal: Terminal, first: int, is_paused: bool) -> int | None:
    """Shows the moves from this one on; the move to go back to, or None after the last."""
    target = first
    for number, lines in show.moves():
        if number < first:
            continue
        for line in lines:
            terminal.say(line)
        if is_paused and number >= target:
            terminal.say_pages(show.table(), show.speech.text("text.more"))
            wanted = _ask_where(show, terminal, number)
            if wanted is None or wanted <= number:
                return wanted
            target = wanted
    for line in show.end():
        terminal.say(line)
    return None


def _ask_where(show: "_Show", terminal: Terminal, number: int) -> int | None:
    """The number of the move to show next; None is none."""
    while True:
        answer = terminal.ask(show.speech.text("cli.replay_next")).casefold()
        if not answer:
            return number + 1
        if has_word("word.back", answer):
            return max(number - 1, 1)
        if answer.isascii() and answer.isdigit() and len(answer) < 6:
            return max(int(answer), 1)
        if answer.startswith("q"):
            return None


class _Show:
    """The lines of a replay; `seat` None sees every card."""

    def __init__(self, record: Record, language: str, seat: Seat | None) -> None:
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
                cards = self.speech.hand(self._game.position.hand(seat))
                yield self.speech.text("cli.replay_hand", name=sitter.name, cards=cards)
        else:
            yield hand(self.speech, view)

    def end(self) -> Iterator[str]:
        if not self._game.is_over:
            yield self.speech.text("cli.replay_unfinished")
            return
        yield ""
        yield from results(self.speech, self._game.scores(), self._seats, None)
