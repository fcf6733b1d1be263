"""The final scores, itemised, and who wins by what."""

from dataclasses import dataclass

import numpy as np

from anden.core.compiled import one_game
from anden.core.sets import members
from anden.kernel.ids import Seat
from anden.kernel.layout import NET, NO_ROUTE, RESULT
from anden.kernel.scoring import compare_seats

from .position import Position


@dataclass(frozen=True)
class TicketScore:
    """What a ticket brought or cost."""

    ticket: str
    points: int  # positive when completed, negative when not
    is_completed: bool


@dataclass(frozen=True)
class StationScore:
    """A station, and the route it borrows at the end: the best for its owner, if any helps."""

    city: str
    borrowed: str | None


@dataclass(frozen=True)
class SeatScore:
    """The points of a seat by source."""

    seat: Seat
    routes: int
    tickets: tuple[TicketScore, ...]
    longest_path: int  # its length
    longest_path_points: int
    stations: tuple[StationScore, ...]
    station_points: int  # for those not built
    districts: tuple[int, ...]  # indexes of those joined
    district_points: int
    total: int
    rank: int  # 1 wins; level seats share a rank

    @property
    def ticket_points(self) -> int:
        """Of all tickets together."""
        return sum(ticket.points for ticket in self.tickets)


@dataclass(frozen=True)
class Scores:
    """The scores of all seats, and what decided."""

    seats: tuple[SeatScore, ...]
    decided_by: str  # "points", a tie-break of the board, or "shared"

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that share the first rank; usually one."""
        return tuple(score.seat for score in self.seats if score.rank == 1)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points by seat."""
        return tuple(score.total for score in self.seats)

    @property
    def ranking(self) -> tuple[SeatScore, ...]:
        """The seats from first to last."""
        return tuple(sorted(self.seats, key=lambda score: score.rank))


def score_position(position: Position) -> Scores:
    """The scores if the game ended here; only the referee's position holds every ticket."""
    results, nets = np.zeros(1, RESULT), np.zeros(1, NET)
    tables, states = (np.asarray(part).reshape(1) for part in (position.tables, position.state))
    one_game.score(tables, states, results, nets)
    result = results[0]
    seats = tuple(_seat_score(position, result, seat) for seat in range(position.players))
    return Scores(seats, _decided_by(position, result, seats))


def _seat_score(position: Position, result: np.void, seat: Seat) -> SeatScore:
    board = position.board
    made = set(members(result["completed"][seat]))
    tickets = tuple(
        TicketScore(
            board.ticket_name(index),
            board.tickets[index].points if index in made else -board.tickets[index].points,
            index in made,
        )
        for index in members(position.state["tickets"][seat])
    )
    stations = tuple(
        StationScore(city, None if route == NO_ROUTE else board.route_name(int(route)))
        for city, route in zip(
            position.station_cities(seat), result["borrowed"][seat], strict=False
        )
    )
    return SeatScore(
        seat=seat,
        routes=int(result["route_points"][seat]),
        tickets=tickets,
        longest_path=int(result["longest"][seat]),
        longest_path_points=int(result["longest_points"][seat]),
        stations=stations,
        station_points=int(result["station_points"][seat]),
        districts=tuple(members(result["districts"][seat])),
        district_points=int(result["district_points"][seat]),
        total=int(result["total"][seat]),
        rank=int(result["rank"][seat]),
    )


def _decided_by(position: Position, result: np.void, seats: tuple[SeatScore, ...]) -> str:
    """What set the winner apart from the seat that came closest."""
    winners = [score.seat for score in seats if score.rank == 1]
    if len(winners) > 1:
        return "shared"
    level = max(
        int(compare_seats(position.tables, position.state, result, winners[0], score.seat))
        for score in seats
        if score.rank > 1
    )
    return "points" if level == 1 else position.board.tie_breaks[level - 2]
