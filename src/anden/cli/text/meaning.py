"""What a command to act means here: the legal actions it fits, or the one to be refused."""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from anden.boards import GRAY
from anden.game import (
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
    View,
    Withdraw,
)
from anden.game.actions import WILD_WORD
from anden.kernel.ids import RouteId
from anden.locales import LANGUAGES

from .naming import (
    exact_payment,
    fits,
    is_small,
    read_cards,
    read_city,
    read_kind,
    read_lanes,
    read_pair,
)
from .speech import Speech
from .words import MisreadError, has_word, spellings

Paid: TypeAlias = ClaimRoute | BuildStation | PayTunnel
P = TypeVar("P", ClaimRoute, BuildStation, PayTunnel)


def meanings(speech: Speech, view: View, verb: str, rest: str) -> list[Action]:
    """Legal actions, thriftiest first; or a single action that the rules forbid now."""
    return list(_READERS[verb](speech, view, rest))


def is_acting(verb: str) -> bool:
    return verb in _READERS


def claims(view: View) -> dict[str, list[ClaimRoute]]:
    """Every legal claim by route, each route's thriftiest payment first."""
    by_route: dict[str, list[ClaimRoute]] = {}
    for action in view.legal_actions():
        if isinstance(action, ClaimRoute):
            by_route.setdefault(action.route, []).append(action)
    return {route: _thriftiest_first(view, actions) for route, actions in by_route.items()}


def claim_probe(view: View, route: RouteId) -> ClaimRoute:
    """A claim of the route with cards of the right number, to ask what speaks against it."""
    colour = view.board.routes[route].colour
    kind = view.board.cards.colours[0 if colour == GRAY else colour].id
    payment = Payment(kind, view.board.routes[route].length, 0)
    return ClaimRoute(view.board.route_name(route), payment)


def _draw(speech: Speech, view: View, rest: str) -> Sequence[Action]:
    words = [word for word in rest.split() if not is_small(word)]
    what = " ".join(words)
    if not what:
        raise MisreadError("text.draw_what")
    if has_word("word.deck", what):
        return [DrawBlind()]
    if has_word("word.tickets", what):
        return [DrawTickets()]
    return [DrawCard(read_kind(speech, what))]


def _keep(speech: Speech, view: View, rest: str) -> Sequence[Action]:
    assert view.seat is not None
    offer = view.offer(view.seat)
    if not offer or has_word("word.all", rest):
        return [KeepTickets(offer)]
    words = [word for word in re.split(r"[\s,]+", rest) if word and not is_small(word)]
    if words and all(re.fullmatch("[0-9]{1,3}", word) for word in words):
        places = {int(word) for word in words}
        if not places <= set(range(1, len(offer) + 1)):
            raise MisreadError("text.keep_numbers", last=len(offer))
        return [KeepTickets(tuple(t for n, t in enumerate(offer, 1) if n in places))]
    kept = {_offered(speech, view, name) for name in rest.split(",") if name.strip()}
    return [KeepTickets(tuple(ticket for ticket in offer if ticket in kept))]


def _offered(speech: Speech, view: View, name: str) -> str:
    assert view.seat is not None
    pair = read_pair(speech, name.strip())
    offer = view.offer(view.seat)
    for ticket in offer:
        if view.board.tickets[view.board.find_ticket(ticket)].pair == pair:
            return ticket
    raise MisreadError("text.keep_numbers", last=len(offer))


def _claim(speech: Speech, view: View, rest: str) -> Sequence[Action]:
    if not rest:
        raise MisreadError("text.claim_what")
    where, cards = _split_price(rest)
    lanes = _distinct(view, read_lanes(speech, where))
    by_route = claims(view)
    legal = [action for lane in lanes for action in by_route.get(view.board.route_name(lane), [])]
    refused = claim_probe(view, min(lanes, key=lambda lane: not _is_open(view, lane)))
    return _paid(speech, legal, cards, refused)


def _distinct(view: View, lanes: list[int]) -> list[int]:
    """Of two lanes of one colour only the first that is open: they are the same to the player."""
    routes = view.board.routes
    if len(lanes) == 2 and routes[lanes[0]].colour == routes[lanes[1]].colour:
        return [min(lanes, key=lambda lane: not _is_open(view, lane))]
    return lanes


