"""The end: who won and by what, then every point of every player."""

from collections.abc import Iterator, Sequence

from anden.boards.names import in_language
from anden.game import Scores, SeatScore

from .seats import Occupant
from .speech import Speech


def results(
    speech: Speech, scores: Scores, seats: Sequence[Occupant], you: int | None
) -> Iterator[str]:
    """Winner first, then the players from first to last."""
    yield _winner(speech, scores, seats, you)
    if scores.decided_by != "points":
        yield speech.text(f"text.decided.{scores.decided_by}")
    for score in scores.ranking:
        yield ""
        total = speech.text("text.points", n=score.total)
        yield f"{score.rank}. {seats[score.seat].name}: {total}."
        yield from _items(speech, score)


def _winner(speech: Speech, scores: Scores, seats: Sequence[Occupant], you: int | None) -> str:
    names = [seats[seat].name for seat in scores.winners]
    points = speech.text("text.points", n=max(scores.totals))
    if len(names) > 1:
        return speech.text("text.winners", names=speech.all_of(names), points=points)
    is_you = scores.winners[0] == you
    return speech.person("text.winner", is_you, name=names[0], points=points)


def _items(speech: Speech, score: SeatScore) -> Iterator[str]:
    board = speech.board
    yield speech.text("text.score_routes", n=score.routes)
    for ticket in sorted(score.tickets, key=lambda t: -t.points):
        key = "text.score_ticket_done" if ticket.is_completed else "text.score_ticket_undone"
        yield speech.text(key, ticket=speech.ticket(ticket.ticket), n=abs(ticket.points))
    if board.longest_path:
        name = in_language(board.longest_path.names, speech.language)
        key = "text.score_longest" if score.longest_path_points else "text.score_not_longest"
        pieces = speech.pieces(score.longest_path)
        yield speech.text(key, name=name, pieces=pieces, n=score.longest_path_points)
    if board.stations:
        yield from _stations(speech, score)
    for index in score.districts:
        district = board.districts[index]
        cities = speech.all_of(speech.city(city) for city in district.cities)
        yield speech.text("text.score_district", cities=cities, n=district.points)


def _stations(speech: Speech, score: SeatScore) -> Iterator[str]:
    for station in score.stations:
        city = speech.city(station.city)
        if station.borrowed is None:
            yield speech.text("text.score_station_idle", city=city)
        else:
            route = speech.route(station.borrowed)
            yield speech.text("text.score_station", city=city, route=route)
    yield speech.text("text.score_unbuilt", n=score.station_points)
