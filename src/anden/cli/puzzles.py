"""`anden puzzles`: the puzzle of the day, any other, and answers."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from anden.locales import translate
from anden.puzzles import (
    THEMES,
    Puzzle,
    PuzzleError,
    credit_for,
    daily,
    find_puzzle,
    grade,
    load_puzzles,
)
from anden.puzzles.words import Words

from .fail import fail
from .language import Json, Lang, choose_language
from .output import print_json
from .text import describe, routes
from .text.seats import make_seats
from .text.speech import Speech

puzzles = typer.Typer(help="Solve puzzles from real games.", invoke_without_command=True)

Name = Annotated[str, typer.Argument(help="Puzzle; by default that of the day.")]


@puzzles.callback()
def list_puzzles(context: typer.Context, as_json: Json = False, lang: Lang = None) -> None:
    """Solve puzzles from real games."""
    if context.invoked_subcommand is not None:
        return
    language = choose_language(lang)
    today = daily(datetime.now(UTC).date()).id
    if as_json:
        print_json({"daily": today, "puzzles": [_entry(each) for each in load_puzzles()]})
        return
    for theme in THEMES:
        names = [each.id for each in load_puzzles() if each.theme == theme]
        if names:
            title = translate(language, f"puzzle.theme_{theme}")
            typer.echo(f"{title} ({len(names)}): {', '.join(names)}")
    typer.echo(translate(language, "puzzle.today", puzzle=today))


@puzzles.command()
def show(puzzle: Name = "daily", as_json: Json = False, lang: Lang = None) -> None:
    """Show a puzzle: the position, the question and the answers."""
    language = choose_language(lang)
    found = _find(puzzle, language)
    words = Words(found, language)
    if as_json:
        answers = [choice.answer for choice in found.choices]
        print_json(_entry(found) | {"question": words.question(), "answers": answers})
        return
    for line in _position(found, language):
        typer.echo(line)
    typer.echo(f"\n{found.id}: {words.question()}")
    for number, choice in enumerate(found.choices, 1):
        typer.echo(f"  {number}. {words.label(choice.answer)}")
    example = "2" if found.choices else "city-city city-city"
    typer.echo(translate(language, "puzzle.how", puzzle=found.id, answer=example))


@puzzles.command()
def answer(
    puzzle: Annotated[str, typer.Argument(help="Puzzle, or daily.")],
    given: Annotated[
        list[str], typer.Argument(metavar="ANSWER", help="Its number, or the routes of a network.")
    ],
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Check an answer and explain the best one."""
    language = choose_language(lang)
    found = _find(puzzle, language)
    try:
        verdict = grade(found, _answer(found, given))
    except PuzzleError as error:
        fail(error.told(language))
    words = Words(found, language)
    if as_json:
        print_json({"credit": verdict.credit, "is_best": verdict.is_best, "loss": verdict.loss})
        return
    typer.echo(words.verdict(verdict))
    for choice in found.choices:
        credit = f"{100 * credit_for(found.kind, choice.loss):.0f} %"
        typer.echo(f"  {credit:>5}  {words.label(choice.answer)}  {words.worth(choice)}".rstrip())
    if found.network:
        typer.echo(f"  {' '.join(found.network)}")
    typer.echo(" ".join(filter(None, (words.explanation(), words.fares()))))


def _find(name: str, language: str) -> Puzzle:
    try:
        return daily(datetime.now(UTC).date()) if name == "daily" else find_puzzle(name)
    except PuzzleError as error:
        fail(error.told(language))


def _answer(puzzle: Puzzle, given: list[str]) -> str | list[str]:
    """What was typed; a number stands for the answer that has it."""
    if puzzle.network:
        return given
    number = int(given[0]) if len(given) == 1 and given[0].isdecimal() else 0
    if 1 <= number <= len(puzzle.choices):
        return puzzle.choices[number - 1].answer
    raise PuzzleError("puzzle.no_choice", puzzle=puzzle.id)


def _position(puzzle: Puzzle, language: str) -> Iterator[str]:
    """What the seat has before it; what its tickets still take is for it to find."""
    view, speech = puzzle.position(), Speech(puzzle.board, language)
    assert view.seat is not None
    seats = make_seats(view.players, view.players, (), (), language)
    yield from describe.players(speech, view, seats)
    yield from routes.of_players(speech, view, seats)
    yield describe.row(speech, view)
    yield describe.hand(speech, view)
    titles = (*view.tickets(view.seat), *view.offer(view.seat))
    yield " ".join(f"{describe.ticket_title(speech, ticket)}." for ticket in titles)


def _entry(puzzle: Puzzle) -> dict[str, Any]:
    plain = {"id": puzzle.id, "board": puzzle.board_id, "theme": puzzle.theme}
    return plain | {"family": puzzle.kind.family, "level": puzzle.level}
