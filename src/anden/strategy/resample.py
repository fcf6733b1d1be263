"""Hidden cards dealt anew: a state that looks the same to a seat, with luck of its own.

Everything the view tells is kept: sizes of hands, cards known to be held, the number of tickets,
tickets put under the deck by the seat itself. What is unseen is dealt at random: each card and
each ticket is equally likely to be anywhere it can be, or tickets by the given weights.
"""

import numpy as np

from anden.kernel.bits import ZERO, bit, count, has, nth
from anden.kernel.chance import GOLDEN, below, mix
from anden.kernel.ids import Seat, TicketId
from anden.kernel.layout import (
    MAX_TICKETS,
    NO_TICKET,
    NUM_KINDS,
    SETUP,
    State,
    Tables,
)
from anden.kernel.unseen import unseen_cards
from anden.machine.jit import inline, jit

from .beliefs import TicketWeights
from .luck import coarse_fraction, fine_fraction
from .unseen import unseen_tickets

# Numbers of long tickets, one per seat, are packed into one number.
_LONG_BITS = 3
_MOST_LONG = (1 << _LONG_BITS) - 1


@jit
def resample(
    tables: Tables, state: State, seat: Seat, luck: np.uint64, weights: TicketWeights
) -> np.uint64:
    """Fills in what the seat's view, in `state`, leaves blank; returns the luck that is left."""
    luck = luck + GOLDEN
    state["seed"][0] = mix(luck)
    luck = luck + GOLDEN
    state["seed"][1] = mix(luck)
    for stream in range(len(state["luck"])):
        luck = luck + GOLDEN
        state["luck"][stream] = mix(luck)
    luck = _deal_cards(tables, state, seat, luck)
    if int(state["phase"]) == SETUP:
        return _deal_offers(tables, state, seat, luck)
    return _deal_tickets(tables, state, seat, luck, weights)


@jit
def _deal_cards(tables: Tables, state: State, seat: Seat, luck: np.uint64) -> np.uint64:
    """Unseen cards into the other hands; the rest are the deck."""
    deck = state["deck"]
    left = 0
    for kind in range(NUM_KINDS):
        deck[kind] = unseen_cards(tables, state, seat, kind)
        left += int(deck[kind])
    for other in range(int(state["players"])):
        if other == seat:
            continue
        unknown = int(state["hand_size"][other])
        for kind in range(NUM_KINDS):
            known = int(state["known"][other, kind])
            state["hand"][other, kind] = known
            unknown -= known
        for _ in range(unknown):
            luck = luck + GOLDEN
            place = below(mix(luck), left)
            kind = 0
            while place >= int(deck[kind]):
                place -= int(deck[kind])
                kind += 1
            deck[kind] = int(deck[kind]) - 1
            state["hand"][other, kind] = int(state["hand"][other, kind]) + 1
            left -= 1
    return luck


@inline
def _take(tickets: np.uint64, luck: np.uint64) -> TicketId:
    return nth(tickets, below(mix(luck), count(tickets)))


@jit
def _take_weighted(
    tickets: np.uint64, luck: np.uint64, weights: TicketWeights, seat: Seat
) -> TicketId:
    total = 0.0
    for ticket in range(MAX_TICKETS):
        if has(tickets, ticket):
            total += float(weights[seat, ticket])
    place = total * coarse_fraction(mix(luck))
    last = NO_TICKET
    for ticket in range(MAX_TICKETS):
        if has(tickets, ticket):
            last = ticket
            place -= float(weights[seat, ticket])
            if place < 0.0:
                return ticket
    return last


@jit
def _deal_offers(tables: Tables, state: State, seat: Seat, luck: np.uint64) -> np.uint64:
    """New offers for the others, who choose again: what they chose shows nowhere yet (C3)."""
    regular = unseen_tickets(state, seat, tables["regular_tickets"])
    long = unseen_tickets(state, seat, tables["long_tickets"])
    for other in range(int(state["players"])):
        if other == seat:
            continue
        state["has_chosen"][other] = 0
        state["tickets"][other] = ZERO
        for place in range(int(state["offer_size"][other])):
            luck = luck + GOLDEN
            is_long = place < int(tables["deal_long"])
            ticket = _take(long if is_long else regular, luck)
            regular = regular & ~bit(ticket)
            long = long & ~bit(ticket)
            state["offer"][other, place] = ticket
    state["ticket_pool"] = regular
    return luck


