"""`anden verify`: is this record a game played by the rules?"""

from typing import Annotated

import typer

from anden.core.background import interpret_until_compiled
from anden.game import verify_record

from .fail import fail_file
from .language import Lang, choose_language
from .text.results import results
from .text.seats import seats_of
from .text.speech import Speech


def verify(
    file: Annotated[str, typer.Argument(help="Record of a finished game.")], lang: Lang = None
) -> None:
    """Check a finished game from start to end, and name the first move that does not fit."""
    language = choose_language(lang)
    interpret_until_compiled()
    verdict = verify_record(file)
    game = verdict.game
    if game is None:
        fail_file(file, verdict.problem, is_missing=verdict.is_missing)
    speech = Speech(game.board, language)
    board = game.board.names.get(language, game.board.names["en"])
    typer.echo(speech.text("cli.record_valid", file=file, board=board, moves=len(game.moves)))
    for line in results(speech, game.scores(), seats_of(game, language), None):
        typer.echo(line)
