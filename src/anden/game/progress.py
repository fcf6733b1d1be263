"""How far a seat's tickets are: done, still possible and at what price, or cut off."""

from dataclasses import dataclass

import numpy as np

from anden.core.compiled.outlook import OUTLOOK, look_at_ticket, look_at_tickets
from anden.core.game_core import tables_array
from anden.core.sets import members
from anden.kernel.ids import Seat, TicketId
from anden.kernel.layout import NO_TICKET, SKETCH, Records
from anden.kernel.ways import FAR

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
    number = position.board.find_ticket(ticket)
    outlooks, sketches = np.empty(1, OUTLOOK), np.empty(1, SKETCH)
    states = np.array([position.state])
    look_at_ticket(tables_array(position.board), states, sketches, seat, number, outlooks)
    return _told(position, seat, number, outlooks)


def own_progress(
    position: Position, seat: Seat
) -> tuple[list[TicketProgress], list[TicketProgress]]:
    """The same for all tickets that a seat has, and for those it is to choose from."""
    outlooks, sketches = np.empty(1, OUTLOOK), np.empty(1, SKETCH)
    states = np.array([position.state])
    look_at_tickets(tables_array(position.board), states, sketches, seat, outlooks)
    offer = states["offer"][0, seat].tolist() if position.offer(seat) else []
    return (
        [_told(position, seat, t, outlooks) for t in members(states["tickets"][0, seat])],
        [_told(position, seat, t, outlooks) for t in offer if t != NO_TICKET],
    )


def _told(position: Position, seat: Seat, ticket: TicketId, outlooks: Records) -> TicketProgress:
    board = position.board
    name, points = board.ticket_name(ticket), board.tickets[ticket].points
    pieces = int(outlooks["pieces"][0, ticket])
    if pieces == FAR:
        return TicketProgress(name, points, "cut_off", (), 0)
    way = outlooks["ways"][0, ticket, : outlooks["way_sizes"][0, ticket]].tolist()
    missing = tuple(board.route_name(route) for route in way)
    if pieces > position.pieces(seat):
        return TicketProgress(name, points, "cut_off", missing, pieces)
    return TicketProgress(name, points, "open" if way else "done", missing, pieces)
