"""`anden verify`: is this record a game played by the rules?"""

from typing import Annotated

import typer

from anden.kernel.warm_up import warm_up
from anden.records import verify_record

from .fail import fail


def verify(file: Annotated[str, typer.Argument(help="Record of a finished game.")]) -> None:
    """Check a finished record end to end; name the first move that does not fit."""
    warm_up()
    verdict = verify_record(file)
    if verdict.game is None:
        fail(f"{file}: {verdict.problem}", code=1)
    game = verdict.game
    scores = ", ".join(f"player {s.seat + 1}: {s.total}" for s in game.scores().seats)
    typer.echo(f"{file}: valid. {len(game.moves)} moves on {game.board.id}; {scores}")
