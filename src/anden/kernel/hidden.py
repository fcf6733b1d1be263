"""What nobody may know, as a row of numbers: for critics that judge a player in training.

No player is given this. Seats are told from the one to act on, as in an observation.
"""

import numpy as np
from numpy.typing import NDArray

from anden.machine.jit import inline, jit

from .bits import has
from .ids import Seat
from .layout import NUM_KINDS, Sketch, State, Tables
from .ways import sketch_map, spread

RIVAL_PARTS = 3  # tickets, needs, complete


def hidden_size(num_tickets: int, players: int) -> int:
    """Numbers in a row."""
    return NUM_KINDS + (players - 1) * (NUM_KINDS + RIVAL_PARTS * num_tickets)


@jit
def encode_hidden(tables: Tables, state: State, sketch: Sketch, row: NDArray[np.int16]) -> int:
    """The deck by kind; of each rival the hand, tickets, what they still take, which are made."""
    players = int(state["players"])
    for kind in range(NUM_KINDS):
        row[kind] = state["deck"][kind]
    for place in range(1, players):
        seat = (int(state["seat"]) + place) % players
        at = rival_from(tables, place)
        encode_hand(state, seat, row, at)
        sketch_map(tables, state, seat, sketch)
        distances = sketch["from_a"]
        encode_tickets(tables, state, seat, sketch, sketch["due"], distances, row, at, 0, 1)
    return rival_from(tables, players)


@inline
def rival_from(tables: Tables, place: int) -> int:
    """Where the numbers of the seat so many places after the one to act begin."""
    return NUM_KINDS + (place - 1) * (NUM_KINDS + RIVAL_PARTS * int(tables["num_tickets"]))


@inline
def encode_hand(state: State, seat: Seat, row: NDArray[np.int16], at: int) -> None:
    for kind in range(NUM_KINDS):
        row[at + kind] = state["hand"][seat, kind]


@jit
def encode_tickets(
    tables: Tables,
    state: State,
    seat: Seat,
    sketch: Sketch,
    due: NDArray[np.uint64],
    distances: NDArray[np.int16],
    row: NDArray[np.int16],
    at: int,
    first: int,
    stride: int,
) -> None:
    """A share of a rival's tickets (see `glance`); `due` and `distances` are scratch."""
    num_tickets = int(tables["num_tickets"])
    at += NUM_KINDS
    for ticket in range(first, num_tickets, stride):
        a = int(tables["ticket_a"][ticket])
        b = int(tables["ticket_b"][ticket])
        is_own = has(state["tickets"][seat], ticket)
        is_complete = is_own and has(sketch["joined"][a], b)
        needs = 0
        if is_own and not is_complete:
            spread(tables, a, int(state["pieces"][seat]), sketch, due, distances)
            needs = min(int(distances[b]), int(tables["pieces"]) + 1)
        row[at + ticket] = int(is_own)
        row[at + num_tickets + ticket] = needs
        row[at + 2 * num_tickets + ticket] = int(is_complete)
