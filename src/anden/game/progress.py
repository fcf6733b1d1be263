"""How far a seat's tickets are: done, still possible and at what price, or cut off."""

import heapq
from dataclasses import dataclass

from anden.kernel.ids import Seat

from .position import Position


@dataclass(frozen=True)
class TicketProgress:
    ticket: str
    points: int
    status: str  # "done", "open" or "cut_off"
    missing: tuple[str, ...]  # routes of a completion that takes the fewest pieces
    pieces: int  # that it takes


def ticket_progress(position: Position, seat: Seat, ticket: str) -> TicketProgress:
    """A ticket's state for a seat: own routes are free, open ones cost their length.

    Stations are left out of it: they count only at the end, and by then as the owner likes best.
    """
    board = position.board
    wanted = board.tickets[board.find_ticket(ticket)]
    path = _cheapest_path(position, seat, wanted.a, wanted.b)
    name = board.ticket_name(wanted.index)
    if path is None:
        return TicketProgress(name, wanted.points, "cut_off", (), 0)
    missing = tuple(board.route_name(route) for route in path)
    pieces = sum(board.routes[route].length for route in path)
    if pieces > position.pieces(seat):
        return TicketProgress(name, wanted.points, "cut_off", missing, pieces)
    return TicketProgress(name, wanted.points, "open" if path else "done", missing, pieces)


def _cheapest_path(position: Position, seat: Seat, start: int, goal: int) -> list[int] | None:
    """Routes still to be claimed on the cheapest way between two cities; None if there is none."""
    owned = set(position.route_ids(seat))
    neighbours: dict[int, list[tuple[int, int, int]]] = {}
    for route in position.board.routes:
        if route.index in owned or position.is_open(route.index, seat):
            cost = 0 if route.index in owned else route.length
            neighbours.setdefault(route.a, []).append((cost, route.index, route.b))
            neighbours.setdefault(route.b, []).append((cost, route.index, route.a))
    queue: list[tuple[int, int, tuple[int, ...]]] = [(0, start, ())]
    done: set[int] = set()
    while queue:
        cost, city, path = heapq.heappop(queue)
        if city == goal:
            return list(path)
        if city in done:
            continue
        done.add(city)
        for step, route_id, other in neighbours.get(city, ()):
            if other not in done:
                further = path if step == 0 else (*path, route_id)
                heapq.heappush(queue, (cost + step, other, further))
    return None
