"""What a network thinks that rivals hold, told to a search."""

import numpy as np

from anden.kernel.ids import Seat
from anden.kernel.layout import Records

from .policy import Floats

LIMITS = 0.002, 0.98  # the chances of a ticket are kept between these: the network may be wrong


def believe(searches: Records, beliefs: Floats, seat: Seat, players: int) -> None:
    """Deals will give rivals the tickets that a network expects them to hold.

    `beliefs` are chances by rival, from the one after the seat on, and by ticket.
    """
    weights = searches["ticket_weights"]
    for number, chances in enumerate(np.clip(beliefs, *LIMITS), 1):
        weights[:, (seat + number) % players, : len(chances)] = chances / (1 - chances)