@jit
def _deal_tickets(
    tables: Tables, state: State, seat: Seat, luck: np.uint64, weights: TicketWeights
) -> np.uint64:
    """Unseen tickets into the other hands, under the deck where others put some, and into it."""
    regular = unseen_tickets(state, seat, tables["regular_tickets"])
    long = unseen_tickets(state, seat, tables["long_tickets"])
    luck = luck + GOLDEN
    numbers = _choose_long_numbers(tables, state, seat, count(regular), count(long), mix(luck))
    for other in range(int(state["players"])):
        if other == seat:
            continue
        num_long = (numbers >> (_LONG_BITS * other)) & _MOST_LONG
        held = ZERO
        for place in range(int(state["ticket_count"][other])):
            luck = luck + GOLDEN
            ticket = _take_weighted(long if place < num_long else regular, luck, weights, other)
            regular = regular & ~bit(ticket)
            long = long & ~bit(ticket)
            held = held | bit(ticket)
        state["tickets"][other] = held
    for offset in range(int(state["returned_size"])):
        place = (int(state["returned_head"]) + offset) % MAX_TICKETS
        if int(state["returned"][place]) == NO_TICKET:
            luck = luck + GOLDEN
            ticket = _take(regular, luck)
            regular = regular & ~bit(ticket)
            state["returned"][place] = ticket
    pool = ZERO
    for _ in range(int(state["pool_size"])):
        luck = luck + GOLDEN
        ticket = _take(regular, luck)
        regular = regular & ~bit(ticket)
        pool = pool | bit(ticket)
    state["ticket_pool"] = pool
    return luck


@jit
def _choose_long_numbers(
    tables: Tables, state: State, seat: Seat, num_regular: int, num_long: int, luck: np.uint64
) -> int:
    """How many long tickets each other seat holds, packed, by the number of deals.

    Every way the others could hold their tickets is equally likely.
    """
    base = min(int(tables["deal_long"]), _MOST_LONG) + 1
    if base == 1:
        return 0
    ways = 1
    for _ in range(int(state["players"]) - 1):
        ways *= base
    total = 0.0
    for way in range(ways):
        total += _count_deals(state, seat, num_regular, num_long, way, base)
    place = total * fine_fraction(luck)
    chosen = 0
    for way in range(ways):
        weight = _count_deals(state, seat, num_regular, num_long, way, base)
        if weight > 0.0:
            chosen = way
            place -= weight
            if place < 0.0:
                break
    numbers = 0
    for other in range(int(state["players"])):
        if other != seat:
            numbers |= (chosen % base) << (_LONG_BITS * other)
            chosen //= base
    return numbers


@jit
def _count_deals(
    state: State, seat: Seat, num_regular: int, num_long: int, way: int, base: int
) -> float:
    """In how many ways the others can hold their tickets, with these numbers of long ones."""
    deals = 1.0
    needed = int(state["pool_size"])
    for offset in range(int(state["returned_size"])):
        place = (int(state["returned_head"]) + offset) % MAX_TICKETS
        needed += int(int(state["returned"][place]) == NO_TICKET)
    for other in range(int(state["players"])):
        if other == seat:
            continue
        long = way % base
        way //= base
        regular = int(state["ticket_count"][other]) - long
        if regular < 0:
            return 0.0
        deals *= _choose(num_regular, regular) * _choose(num_long, long)
        num_regular -= regular
        num_long -= long
    return deals if num_regular >= needed else 0.0


@jit
def _choose(number: int, taken: int) -> float:
    """The number of subsets of a size."""
    if taken > number:
        return 0.0
    ways = 1.0
    for index in range(taken):
        ways = ways * (number - index) / (index + 1)
    return ways
