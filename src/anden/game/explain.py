"""Finds the reason against an action, and fills in what a player would ask: which, how many."""

from anden.boards import GRAY, Board
from anden.core.compiled import one_game
from anden.core.game_core import tables_array
from anden.kernel import refusals as codes
from anden.kernel.ids import RouteId, Seat
from anden.kernel.layout import WILD
from anden.kernel.legal import price_at_stake

from .actions import Action, BuildStation, ClaimRoute, KeepTickets, Payment, PayTunnel
from .coding import encode, encode_payment
from .position import Position
from .reasons import WRONG_TOTAL, Reason, reason

_DOUBLE_RULES = {"usa": "U4", "europe": "E16", "london": "L4"}


def why_not(position: Position, action: Action) -> Reason | None:
    """The reason in words why the seat to act can't do this now, or None if it can."""
    board, state = position.board, position.state
    offer = position.offer(int(state["seat"]))
    action_id = encode(board, action, offer)
    code = int(one_game.refuse(tables_array(board), position.as_array(), action_id))
    if isinstance(action, PayTunnel) and code not in (codes.GAME_OVER, codes.NOTHING_TO_PAY):
        stake = price_at_stake(position.tables, state)
        return _payment_reason(position, action.payment, *map(int, stake))
    if isinstance(action, KeepTickets) and offer and not set(action.tickets) <= set(offer):
        code = codes.NOT_OFFERED
    if code != codes.LEGAL:
        return _reason(position, action, code)
    if isinstance(action, ClaimRoute):
        route = board.routes[board.find_route(action.route)]
        return _payment_reason(position, action.payment, route.colour, route.length, route.wilds)
    if isinstance(action, BuildStation):
        price = position.station_price(int(state["seat"]))
        return _payment_reason(position, action.payment, GRAY, price, 0)
    return None


def _payment_reason(
    position: Position, payment: Payment, colour: int, price: int, symbols: int
) -> Reason | None:
    if payment.total != price:
        return reason(WRONG_TOTAL, n=price, given=payment.total)
    encoded = encode_payment(position.board, payment)
    code = int(one_game.refuse_payment(position.as_array(), encoded, colour, price, symbols))
    if code == codes.LEGAL:
        return None
    hand = position.hand(int(position.state["seat"]))
    cards = position.board.cards
    match code:
        case codes.WRONG_COLOUR:
            names = cards.wild.names if colour == WILD else cards.colours[colour].names
            return reason(code, colour=names)
        case codes.TOO_FEW_OF_COLOUR:
            assert payment.colour is not None
            names = cards.colours[position.board.colour_index(payment.colour)].names
            return reason(code, n=payment.cards, have=hand.get(payment.colour, 0), colour=names)
        case codes.TOO_FEW_SYMBOLS:
            return reason(code, n=symbols, have=payment.wilds, wild=cards.wild.names)
        case _:
            have = hand.get("wild", 0)
            return reason(code, n=payment.wilds, have=have, wild=cards.wild.names)


def _reason(position: Position, action: Action, code: int) -> Reason:
    """A reason against the action as such, before any payment is looked at."""
    board, seat = position.board, int(position.state["seat"])
    if isinstance(action, ClaimRoute):
        return _route_reason(position, seat, board.find_route(action.route), code)
    if isinstance(action, BuildStation):
        return _station_reason(position, seat, action, code)
    if isinstance(action, KeepTickets) and code in (codes.NOT_OFFERED, codes.TOO_FEW_KEPT):
        rule = "C3" if position.phase == "setup" else "C21"
        return reason(code, rule, n=position.must_keep(seat))
    if code == codes.KEEP_FIRST and position.phase == "setup":
        return reason(code, "C3")
    return reason(code, wild=board.cards.wild.names)


def _route_reason(position: Position, seat: Seat, route_id: RouteId, code: int) -> Reason:
    board = position.board
    route = board.routes[route_id]
    have_wilds = position.hand(seat).get("wild", 0)
    match code:
        case codes.TWIN_CLOSED:
            return reason(code, _double_rule(board), n=position.players)
        case codes.TOO_FEW_PIECES:
            return reason(code, n=route.length, have=position.pieces(seat))
        case codes.TOO_FEW_SYMBOLS:
            return reason(code, n=route.wilds, have=have_wilds, wild=board.cards.wild.names)
        case codes.TOO_FEW_CARDS:
            return _too_few_cards(position, seat, route.colour, route.length)
        case _:
            return reason(code, "C3" if position.phase == "setup" else None)


def _station_reason(position: Position, seat: Seat, action: BuildStation, code: int) -> Reason:
    if code == codes.TOO_FEW_CARDS:
        return _too_few_cards(position, seat, GRAY, position.station_price(seat), "E11")
    city = position.board.cities[position.board.city_index(action.city)]
    return reason(code, "C3" if position.phase == "setup" else None, city=city.names)


def _too_few_cards(
    position: Position, seat: Seat, colour: int, price: int, rule: str = "C16"
) -> Reason:
    hand, cards = position.hand(seat), position.board.cards
    wilds = hand.get("wild", 0)
    if colour != GRAY:
        have = hand.get(cards.colours[colour].id, 0)
        missing = price - have - wilds
        names = cards.colours[colour].names
        return Reason(
            "too_few_cards", rule, {"n": missing, "colour": names, "wild": cards.wild.names}
        )
    have = max(hand.get(kind.id, 0) for kind in cards.colours)
    return Reason(
        "too_few_of_one_colour", rule, {"n": price - have - wilds, "wild": cards.wild.names}
    )


def _double_rule(board: Board) -> str:
    return _DOUBLE_RULES[board.id] if board.is_builtin else "C19"
