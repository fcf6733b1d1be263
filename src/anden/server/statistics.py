"""What a finished game adds to the statistics of those who played it."""

from anden.game import Game

from .identity import is_program
from .storage import Lobby
from .storage.played import PlayedRow
from .storage.rows import HUMAN


def played_rows(lobby: Lobby, game: Game, now: float) -> list[PlayedRow]:
    """A row for all who held one seat to the end; what several play on one device is nobody's.

    A moment that is tried again has been played already.
    """
    if lobby.row.branch_of is not None:
        return []
    scores = game.scores()
    found = []
    for person, seats in sorted(lobby.held.items()):
        if len(seats) != 1 or lobby.seats[seats[0]].kind != HUMAN or is_program(person):
            continue
        score = scores.seats[seats[0]]
        row = PlayedRow(
            game_id=lobby.row.id,
            person=person,
            board=lobby.row.board,
            players=len(lobby.seats),
            score=score.total,
            rank=score.rank,
            won=score.seat in scores.winners,
            made=sum(ticket.is_completed for ticket in score.tickets),
            tickets=len(score.tickets),
            routes=game.position.routes(score.seat),
            ended=now,
        )
        found.append(row)
    return found
