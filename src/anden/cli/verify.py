"""`anden verify`: is this record a game played by the rules?"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer

from anden.core.background import interpret_until_compiled
from anden.game import Verdict, verify_record
from anden.game.chance import Chance

from .fail import fail_file
from .language import Json, Lang, choose_language
from .output import print_json
from .text.results import results
from .text.seats import Occupant, seats_of
from .text.speech import Speech


def verify(
    file: Annotated[str, typer.Argument(help="Record of a finished game.")],
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Check a finished game from start to end, and name the first move that does not fit."""
    language = choose_language(lang)
    interpret_until_compiled()
    verdict = verify_record(file)
    game = verdict.game
    if as_json:
        print_json(_as_dict(file, verdict, language))
        raise typer.Exit(0 if verdict.is_valid else 2 if verdict.is_missing else 1)
    if verdict.problem is not None:
        fail_file(file, verdict.problem.told(language), is_missing=verdict.is_missing)
    assert game is not None
    speech = Speech(game.board, language)
    board = game.board.names.get(language, game.board.names["en"])
    typer.echo(speech.text("cli.record_valid", file=file, board=board, moves=len(game.moves)))
    if game.chance is not None:
        for line in _chance(speech, game.chance, seats_of(game, language)):
            typer.echo(line)
    for line in results(speech, game.scores(), seats_of(game, language), None):
        typer.echo(line)


def _chance(speech: Speech, chance: Chance, seats: Sequence[Occupant]) -> Iterator[str]:
    """Whose numbers the cards follow from, and what they had been promised."""
    host = speech.text("cli.chance_host")
    names = [host if share.seat is None else seats[share.seat].name for share in chance.shares]
    yield speech.text("cli.chance_mixed", names=speech.all_of(names), promise=chance.promise)
    if chance.repeated:
        yield speech.text("cli.chance_repeated", n=chance.repeated)


def _as_dict(file: str, verdict: Verdict, language: str) -> dict[str, Any]:
    facts: dict[str, Any] = {"file": file, "is_valid": verdict.is_valid}
    if verdict.problem is not None:
        return facts | {"problem": verdict.problem.told(language)}
    game = verdict.game
    assert game is not None
    seats = seats_of(game, language)
    scores = game.scores()
    if game.chance is not None:
        facts["chance"] = {
            "promise": game.chance.promise,
            "seats": [share.seat for share in game.chance.shares],
            "repeated": game.chance.repeated,
        }
    return facts | {
        "board": game.board.id,
        "players": [seat.name for seat in seats],
        "moves": len(game.moves),
        "seed": f"{game.seed:032x}",
        "scores": list(scores.totals),
        "winners": list(scores.winners),
    }