def _is_open(view: View, route: RouteId) -> bool:
    assert view.seat is not None
    return view.is_open(route, view.seat)


def _station(speech: Speech, view: View, rest: str) -> Sequence[Action]:
    assert view.seat is not None
    if not rest:
        raise MisreadError("text.station_where")
    where, cards = _split_price(rest)
    words = where.split()
    while len(words) > 1 and is_small(words[0]):
        words = words[1:]
    city = view.board.cities[read_city(speech, " ".join(words))].id
    legal = [a for a in view.legal_actions() if isinstance(a, BuildStation) and a.city == city]
    kind = view.board.cards.colours[0].id
    price = view.station_price(view.seat) if view.stations_left(view.seat) else 1
    refused = BuildStation(city, Payment(kind, price, 0))
    return _paid(speech, _thriftiest_first(view, legal), cards, refused)


def _pay(speech: Speech, view: View, rest: str) -> Sequence[Action]:
    options = tunnel_payments(view)
    if re.fullmatch("[0-9]{1,3}", rest):
        if not 1 <= int(rest) <= len(options):
            raise MisreadError("text.choose_number", last=len(options))
        return [options[int(rest) - 1]]
    refused = PayTunnel(Payment(None, 0, 1))
    if view.tunnel is not None:
        laid, surcharge = view.tunnel.laid, view.tunnel.surcharge
        refused = PayTunnel(
            Payment(laid.colour, surcharge, 0) if laid.colour else Payment(None, 0, surcharge)
        )
    return _paid(speech, options, rest, refused)


def tunnel_payments(view: View) -> list[PayTunnel]:
    """The ways to pay for the tunnel, thriftiest first."""
    options = [action for action in view.legal_actions() if isinstance(action, PayTunnel)]
    return _thriftiest_first(view, options)


def _paid(
    speech: Speech, legal: Sequence[Paid], cards_text: str, refused: Paid
) -> Sequence[Action]:
    """The legal actions whose payment fits the words; without words, all of them."""
    if not cards_text:
        return legal or [refused]
    cards = read_cards(speech, cards_text)
    exact = exact_payment(cards)
    if exact is not None:
        if not exact.total:
            raise MisreadError("text.unknown_cards", cards=cards_text[:40])
        return [a for a in legal if a.payment == exact] or [_with(refused, exact)]
    fitting = [action for action in legal if fits(action.payment, cards)]
    colour = next((kind for kind in cards if kind != WILD_WORD), None)
    total = refused.payment.total
    other = Payment(colour, total, 0) if colour else Payment(None, 0, total)
    return fitting or [_with(refused, other)]


def _with(action: Paid, payment: Payment) -> Action:
    match action:
        case ClaimRoute(route):
            return ClaimRoute(route, payment)
        case BuildStation(city):
            return BuildStation(city, payment)
        case PayTunnel():
            return PayTunnel(payment)


def _thriftiest_first(view: View, actions: list[P]) -> list[P]:
    """Fewest wilds first; then from the colour there is most of."""
    assert view.seat is not None
    hand = view.hand(view.seat)
    return sorted(
        actions, key=lambda a: (a.payment.wilds, -hand.get(a.payment.colour or WILD_WORD, 0))
    )


def names_cards(text: str) -> bool:
    """Whether a claim says what it is paid with."""
    return bool(_split_price(text)[1])


def _split_price(text: str) -> tuple[str, str]:
    """What stands before and after the last "with"."""
    words = text.split()
    links = [word for language in LANGUAGES for word in spellings("word.with", language)]
    for place in range(len(words) - 1, 0, -1):
        if words[place].casefold() in links:
            if place == len(words) - 1:
                raise MisreadError("text.cards_missing")
            return " ".join(words[:place]), " ".join(words[place + 1 :])
    return text, ""


_READERS: dict[str, Callable[[Speech, View, str], Sequence[Action]]] = {
    "draw": _draw,
    "keep": _keep,
    "claim": _claim,
    "station": _station,
    "pay": _pay,
    "withdraw": lambda speech, view, rest: [Withdraw()],
    "pass": lambda speech, view, rest: [Pass()],
}
