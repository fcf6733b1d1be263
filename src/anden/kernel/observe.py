"""Views: a STATE record with what a seat may not know blanked out.

Rules read only what the seat to act may know, so they work on its view as on the state.
"""

from typing import Any

import numpy as np

from anden.machine.jit import jit

from .bits import ZERO
from .ids import Seat
from .layout import (
    MAX_OFFER,
    MAX_SEATS,
    MAX_TICKETS,
    NO_TICKET,
    NUM_KINDS,
    OVER,
    STATE,
    State,
)


@jit
def conceal(state: State, seat: Seat) -> None:
    """Turns a copy of a state into the seat's view of it; NO_SEAT sees only what is public."""
    state["seed"][0] = ZERO
    state["seed"][1] = ZERO
    for stream in range(len(state["luck"])):
        state["luck"][stream] = ZERO
    state["ticket_pool"] = ZERO
    for kind in range(NUM_KINDS):
        state["deck"][kind] = 0
    for other in range(MAX_SEATS):
        if other == seat:
            continue
        for kind in range(NUM_KINDS):
            state["hand"][other, kind] = 0
        for place in range(MAX_OFFER):
            state["offer"][other, place] = NO_TICKET
        if int(state["phase"]) != OVER:  # C22
            state["tickets"][other] = ZERO
    for place in range(MAX_TICKETS):
        if int(state["returned_by"][place]) != seat:
            state["returned"][place] = NO_TICKET


def observe(state: State, seat: Seat) -> Any:
    """A new record: the seat's view of the state."""
    view = np.frombuffer(bytearray(state.tobytes()), STATE)[0]  # state.copy() is 18 times as slow
    conceal(view, seat)
    return view
