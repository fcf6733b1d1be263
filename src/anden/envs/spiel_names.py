"""Words for single action ids, as OpenSpiel's strings need them."""

from collections.abc import Iterable

from anden.game import View
from anden.game.coding import decode_payment, decode_simple
from anden.kernel.actions import CLAIM, KEEP_TICKETS, PAY, PAY_WILDS, STATION
from anden.kernel.ids import ActionId

from .errors import EnvError


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


def seen_action(view: View, action: ActionId, *, is_own: bool) -> str:
    """The name as a player hears it: which tickets another keeps stays hidden."""
    is_keep = KEEP_TICKETS <= action < PAY
    return "keep ?" if is_keep and not is_own else action_name(view, action)


def parse_action_name(view: View, legal: Iterable[int], text: str) -> ActionId:
    """The inverse of `action_name` among these actions."""
    for action in legal:
        if action_name(view, action) == text:
            return action
    raise EnvError(f"{text!r} is not a legal action now")
