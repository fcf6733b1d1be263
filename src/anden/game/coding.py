"""Typed actions as the kernel's action ids, and back."""

from anden.boards import Board
from anden.kernel.actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_ROW,
    DRAW_TICKETS,
    KEEP_TICKETS,
    PASS,
    PAY,
    PAY_WILDS,
    STATION,
    WITHDRAW,
    pay_action,
)
from anden.kernel.ids import ActionId
from anden.kernel.layout import NUM_KINDS

from .actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    KeepTickets,
    Pass,
    Payment,
    PayTunnel,
    Withdraw,
)
from .notation import kind_name


def encode(board: Board, action: Action, offer: tuple[str, ...]) -> ActionId:
    """The action's first id; a claim or station is followed by `encode_payment`.

    `offer` holds the tickets to choose from; others are passed over.
    """
    match action:
        case DrawCard(colour):
            return DRAW_ROW + board.colour_index(colour)
        case DrawBlind():
            return DRAW_DECK
        case DrawTickets():
            return DRAW_TICKETS
        case KeepTickets(tickets):
            return KEEP_TICKETS + sum(1 << p for p, t in enumerate(offer) if t in tickets)
        case ClaimRoute(route):
            return CLAIM + board.find_route(route)
        case BuildStation(city):
            return STATION + board.city_index(city)
        case PayTunnel(payment):
            return encode_payment(board, payment)
        case Withdraw():
            return WITHDRAW
        case Pass():
            return PASS


def encode_payment(board: Board, payment: Payment) -> ActionId:
    """The payment's id, which leaves the price open: `total` must be checked beside it."""
    if payment.colour is None:
        return PAY_WILDS
    return int(pay_action(board.colour_index(payment.colour), min(payment.wilds, 7)))


def decode_payment(board: Board, action: ActionId, price: int) -> Payment:
    if action == PAY_WILDS:
        return Payment(None, 0, price)
    colour, wilds = divmod(action - PAY, 8)
    return Payment(kind_name(board, colour), price - wilds, wilds)


def decode_simple(board: Board, action: ActionId, offer: tuple[str, ...]) -> Action:
    """The typed action of an id that needs no payment."""
    if action < DRAW_ROW + NUM_KINDS:
        return DrawCard(kind_name(board, action - DRAW_ROW))
    if action == DRAW_DECK:
        return DrawBlind()
    if action == DRAW_TICKETS:
        return DrawTickets()
    if action == PASS:
        return Pass()
    if action == WITHDRAW:
        return Withdraw()
    subset = action - KEEP_TICKETS
    return KeepTickets(tuple(t for place, t in enumerate(offer) if subset >> place & 1))
