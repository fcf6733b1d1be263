"""What rivals' routes tell about their tickets."""

import math

from anden.kernel.ids import Seat
from anden.kernel.layout import State, Tables
from anden.machine.jit import jit

from .desk import FAR, Desk
from .paths import spread_from, weigh_by_length
from .resample import Weights


@jit
def weigh_tickets(
    tables: Tables, state: State, seat: Seat, trust: float, weights: Weights, desk: Desk
) -> None:
    """How likely each rival holds each ticket: the more of its way is built, the likelier.

    A ticket nobody works at has weight 1, a finished one e to the power of `trust`.
    """
    for other in range(int(state["players"])):
        for ticket in range(int(tables["num_tickets"])):
            weights[other, ticket] = 1.0
        if other == seat or trust == 0.0:
            continue
        for ticket in range(int(tables["num_tickets"])):
            a = int(tables["ticket_a"][ticket])
            b = int(tables["ticket_b"][ticket])
            weigh_by_length(tables, state, other, False, desk)
            whole = spread_from(tables, a, b, desk)
            weigh_by_length(tables, state, other, True, desk)
            rest = spread_from(tables, a, b, desk)
            if rest >= FAR or whole >= FAR or whole == 0.0:
                weights[other, ticket] = 0.3
            else:
                weights[other, ticket] = math.exp(trust * (1.0 - rest / whole))
