"""Another state that looks the same from a seat: everything hidden from it dealt differently."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from anden.boards import Board
from anden.core.sets import members
from anden.kernel.ids import Seat, TicketId
from anden.kernel.layout import NO_TICKET, NUM_KINDS


def redeal(board: Board, state: Any, viewer: Seat, luck: Random) -> Any:
    """A copy with another seed, deck, ticket deck, and other hands and tickets for the others."""
    other = state.copy()
    for field in ("seed", "luck"):
        for word in range(len(other[field])):
            other[field][word] = np.uint64(luck.getrandbits(64))
    _redeal_cards(other, viewer, luck)
    _redeal_tickets(board, other, viewer, luck)
    return other


def _redeal_cards(state: Any, viewer: Seat, luck: Random) -> None:
    """Cards that others are not known to hold change places with those of the deck."""
    others = [seat for seat in range(int(state["players"])) if seat != viewer]
    unknown = state["deck"].astype(np.int64)
    for seat in others:
        unknown += state["hand"][seat] - state["known"][seat]
    cards = np.repeat(np.arange(NUM_KINDS), unknown).tolist()
    luck.shuffle(cards)
    for seat in others:
        state["hand"][seat] = state["known"][seat]
        for _ in range(int(state["hand_size"][seat]) - int(state["known"][seat].sum())):
            state["hand"][seat, cards.pop()] += 1
    state["deck"] = np.bincount(np.array(cards, np.int64), minlength=NUM_KINDS)


@dataclass(frozen=True)
class _Place:
    """Where a hidden ticket lies."""

    field: str
    seat: Seat
    slot: int
    ticket: TicketId


def _redeal_tickets(board: Board, state: Any, viewer: Seat, luck: Random) -> None:
    """Hidden tickets change places, long ones with long ones."""
    places = list(_hidden_places(state, viewer))
    for place in places:
        _clear(state, place)
    for is_long in (False, True):
        group = [place for place in places if board.tickets[place.ticket].is_long == is_long]
        tickets = [place.ticket for place in group]
        luck.shuffle(tickets)
        for place, ticket in zip(group, tickets, strict=True):
            _put(state, place, ticket)


def _hidden_places(state: Any, viewer: Seat) -> Iterator[_Place]:
    for ticket in members(state["ticket_pool"]):
        yield _Place("ticket_pool", -1, -1, ticket)
    for slot, ticket in enumerate(state["returned"].tolist()):
        if ticket != NO_TICKET and int(state["returned_by"][slot]) != viewer:
            yield _Place("returned", -1, slot, ticket)
    for seat in range(int(state["players"])):
        if seat != viewer:
            for ticket in members(state["tickets"][seat]):
                yield _Place("tickets", seat, -1, ticket)
            for slot, ticket in enumerate(state["offer"][seat].tolist()):
                if ticket != NO_TICKET:
                    yield _Place("offer", seat, slot, ticket)


def _clear(state: Any, place: _Place) -> None:
    if place.field == "ticket_pool":
        state["ticket_pool"] = np.uint64(0)
    elif place.field == "tickets":
        state["tickets"][place.seat] = np.uint64(0)


def _put(state: Any, place: _Place, ticket: TicketId) -> None:
    if place.field == "ticket_pool":
        state["ticket_pool"] |= np.uint64(1 << ticket)
    elif place.field == "tickets":
        state["tickets"][place.seat] |= np.uint64(1 << ticket)
    elif place.field == "returned":
        state["returned"][place.slot] = ticket
    else:
        state["offer"][place.seat, place.slot] = ticket
