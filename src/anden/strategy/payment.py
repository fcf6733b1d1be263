"""Payments: how one is told by its place among the legal ones, and which to choose."""

import numpy as np

from anden.kernel.actions import PAY, PAY_WILDS
from anden.kernel.bits import ZERO, lowest, without_lowest
from anden.kernel.ids import ActionId, Seat
from anden.kernel.layout import PAY_STATION, State, Tables
from anden.kernel.legal import price_at_stake
from anden.machine.jit import inline, jit

from .needs import set_aside
from .route_sets import drop_route
from .workspace import FAR, Workspace

# The index of a payment, its action less PAY, has its wilds in the lowest three bits.
_COLOUR_SHIFT = 3
_WILDS_MASK = 7

WILD_COST = 3.0  # of paying with a wild
NEEDED_COST = 2.0  # of a card that is set aside for another route
# Between equals the colour that there is most of: less than any difference of cost.
HELD_BONUS = 0.01


@inline
def split_payment(index: int) -> tuple[int, int]:
    """Colour and number of wilds of a payment, by its index."""
    return index >> _COLOUR_SHIFT, index & _WILDS_MASK


@jit
def choose_payment(
    tables: Tables, state: State, seat: Seat, pays: np.uint64, workspace: Workspace
) -> ActionId:
    """The payment that takes fewest wilds and fewest cards the rest of the plan needs."""
    _, price, _ = price_at_stake(tables, state)
    if int(state["phase"]) != PAY_STATION:
        drop_route(workspace["plan"], int(state["route"]))
        set_aside(tables, state, seat, workspace)
    best = PAY_WILDS
    least = FAR
    while pays != ZERO:
        index = lowest(pays)
        pays = without_lowest(pays)
        colour, wilds = split_payment(index)
        needed = max(0, price - wilds - int(workspace["spare"][colour]))
        held = int(state["hand"][seat, colour])
        cost = WILD_COST * wilds + NEEDED_COST * needed - HELD_BONUS * held
        if cost < least:
            least = cost
            best = PAY + index
    return best
