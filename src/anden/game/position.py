"""A game's state read in words: all of it for the referee, a view for everyone else."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from anden.boards import Board
from anden.core.compiled import one_game
from anden.core.game_core import tables_array
from anden.core.sets import members, members_of_words
from anden.kernel import layout, legal_words
from anden.kernel.actions import CLAIM, KEEP_TICKETS, PAY, PAY_WILDS, STATION
from anden.kernel.ids import ActionId, RouteId, Seat
from anden.kernel.layout import NO_CARD, NO_TICKET, WILD, Records, State, Tables
from anden.kernel.legal import payments, price_at_stake, route_payments

from .actions import Action, BuildStation, ClaimRoute, Payment, PayTunnel
from .coding import decode_payment, decode_simple, encode, encode_payment
from .notation import kind_name

PHASES = {
    layout.SETUP: "setup",
    layout.TURN: "turn",
    layout.SECOND_CARD: "second_card",
    layout.KEEP: "keep",
    layout.PAY_ROUTE: "pay_route",
    layout.PAY_STATION: "pay_station",
    layout.TUNNEL: "tunnel",
    layout.OVER: "over",
}


@dataclass(frozen=True)
class Tunnel:
    """A tunnel being dug: what lies there, and what completing it costs."""

    route: str
    laid: Payment
    revealed: tuple[str, ...]
    surcharge: int


class Position:
    """A game at one moment: what lies on the table and in the hands, by seat and by name."""

    def __init__(self, board: Board, state: State, tables: Tables = None) -> None:
        """`state` is a STATE record of the kernel; in a view, what is hidden is blank."""
        self.board = board
        self.state = state
        self.tables = tables_array(board)[0] if tables is None else tables

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.state["players"])

    @property
    def phase(self) -> str:
        """What is to be decided: one of PHASES."""
        return PHASES[int(self.state["phase"])]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return int(self.state["phase"]) == layout.OVER

    @property
    def to_act(self) -> Seat | None:
        """The seat to act; while tickets are dealt, the lowest that has not chosen."""
        return None if self.is_over else int(self.state["seat"])

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return int(self.state["turn"])

    @property
    def last_turns(self) -> int | None:
        """Turns left in the game once the last round has begun: C24."""
        return int(self.state["last_turns"]) or None

    @property
    def row(self) -> tuple[str | None, ...]:
        """The five face-up cards; None for a gap."""
        return tuple(self._kind(card) for card in self.state["row"])

    @property
    def deck_size(self) -> int:
        """Cards left in the deck."""
        return int(self.state["deck_size"])

    @property
    def discards(self) -> dict[str, int]:
        """Discarded cards by kind."""
        return self._cards(self.state["discards"])

    @property
    def tickets_left(self) -> int:
        """Tickets left in the deck."""
        return int(self.state["pool_size"]) + int(self.state["returned_size"])

    def hand(self, seat: Seat) -> dict[str, int]:
        """Cards by kind, without those the seat has none of."""
        return self._cards(self.state["hand"][seat])

    def hand_size(self, seat: Seat) -> int:
        """How many cards a seat holds."""
        return int(self.state["hand_size"][seat])

    @property
    def kinds(self) -> list[tuple[int, str]]:
        """The kinds of card on this board: the kernel's number and the name, the wild last."""
        return [(kind, kind_name(self.board, kind)) for kind in self._kinds]

    def known(self, seat: Seat) -> dict[str, int]:
        """Cards everybody knows the seat holds, at least."""
        return self._cards(self.state["known"][seat])

    def tickets(self, seat: Seat) -> tuple[str, ...]:
        """The tickets a seat has kept."""
        return tuple(self.board.ticket_name(t) for t in members(self.state["tickets"][seat]))

    def ticket_count(self, seat: Seat) -> int:
        """How many tickets a seat has kept."""
        return int(self.state["ticket_count"][seat])

    def offer(self, seat: Seat) -> tuple[str, ...]:
        """The tickets the seat has to choose from; none once it has chosen."""
        if self.phase == "setup" and self.has_chosen(seat):
            return ()
        offered = self.state["offer"][seat]
        return tuple(self.board.ticket_name(int(t)) for t in offered if t != NO_TICKET)

    def must_keep(self, seat: Seat) -> int:
        """How many tickets of its offer the seat has to keep at least."""
        if not self.offer(seat):
            return 0
        keeps = "deal_keeps" if int(self.state["phase"]) == layout.SETUP else "draw_keeps"
        subsets = members(self.tables[keeps][int(self.state["offer_size"][seat])])
        return min((subset - KEEP_TICKETS).bit_count() for subset in subsets)

    def has_chosen(self, seat: Seat) -> bool:
        """Whether a seat has chosen from the tickets dealt to it: C3."""
        return bool(self.state["has_chosen"][seat])

    def pieces(self, seat: Seat) -> int:
        """The pieces a seat has left."""
        return int(self.state["pieces"][seat])

    def stations_left(self, seat: Seat) -> int:
        """The stations a seat has left."""
        return int(self.state["stations_left"][seat])

    def station_cities(self, seat: Seat) -> tuple[str, ...]:
        """The cities where a seat has stations."""
        return tuple(self.board.cities[c].id for c in members(self.state["station_cities"][seat]))

    def score(self, seat: Seat) -> int:
        """Points from routes so far."""
        return int(self.state["score"][seat])

    def route_ids(self, seat: Seat) -> tuple[RouteId, ...]:
        """The indexes of a seat's routes."""
        return tuple(members_of_words(self.state["owned"][seat]))

    def routes(self, seat: Seat) -> tuple[str, ...]:
        """The names of a seat's routes."""
        return tuple(self.board.route_name(route) for route in self.route_ids(seat))

    def owner(self, route: RouteId) -> Seat | None:
        """The seat that has claimed a route, or None."""
        for seat in range(self.players):
            if route in self.route_ids(seat):
                return seat
        return None

    def is_open(self, route: RouteId, seat: Seat) -> bool:
        """Whether the seat may still claim the route some day, cards and pieces apart."""
        return bool(int(self.state["available"][seat][route // 64]) >> route % 64 & 1)

    @property
    def tunnel(self) -> Tunnel | None:
        """The tunnel that is being dug, or None."""
        if int(self.state["phase"]) != layout.TUNNEL:
            return None
        colour, cards = int(self.state["laid_colour"]), int(self.state["laid_cards"])
        wilds = int(self.state["laid_wilds"])
        return Tunnel(
            self.board.route_name(int(self.state["route"])),
            Payment(kind_name(self.board, colour) if cards else None, cards, wilds),
            tuple(kind_name(self.board, int(c)) for c in self.state["revealed"] if c != NO_CARD),
            int(self.state["surcharge"]),
        )

    @property
    def price(self) -> int:
        """Cards that the seat to act has to pay: for a route, a station or a tunnel's surcharge."""
        return int(price_at_stake(self.tables, self.state)[1])

    def station_price(self, seat: Seat) -> int:
        """Cards that a seat's next station costs: E11."""
        return int(one_game.price_station(tables_array(self.board), self.as_array(), seat))

    def as_array(self) -> Records:
        """A copy in an array of one, which compiled code takes in a tenth of the time."""
        return np.array([self.state])

    def legal_actions(self) -> list[Action]:
        """Everything the seat to act may do, by kind and in the board's order."""
        seat = self.to_act
        if seat is None:
            return []
        station_payments = self._station_payments(seat)
        actions: list[Action] = []
        for action in members_of_words(legal_words(self.tables, self.state)):
            if action >= STATION:
                city = self.board.cities[action - STATION].id
                actions += (BuildStation(city, p) for p in station_payments)
            elif action >= CLAIM:
                name = self.board.route_name(action - CLAIM)
                actions += (ClaimRoute(name, p) for p in self.route_payments(action - CLAIM))
            else:
                actions.append(self.action_of([action]))
        return actions

    def action_of(self, ids: Sequence[ActionId]) -> Action:
        """The typed action of kernel ids: one, or a route or station and then its payment."""
        first, seat = ids[0], int(self.state["seat"])
        if first >= STATION:
            payment = decode_payment(self.board, ids[1], self.station_price(seat))
            return BuildStation(self.board.cities[first - STATION].id, payment)
        if first >= CLAIM:
            route = self.board.routes[first - CLAIM]
            payment = decode_payment(self.board, ids[1], route.length)
            return ClaimRoute(self.board.route_name(route.index), payment)
        if first >= PAY or first == PAY_WILDS:
            return PayTunnel(decode_payment(self.board, first, self.price))
        return decode_simple(self.board, first, self.offer(seat))

    def ids_of(self, action: Action) -> list[ActionId]:
        """The kernel ids of a typed action of the seat to act; a claim or station has two."""
        ids = [encode(self.board, action, self.offer(int(self.state["seat"])))]
        if isinstance(action, ClaimRoute | BuildStation):
            ids.append(encode_payment(self.board, action.payment))
        return ids

    def route_payments(self, route: RouteId) -> list[Payment]:
        """Every way the seat to act can pay for the route, fewest wilds first."""
        words = route_payments(self.tables, self.state, int(self.state["seat"]), route)
        return self._payments(words, self.board.routes[route].length)

    def _station_payments(self, seat: Seat) -> list[Payment]:
        price = self.station_price(seat)
        return self._payments(payments(self.state, seat, layout.GRAY, price, 0), price)

    def _payments(self, words: Any, price: int) -> list[Payment]:
        found = [decode_payment(self.board, action, price) for action in members_of_words(words)]
        return sorted(found, key=lambda payment: payment.wilds)

    def _kind(self, card: Any) -> str | None:
        return None if card == NO_CARD else kind_name(self.board, int(card))

    def _cards(self, counts: Any) -> dict[str, int]:
        numbers = counts.tolist()
        return {kind_name(self.board, k): numbers[k] for k in self._kinds if numbers[k]}

    @cached_property
    def _kinds(self) -> tuple[int, ...]:
        colours = range(len(self.board.cards.colours))
        return (*colours, WILD)


class View(Position):
    """What one seat may know, and nothing else; `seat` None is a spectator's view."""

    def __init__(self, board: Board, state: State, tables: Tables, seat: Seat | None) -> None:
        super().__init__(board, state, tables)
        self.seat = seat

    def legal_actions(self) -> list[Action]:
        """What the seat may do now; nothing while others are to act."""
        return super().legal_actions() if self.seat == self.to_act else []
