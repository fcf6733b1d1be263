"""Cards that a seat has not seen."""

from anden.machine.jit import jit

from .ids import Seat
from .layout import ROW_SIZE, TUNNEL, TUNNEL_REVEAL, WILD, State, Tables


@jit
def unseen_cards(tables: Tables, state: State, seat: Seat, kind: int) -> int:
    """Cards of a kind that the seat can place neither in a hand nor on the table."""
    unseen = int(tables["card_counts"][kind]) - int(state["discards"][kind])
    unseen -= int(state["hand"][seat, kind])
    for other in range(int(state["players"])):
        if other != seat:
            unseen -= int(state["known"][other, kind])
    for slot in range(ROW_SIZE):
        unseen -= int(int(state["row"][slot]) == kind)
    if int(state["phase"]) == TUNNEL:
        for card in range(TUNNEL_REVEAL):
            unseen -= int(int(state["revealed"][card]) == kind)
        if kind == int(state["laid_colour"]):
            unseen -= int(state["laid_cards"])
        if kind == WILD:
            unseen -= int(state["laid_wilds"])
    return unseen
