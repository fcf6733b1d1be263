"""Words for single action ids, as OpenSpiel's strings need them."""

from anden.game import View
from anden.game.coding import decode_payment, decode_simple
from anden.kernel.actions import CLAIM, PAY, PAY_WILDS, STATION
from anden.kernel.ids import ActionId


def action_name(view: View, action: ActionId) -> str:
    """`claim denver-omaha`, then `pay 3 red 1 wild`: a claim and its payment are two actions.

    The view is that of the seat to act.
    """
    board = view.board
    if action >= STATION:
        return f"station {board.cities[action - STATION].id}"
    if action >= CLAIM:
        return f"claim {board.route_name(action - CLAIM)}"
    if action >= PAY or action == PAY_WILDS:
        return f"pay {decode_payment(board, action, view.price)}"
    seat = int(view.state["seat"])
    return str(decode_simple(board, action, view.offer(seat)))
