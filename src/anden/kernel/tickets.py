"""The ticket deck, offers, and what is kept of them."""

from anden.machine.intrinsics import apart
from anden.machine.jit import inline, jit

from .bits import bit, has, nth
from .chance import LONG_TICKET_STREAM, TICKET_STREAM, draw_below
from .ids import Seat, TicketId
from .layout import (
    KEEP,
    MAX_OFFER,
    MAX_TICKETS,
    NO_SEAT,
    NO_TICKET,
    SETUP,
    TURN,
    State,
    Tables,
)
from .turn import end_turn


@inline
def tickets_left(state: State) -> int:
    return int(state["pool_size"]) + int(state["returned_size"])


@inline
def _draw_ticket(state: State) -> TicketId:
    """The top ticket of the deck, which must not be empty."""
    size = int(state["pool_size"])
    if size > 0:
        draws = int(state["pool_draws"])
        ticket = nth(state["ticket_pool"], draw_below(state, TICKET_STREAM, 0, draws, size))
        state["ticket_pool"] = state["ticket_pool"] & ~bit(ticket)
        state["pool_size"] = size - 1
        state["pool_draws"] = draws + 1
        return ticket
    head = int(state["returned_head"])
    ticket = int(state["returned"][head])
    state["returned"][head] = NO_TICKET
    state["returned_by"][head] = NO_SEAT
    state["returned_head"] = (head + 1) % MAX_TICKETS
    state["returned_size"] = int(state["returned_size"]) - 1
    return ticket


@inline
def _put_under(state: State, ticket: TicketId, seat: Seat) -> None:
    size = int(state["returned_size"])
    tail = (int(state["returned_head"]) + size) % MAX_TICKETS
    state["returned"][tail] = ticket
    state["returned_by"][tail] = seat
    state["returned_size"] = size + 1


@inline
def _add_to_offer(state: State, seat: Seat, ticket: TicketId) -> None:
    size = int(state["offer_size"][seat])
    state["offer"][seat, size] = ticket
    state["offer_size"][seat] = size + 1


@jit
def deal_tickets(tables: Tables, state: State) -> None:
    """The first offer of every seat, long tickets first: C3, E2."""
    apart()
    long_pool = tables["long_tickets"]
    num_long = 0
    for ticket in range(int(tables["num_tickets"])):
        num_long += int(has(long_pool, ticket))
    draws = 0
    for seat in range(int(state["players"])):
        for _ in range(int(tables["deal_long"])):
            place = draw_below(state, LONG_TICKET_STREAM, 0, draws, num_long - draws)
            ticket = nth(long_pool, place)
            draws += 1
            long_pool = long_pool & ~bit(ticket)
            _add_to_offer(state, seat, ticket)
        for _ in range(int(tables["deal_regular"])):
            _add_to_offer(state, seat, _draw_ticket(state))


@inline
def apply_draw_tickets(tables: Tables, state: State) -> None:
    """An offer from the top of the ticket deck: C21."""
    seat = int(state["seat"])
    for _ in range(min(int(tables["draw_tickets"]), tickets_left(state))):
        _add_to_offer(state, seat, _draw_ticket(state))
    state["phase"] = KEEP


@inline
def apply_keep(tables: Tables, state: State, subset: int) -> None:
    """The chosen tickets are kept; the others go under the deck, or leave the game at the deal."""
    seat = int(state["seat"])
    kept = 0
    for place in range(MAX_OFFER):
        if (subset >> place) & 1:
            ticket = int(state["offer"][seat, place])
            state["tickets"][seat] = state["tickets"][seat] | bit(ticket)
            state["offer"][seat, place] = NO_TICKET
            kept += 1
    if state["phase"] == SETUP:
        state["has_chosen"][seat] = 1
        _next_to_choose(tables, state)
        return
    state["ticket_count"][seat] = int(state["ticket_count"][seat]) + kept
    _clear_offer(state, seat, True)
    end_turn(state)


@inline
def _clear_offer(state: State, seat: Seat, returns: bool) -> None:
    for place in range(MAX_OFFER):
        ticket = int(state["offer"][seat, place])
        if ticket != NO_TICKET:
            if returns:
                _put_under(state, ticket, seat)
            state["offer"][seat, place] = NO_TICKET
    state["offer_size"][seat] = 0


@jit
def _next_to_choose(tables: Tables, state: State) -> None:
    """The next seat without a choice; after the last, dropped tickets move and play begins.

    Everything that others could see changes only then, so the order of choosing shows nothing
    and makes no difference: C3.
    """
    apart()
    players = int(state["players"])
    for seat in range(players):
        if state["has_chosen"][seat] == 0:
            state["seat"] = seat
            return
    for seat in range(players):
        kept = int(state["offer_size"][seat])
        for place in range(MAX_OFFER):
            kept -= int(state["offer"][seat, place] != NO_TICKET)
        state["ticket_count"][seat] = kept
        _clear_offer(state, seat, tables["drops_return"] == 1)
    state["seat"] = state["first"]
    state["phase"] = TURN
