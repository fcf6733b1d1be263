"""What a seat has not seen: cards and tickets that may be anywhere."""

import numpy as np

from anden.kernel.bits import bit
from anden.kernel.ids import Seat
from anden.kernel.layout import (
    MAX_OFFER,
    MAX_TICKETS,
    NO_TICKET,
    ROW_SIZE,
    TUNNEL,
    TUNNEL_REVEAL,
    WILD,
    State,
    Tables,
)
from anden.machine.jit import jit


@jit
def unseen_cards(tables: Tables, state: State, seat: Seat, kind: int) -> int:
    """Cards of a kind that the seat can place neither in a hand nor on the table."""
    unseen = int(tables["card_counts"][kind]) - int(state["discards"][kind])
    unseen -= int(state["hand"][seat, kind])
    for other in range(int(state["players"])):
        if other != seat:
            unseen -= int(state["known"][other, kind])
    for slot in range(ROW_SIZE):
        unseen -= int(int(state["row"][slot]) == kind)
    if int(state["phase"]) == TUNNEL:
        for card in range(TUNNEL_REVEAL):
            unseen -= int(int(state["revealed"][card]) == kind)
        if kind == int(state["laid_colour"]):
            unseen -= int(state["laid_cards"])
        if kind == WILD:
            unseen -= int(state["laid_wilds"])
    return unseen


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
