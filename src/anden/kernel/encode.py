"""A view as a row of numbers for a policy: `docs/observation.md` tells what stands where.

Seats are told from the one to act on, clockwise, so that a policy always sits in the same place.
Parts that a board has no use for (stations, tunnels) are left out, so a row has the same length
for one board and number of players. Only what the seat may know is read.
"""

import numpy as np
from numpy.typing import NDArray

from anden.machine.jit import inline, jit

from .bits import ONE, ZERO
from .glance import encode_glance
from .layout import MAX_TICKETS, NO_CARD, NUM_KINDS, OVER, Net, Sketch, State, Tables
from .tickets import tickets_left

OBSERVATION_VERSION = 2  # bumped whenever a row changes its meaning or length

NUM_PHASES = OVER + 1
TABLE_FACTS = 4  # deck, tickets left, last turns, passes
SEAT_FACTS = 6  # score, pieces, stations left, cards, tickets, tickets on offer
TUNNEL_FACTS = 3  # cards and wilds laid, surcharge


@inline
def _one_hot(row: NDArray[np.int16], start: int, size: int, index: int) -> int:
    """`index` outside the range leaves all zero; returns where the next part starts."""
    for place in range(size):
        row[start + place] = int(place == index)
    return start + size


@inline
def _bits(row: NDArray[np.int16], start: int, size: int, low: np.uint64, high: np.uint64) -> int:
    for place in range(min(size, 64)):
        row[start + place] = int(np.int64((low >> np.uint64(place)) & ONE))
    for place in range(64, size):
        row[start + place] = int(np.int64((high >> np.uint64(place - 64)) & ONE))
    return start + size


@inline
def _count_kinds(row: NDArray[np.int16], start: int, cards: NDArray[np.int8]) -> int:
    """How many of each kind are among some cards; gaps do not count."""
    for kind in range(NUM_KINDS):
        row[start + kind] = 0
    for card in range(len(cards)):
        if cards[card] != NO_CARD:
            row[start + int(cards[card])] += 1
    return start + NUM_KINDS


@jit
def encode(tables: Tables, state: State, net: Net, sketch: Sketch, row: NDArray[np.int16]) -> int:
    """Fills the row for the seat to act; returns its length. `net` and `sketch` are scratch.

    A row that has room for the position alone is left without the glance.
    """
    at = encode_position(tables, state, row)
    if at >= len(row):
        return at
    return encode_glance(tables, state, net, sketch, row, at)


@jit
def encode_position(tables: Tables, state: State, row: NDArray[np.int16]) -> int:
    """What lies on the table and in the hand; returns where it ends."""
    seat = int(state["seat"])
    at = _one_hot(row, 0, NUM_PHASES, int(state["phase"]))
    for kind in range(NUM_KINDS):
        row[at + kind] = state["hand"][seat, kind]
        row[at + NUM_KINDS + kind] = state["discards"][kind]
    at += 2 * NUM_KINDS
    at = _count_kinds(row, at, state["row"])
    row[at] = state["deck_size"]
    row[at + 1] = tickets_left(state)
    row[at + 2] = state["last_turns"]
    row[at + 3] = state["passes"]
    at = _encode_seats(tables, state, row, at + TABLE_FACTS)
    at = _encode_tickets(tables, state, row, at)
    return _encode_pending(tables, state, row, at)


@inline
def _encode_seats(tables: Tables, state: State, row: NDArray[np.int16], at: int) -> int:
    me = int(state["seat"])
    players = int(state["players"])
    num_routes = int(tables["num_routes"])
    for place in range(players):
        seat = (me + place) % players
        row[at] = state["score"][seat]
        row[at + 1] = state["pieces"][seat]
        row[at + 2] = state["stations_left"][seat]
        row[at + 3] = state["hand_size"][seat]
        row[at + 4] = state["ticket_count"][seat]
        row[at + 5] = state["offer_size"][seat]
        at += SEAT_FACTS
        for kind in range(NUM_KINDS):
            row[at + kind] = state["known"][seat, kind]
        at += NUM_KINDS
        at = _bits(row, at, num_routes, state["owned"][seat, 0], state["owned"][seat, 1])
        if int(tables["stations"]) > 0:
            at = _bits(row, at, int(tables["num_cities"]), state["station_cities"][seat], ZERO)
    return _bits(row, at, num_routes, state["available"][me, 0], state["available"][me, 1])


@inline
def _encode_tickets(tables: Tables, state: State, row: NDArray[np.int16], at: int) -> int:
    """Tickets kept, on offer, and put under the deck by the seat itself."""
    me = int(state["seat"])
    num_tickets = int(tables["num_tickets"])
    at = _bits(row, at, num_tickets, state["tickets"][me], ZERO)
    for place in range(2 * num_tickets):
        row[at + place] = 0
    for place in range(int(state["offer_size"][me])):
        ticket = int(state["offer"][me, place])
        if ticket >= 0:
            row[at + ticket] = 1
    at += num_tickets
    for place in range(MAX_TICKETS):
        if int(state["returned_by"][place]) == me:
            row[at + int(state["returned"][place])] = 1
    return at + num_tickets


@inline
def _encode_pending(tables: Tables, state: State, row: NDArray[np.int16], at: int) -> int:
    """What is being paid for."""
    at = _one_hot(row, at, int(tables["num_routes"]), int(state["route"]))
    if int(tables["stations"]) > 0:
        at = _one_hot(row, at, int(tables["num_cities"]), int(state["city"]))
    if tables["tunnels"][0] | tables["tunnels"][1] != ZERO:
        at = _one_hot(row, at, NUM_KINDS, int(state["laid_colour"]))
        row[at] = state["laid_cards"]
        row[at + 1] = state["laid_wilds"]
        row[at + 2] = state["surcharge"]
        at = _count_kinds(row, at + TUNNEL_FACTS, state["revealed"])
    return at
