"""Tickets that a seat has not seen: they may be anywhere."""

import numpy as np

from anden.kernel.bits import bit
from anden.kernel.ids import Seat
from anden.kernel.layout import MAX_OFFER, MAX_TICKETS, NO_TICKET, State
from anden.machine.jit import jit


@jit
def unseen_tickets(state: State, seat: Seat, tickets: np.uint64) -> np.uint64:
    """Of a set of tickets, those the seat does not know the place of."""
    tickets = tickets & ~state["tickets"][seat]
    for place in range(MAX_OFFER):
        if int(state["offer"][seat, place]) != NO_TICKET:
            tickets = tickets & ~bit(int(state["offer"][seat, place]))
    for place in range(MAX_TICKETS):
        if int(state["returned"][place]) != NO_TICKET:
            tickets = tickets & ~bit(int(state["returned"][place]))
    return tickets
