"""What rivals' routes tell about their tickets."""

import math

import numpy as np
from numpy.typing import NDArray

from anden.kernel.ids import CityId, Seat
from anden.kernel.layout import State, Tables
from anden.machine.jit import inline, jit

from .paths import spread_from, weigh_by_length
from .workspace import FAR, Workspace

TicketWeights = NDArray[np.float32]  # by seat and ticket: how likely it is held; equal: no idea

NO_EVIDENCE = 1.0  # the weight of a ticket that nobody works at
CUT_OFF = 0.3  # of one that can't be completed: its holder would have built in time


@jit
def weigh_tickets(
    tables: Tables,
    state: State,
    seat: Seat,
    trust: float,
    weights: TicketWeights,
    workspace: Workspace,
) -> None:
    """How likely each rival holds each ticket: the more of its way is built, the likelier.

    A finished one has the weight e to the power of `trust`.
    """
    for other in range(int(state["players"])):
        for ticket in range(int(tables["num_tickets"])):
            weights[other, ticket] = NO_EVIDENCE
        if other == seat or trust == 0.0:
            continue
        for ticket in range(int(tables["num_tickets"])):
            a = int(tables["ticket_a"][ticket])
            b = int(tables["ticket_b"][ticket])
            weights[other, ticket] = _evidence(tables, state, other, a, b, trust, workspace)


@inline
def _evidence(
    tables: Tables,
    state: State,
    rival: Seat,
    start: CityId,
    goal: CityId,
    trust: float,
    workspace: Workspace,
) -> float:
    """The weight of a ticket between two cities, by what the rival has built between them."""
    weigh_by_length(tables, state, rival, False, workspace)
    whole = spread_from(tables, start, goal, workspace)
    weigh_by_length(tables, state, rival, True, workspace)
    rest = spread_from(tables, start, goal, workspace)
    if rest >= FAR or whole >= FAR or whole == 0.0:
        return CUT_OFF
    return math.exp(trust * (1.0 - rest / whole))
