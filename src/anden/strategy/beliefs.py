"""What rivals' routes tell about their tickets."""

import math

from anden.kernel.layout import Board, State

from .desk import FAR, Desk
from .jit import jit
from .paths import spread_from, weigh_by_length
from .resample import Weights


@jit
def weigh_tickets(
    board: Board, state: State, seat: int, trust: float, weights: Weights, desk: Desk
) -> None:
    """How likely each rival holds each ticket: the more of its way is built, the likelier.

    A ticket nobody works at has weight 1, a finished one e to the power of `trust`.
    """
    for other in range(int(state["players"])):
        for ticket in range(int(board["num_tickets"])):
            weights[other, ticket] = 1.0
        if other == seat or trust == 0.0:
            continue
        for ticket in range(int(board["num_tickets"])):
            a = int(board["ticket_a"][ticket])
            b = int(board["ticket_b"][ticket])
            weigh_by_length(board, state, other, False, desk)
            whole = spread_from(board, a, b, desk)
            weigh_by_length(board, state, other, True, desk)
            rest = spread_from(board, a, b, desk)
            if rest >= FAR or whole >= FAR or whole == 0.0:
                weights[other, ticket] = 0.3
            else:
                weights[other, ticket] = math.exp(trust * (1.0 - rest / whole))
