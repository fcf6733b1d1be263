"""The text of actions: `claim paris-frankfurt:white with 2 white 1 wild`, both ways.

    draw blue | draw wild | draw deck | draw tickets
    keep denver-el_paso, boston-miami
    claim ROUTE with CARDS | station CITY with CARDS
    pay CARDS | withdraw | pass

Reading is lenient about case, accents and names in any language of the board; writing has one
form for each action.
"""

import re

from anden.boards import Board, BoardNameError
from anden.kernel.layout import WILD

from .actions import (
    WILD_WORD,
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
from .errors import NotationError

MAX_TEXT = 500  # five tickets of the longest names are 418
_VERBS = "draw, keep, claim, station, pay, withdraw, pass"
_CARDS = re.compile(r"(\d{1,2})\s+(\D+)")
_PRICED = re.compile(r"(.+)\swith\s(.+)", re.IGNORECASE | re.DOTALL)


def action_name(action: Action) -> str:
    """The text of an action, which `parse_action` reads back."""
    return str(action)


def parse_action(board: Board, text: str) -> Action:
    """The action a text stands for, with names in the board's spelling; NotationError if none."""
    if len(text) > MAX_TEXT:
        raise NotationError("record.action_too_long", n=len(text), max=MAX_TEXT)
    verb, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    try:
        return _parse(board, verb.casefold(), rest)
    except BoardNameError as error:
        raise NotationError("record.action_misread", action=text.strip(), detail=error) from error


def _parse(board: Board, verb: str, rest: str) -> Action:
    if verb == "draw" and rest:
        return _parse_draw(board, rest)
    if verb == "keep" and rest:
        return KeepTickets(_tickets(board, rest))
    if verb == "claim" and rest:
        route, payment = _split_price(rest)
        name = board.route_name(board.find_route(route))
        return ClaimRoute(name, parse_payment(board, payment))
    if verb == "station" and rest:
        city, payment = _split_price(rest)
        return BuildStation(board.cities[board.city_index(city)].id, parse_payment(board, payment))
    if verb == "pay" and rest:
        return PayTunnel(parse_payment(board, rest))
    if verb == "withdraw" and not rest:
        return Withdraw()
    if verb == "pass" and not rest:
        return Pass()
    raise NotationError("record.no_action", text=f"{verb} {rest}".strip(), actions=_VERBS)


def _parse_draw(board: Board, what: str) -> Action:
    if what.casefold() == "deck":
        return DrawBlind()
    if what.casefold() == "tickets":
        return DrawTickets()
    return DrawCard(kind_name(board, board.colour_index(what)))


def _tickets(board: Board, text: str) -> tuple[str, ...]:
    tickets = [board.ticket_name(board.find_ticket(name.strip())) for name in text.split(",")]
    if len(set(tickets)) < len(tickets):
        raise NotationError("record.ticket_twice", text=text)
    return tuple(tickets)


def _split_price(text: str) -> tuple[str, str]:
    parts = _PRICED.fullmatch(text)
    if parts is None:
        raise NotationError("record.no_cards", text=text)
    return parts[1].strip(), parts[2]


def parse_payment(board: Board, text: str) -> Payment:
    """`2 white 1 wild`, in either order, each kind once."""
    counts: dict[int, int] = {}
    rest = text.strip()
    while rest:
        match = _CARDS.match(rest)
        if match is None:
            raise NotationError("record.no_payment", text=text.strip())
        kind = board.colour_index(match[2].strip(" ,+"))
        if kind in counts:
            name = kind_name(board, kind)
            raise NotationError("record.kind_twice", text=text.strip(), kind=name)
        counts[kind] = int(match[1])
        rest = rest[match.end() :]
    wilds = counts.pop(WILD, 0)
    colours = {kind: number for kind, number in counts.items() if number}
    if len(colours) > 1:
        raise NotationError("record.mixed_colours", text=text.strip())
    if not colours:
        if not wilds:
            raise NotationError("record.empty_payment")
        return Payment(None, 0, wilds)
    ((kind, cards),) = colours.items()
    return Payment(kind_name(board, kind), cards, wilds)


def kind_name(board: Board, kind: int) -> str:
    """The id of a card kind: a colour's, or "wild"."""
    return WILD_WORD if kind == WILD else board.cards.colours[kind].id
