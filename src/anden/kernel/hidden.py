"""What nobody may know, as a row of numbers: for critics that judge a player in training.

No player is given this. Seats are told from the one to act on, as in an observation.
"""

import numpy as np
from numpy.typing import NDArray

from anden.machine.jit import jit

from .bits import ZERO, has, lowest, without_lowest
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
    num_tickets = int(tables["num_tickets"])
    for kind in range(NUM_KINDS):
        row[kind] = state["deck"][kind]
    at = NUM_KINDS
    for place in range(1, players):
        seat = (int(state["seat"]) + place) % players
        for kind in range(NUM_KINDS):
            row[at + kind] = state["hand"][seat, kind]
        _encode_tickets(tables, state, seat, sketch, row, at + NUM_KINDS)
        at += NUM_KINDS + RIVAL_PARTS * num_tickets
    return at


@jit
def _encode_tickets(
    tables: Tables, state: State, seat: Seat, sketch: Sketch, row: NDArray[np.int16], at: int
) -> None:
    num_tickets = int(tables["num_tickets"])
    for place in range(RIVAL_PARTS * num_tickets):
        row[at + place] = 0
    sketch_map(tables, state, seat, sketch)
    tickets = state["tickets"][seat]
    while tickets != ZERO:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        a = int(tables["ticket_a"][ticket])
        b = int(tables["ticket_b"][ticket])
        row[at + ticket] = 1
        if has(sketch["joined"][a], b):
            row[at + 2 * num_tickets + ticket] = 1
        else:
            spread(tables, a, int(state["pieces"][seat]), sketch, sketch["from_a"])
            needs = min(int(sketch["from_a"][b]), int(tables["pieces"]) + 1)
            row[at + num_tickets + ticket] = needs
