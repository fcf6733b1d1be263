"""How a game ended, itemised, with what proves that it was fair."""

from dataclasses import asdict
from typing import Any

from anden.game import Game, SeatScore
from anden.game.longest import longest_path_course
from anden.game.record import seed_hash


def results_as_dict(game: Game) -> dict[str, Any]:
    """Scores by seat, who won by what, and the seed; for finished games only."""
    scores = game.scores()
    return {
        "scores": [_seat(game, score) for score in scores.seats],
        "winners": list(scores.winners),
        "decided_by": scores.decided_by,
        "seed": f"{game.seed:032x}",
        "seed_sha256": seed_hash(game.seed),
    }


def _seat(game: Game, score: SeatScore) -> dict[str, Any]:
    path = longest_path_course(game.position, score.seat, score.longest_path)
    return {
        "seat": score.seat,
        "rank": score.rank,
        "total": score.total,
        "routes": score.routes,
        "tickets": [asdict(ticket) for ticket in score.tickets],
        "ticket_points": score.ticket_points,
        "longest_path": {
            "length": score.longest_path,
            "points": score.longest_path_points,
            "path": list(path),
        },
        "stations": [asdict(station) for station in score.stations],
        "station_points": score.station_points,
        "districts": list(score.districts),
        "district_points": score.district_points,
    }
