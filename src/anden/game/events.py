"""What happened, as it would be told at the table. Private parts are None for other seats."""

from dataclasses import dataclass, replace
from typing import TypeAlias

from anden.kernel.ids import Seat
from anden.kernel.layout import NO_CARD

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
from .position import Position


@dataclass(frozen=True)
class CardTaken:
    """From the row."""

    seat: Seat
    colour: str


@dataclass(frozen=True)
class CardDrawn:
    """Blind from the deck."""

    seat: Seat
    colour: str | None  # the seat's own


@dataclass(frozen=True)
class TicketsDrawn:
    """A seat has drawn tickets, and has yet to choose."""

    seat: Seat
    count: int
    tickets: tuple[str, ...] | None  # the seat's own


@dataclass(frozen=True)
class TicketsKept:
    """A seat has chosen from its tickets."""

    seat: Seat
    count: int | None  # the seat's own while tickets are dealt: all choose at the same time
    tickets: tuple[str, ...] | None  # the seat's own
    at_deal: bool


@dataclass(frozen=True)
class PlayBegan:
    """All have chosen their tickets: the first turn begins."""

    first: int
    ticket_counts: tuple[int, ...]


@dataclass(frozen=True)
class RouteClaimed:
    """A route has an owner."""

    seat: Seat
    route: str
    payment: Payment  # the surcharge of a tunnel included
    points: int


@dataclass(frozen=True)
class TunnelDug:
    """Cards were turned up for a tunnel: E7."""

    seat: Seat
    route: str
    laid: Payment
    revealed: tuple[str, ...]
    surcharge: int


@dataclass(frozen=True)
class TunnelAbandoned:
    """The surcharge was not paid: E9."""

    seat: Seat
    route: str


@dataclass(frozen=True)
class StationBuilt:
    """A city has a station."""

    seat: Seat
    city: str
    payment: Payment


@dataclass(frozen=True)
class Passed:
    """A seat could do nothing: C23."""

    seat: Seat


@dataclass(frozen=True)
class RowSwept:
    """Three wilds lay in the row (C9), once or several times in a row; `row` is the last such."""

    times: int
    row: tuple[str | None, ...]


@dataclass(frozen=True)
class DeckReshuffled:
    """The discards became the deck: C12."""


@dataclass(frozen=True)
class LastRound:
    """The seat is down to two pieces or fewer: everyone has one more turn."""

    seat: Seat


@dataclass(frozen=True)
class GameOver:
    """Nobody has a turn any more."""


Event: TypeAlias = (
    CardTaken
    | CardDrawn
    | TicketsDrawn
    | TicketsKept
    | PlayBegan
    | RouteClaimed
    | TunnelDug
    | TunnelAbandoned
    | StationBuilt
    | Passed
    | RowSwept
    | DeckReshuffled
    | LastRound
    | GameOver
)


def seen_by(event: Event, seat: Seat | None) -> Event:
    """The event as a seat may know it; None is a spectator."""
    match event:
        case CardDrawn(owner) if owner != seat:
            return replace(event, colour=None)
        case TicketsDrawn(owner) if owner != seat:
            return replace(event, tickets=None)
        case TicketsKept(owner) if owner != seat:
            count = None if event.at_deal else event.count
            return replace(event, tickets=None, count=count)
        case _:
            return event


def events_between(before: Position, action: Action, after: Position) -> list[Event]:
    """What an action changed, in the order it is told."""
    seat = int(before.state["seat"])
    events = _action_events(before, action, after, seat)
    sweeps = int(after.state["sweeps"]) - int(before.state["sweeps"])
    if after.state["reshuffles"] > before.state["reshuffles"]:
        events.append(DeckReshuffled())
    if sweeps:
        row = tuple(_kind(after, card) for card in after.state["swept"])
        events.append(RowSwept(sweeps, row))
    if before.phase == "setup" and after.phase != "setup":
        counts = tuple(after.ticket_count(s) for s in range(after.players))
        events.append(PlayBegan(int(after.state["first"]), counts))
    if after.last_turns and not before.last_turns:
        events.append(LastRound(seat))
    if after.is_over:
        events.append(GameOver())
    return events


def _action_events(before: Position, action: Action, after: Position, seat: Seat) -> list[Event]:
    match action:
        case DrawCard(colour):
            return [CardTaken(seat, colour)]
        case DrawBlind():
            gained = after.state["hand"][seat] > before.state["hand"][seat]
            return [CardDrawn(seat, kind_name(after.board, int(gained.argmax())))]
        case DrawTickets():
            offer = after.offer(seat)
            return [TicketsDrawn(seat, len(offer), offer)]
        case KeepTickets(tickets):
            return [TicketsKept(seat, len(tickets), tickets, before.phase == "setup")]
        case BuildStation(city, payment):
            return [StationBuilt(seat, city, payment)]
        case ClaimRoute(route, payment):
            return _claim_events(before, after, seat, route, payment)
        case PayTunnel(payment):
            assert before.tunnel is not None
            paid = _together(before.tunnel.laid, payment)
            return [RouteClaimed(seat, before.tunnel.route, paid, _gain(before, after, seat))]
        case Withdraw():
            assert before.tunnel is not None
            return [TunnelAbandoned(seat, before.tunnel.route)]
        case Pass():
            return [Passed(seat)]


def _claim_events(
    before: Position, after: Position, seat: Seat, route: str, payment: Payment
) -> list[Event]:
    events: list[Event] = []
    if before.board.routes[before.board.find_route(route)].is_tunnel:
        cards = (_kind(after, card) for card in after.state["revealed"])
        revealed = tuple(card for card in cards if card is not None)
        surcharge = after.tunnel.surcharge if after.tunnel else 0
        events.append(TunnelDug(seat, route, payment, revealed, surcharge))
    if after.tunnel is None:
        events.append(RouteClaimed(seat, route, payment, _gain(before, after, seat)))
    return events


def _gain(before: Position, after: Position, seat: Seat) -> int:
    return after.score(seat) - before.score(seat)


def _together(laid: Payment, surcharge: Payment) -> Payment:
    colour = laid.colour or surcharge.colour
    return Payment(colour, laid.cards + surcharge.cards, laid.wilds + surcharge.wilds)


def _kind(position: Position, card: int) -> str | None:
    return None if card == NO_CARD else kind_name(position.board, int(card))
