"""What happened, told to one seat: an event goes in, sentences come out."""

from collections.abc import Iterator, Sequence

from anden.game.events import (
    CardDrawn,
    CardTaken,
    DeckReshuffled,
    Event,
    GameOver,
    LastRound,
    Passed,
    PlayBegan,
    RouteClaimed,
    RowSwept,
    StationBuilt,
    TicketsDrawn,
    TicketsKept,
    TunnelAbandoned,
    TunnelDug,
)
from anden.kernel.ids import Seat

from .seats import Occupant
from .speech import Speech


class News:
    """Tells events as the seat `you` may know them; None is an onlooker."""

    def __init__(self, speech: Speech, seats: Sequence[Occupant], you: int | None) -> None:
        self._speech = speech
        self._seats = seats
        self._you = you

    def tell(self, event: Event) -> Iterator[str]:
        speech = self._speech
        match event:
            case CardTaken(seat, colour):
                yield self._person("event.card_taken", seat, card=speech.a_card(colour))
            case CardDrawn(seat, None):
                yield self._person("event.card_drawn_unseen", seat)
            case CardDrawn(seat, str(colour)):
                yield self._person("event.card_drawn", seat, card=speech.a_card(colour))
            case TicketsDrawn(seat, count):
                yield self._person("event.tickets_drawn", seat, n=count)
            case TicketsKept():
                yield self._tickets_kept(event)
            case PlayBegan(first):
                yield self._person("event.play_began", first)
            case RouteClaimed(seat, route, payment, points):
                yield self._person(
                    "event.route_claimed",
                    seat,
                    route=speech.route(route),
                    cards=speech.payment(payment),
                    points=speech.text("text.points", n=points),
                )
            case TunnelDug():
                yield from self._tunnel_dug(event)
            case TunnelAbandoned(seat, route):
                yield self._person("event.tunnel_abandoned", seat, route=speech.route(route))
            case StationBuilt(seat, city, payment):
                cards = speech.payment(payment)
                yield self._person("event.station_built", seat, city=speech.city(city), cards=cards)
            case Passed(seat):
                yield self._person("event.passed", seat)
            case RowSwept(times):
                wild = speech.kind("wild")
                yield speech.text("event.row_swept", n=times, wild=wild)
            case DeckReshuffled():
                yield speech.text("event.deck_reshuffled")
            case LastRound(seat):
                yield self._person("event.last_round", seat)
            case GameOver():
                yield speech.text("event.game_over")

    def _person(self, key: str, seat: Seat, **params: object) -> str:
        is_you = seat == self._you
        return self._speech.person(key, is_you, name=self._seats[seat].name, **params)

    def _tickets_kept(self, event: TicketsKept) -> str:
        if event.tickets is not None:
            tickets = self._speech.all_of(self._speech.ticket(name) for name in event.tickets)
            return self._person("event.tickets_kept_own", event.seat, tickets=tickets)
        if event.count is None:
            return self._person("event.tickets_chosen", event.seat)
        return self._person("event.tickets_kept", event.seat, n=event.count)

    def _tunnel_dug(self, event: TunnelDug) -> Iterator[str]:
        """Step by step: the cards laid, the cards turned up, the price."""
        speech = self._speech
        yield self._person(
            "event.tunnel_laid",
            event.seat,
            route=speech.route(event.route),
            cards=speech.payment(event.laid),
        )
        if event.revealed:
            cards = speech.all_of(speech.kind(kind) for kind in event.revealed)
            yield speech.text("event.tunnel_revealed", cards=cards)
        else:
            yield speech.text("event.tunnel_nothing_revealed")
        if event.surcharge:
            yield speech.text("event.tunnel_surcharge", n=event.surcharge)
        else:
            yield speech.text("event.tunnel_free")
