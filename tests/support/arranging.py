"""Laying out a game by hand: cards, routes, stations and tickets."""

from typing import Self

import numpy as np

from anden.kernel.layout import MAX_SEATS, NO_CARD, NO_SEAT, NO_TICKET

from .base import BaseTable, set_of


class ArrangedTable(BaseTable):
    def give(self, seat: int, **cards: int) -> Self:
        """The seat's hand is these cards and no others."""
        self.state["hand"][seat] = self._counts(cards)
        self.state["hand_size"][seat] = sum(cards.values())
        self.state["known"][seat] = 0
        return self

    def set_deck(self, **cards: int) -> Self:
        self.state["deck"] = self._counts(cards)
        self.state["deck_size"] = sum(cards.values())
        return self

    def set_discards(self, **cards: int) -> Self:
        self.state["discards"] = self._counts(cards)
        return self

    def stack_row(self, *kinds: str | None) -> Self:
        """The row from its first slot on; None and slots not named are gaps."""
        row = [NO_CARD if kind is None else self.board.colour_index(kind) for kind in kinds]
        self.state["row"] = row + [NO_CARD] * (5 - len(row))
        return self

    def deal_rest(self, seat: int | None = None) -> Self:
        """All cards of the board that are nowhere go to the deck, or to the seat's hand."""
        rest = self.tables["card_counts"] - self._all_cards()
        assert (rest >= 0).all(), "more cards were laid out than the board has"
        if seat is None:
            self.state["deck"] += rest.astype(np.int8)
            self.state["deck_size"] += rest.sum()
        else:
            self.state["hand"][seat] += rest.astype(np.int8)
            self.state["hand_size"][seat] += rest.sum()
        return self

    def owns(self, seat: int, *routes: str) -> Self:
        """The seat has claimed these routes: pieces, points and closed routes follow."""
        for route in map(self.board.find_route, routes):
            self._own(seat, route)
        return self

    def _own(self, seat: int, route: int) -> None:
        state, length = self.state, self.board.routes[route].length
        state["owned"][seat, route // 64] |= set_of([route % 64])
        state["pieces"][seat] -= length
        state["score"][seat] += self.board.points_by_length[length]
        twin = self.board.routes[route].twin
        shared = self.players >= self.board.double_routes_from
        for other in range(MAX_SEATS):
            state["available"][other, route // 64] &= ~set_of([route % 64])
            if twin is not None and (other == seat or not shared):
                state["available"][other, twin // 64] &= ~set_of([twin % 64])

    def builds(self, seat: int, *cities: str) -> Self:
        """The seat has built stations in these cities."""
        self.state["station_cities"][seat] |= set_of(map(self.board.city_index, cities))
        self.state["stations_left"][seat] -= len(cities)
        return self

    def holds(self, seat: int, *tickets: str) -> Self:
        """The seat has kept these tickets and no others."""
        indexes = [self.board.find_ticket(ticket) for ticket in tickets]
        self.state["tickets"][seat] = set_of(indexes)
        self.state["ticket_count"][seat] = len(indexes)
        return self._take_from_pool(indexes)

    def offer(self, seat: int, *tickets: str) -> Self:
        """The seat chooses from these tickets."""
        indexes = [self.board.find_ticket(ticket) for ticket in tickets]
        self.state["offer"][seat] = indexes + [NO_TICKET] * (5 - len(indexes))
        self.state["offer_size"][seat] = len(indexes)
        return self._take_from_pool(indexes)

    def stack_tickets(self, *tickets: str) -> Self:
        """The ticket deck is these, the top one first."""
        self.state["ticket_pool"] = 0
        self.state["pool_size"] = 0
        self.state["returned"] = NO_TICKET
        self.state["returned_by"] = NO_SEAT
        self.state["returned_head"] = 0
        self.state["returned_size"] = len(tickets)
        for place, ticket in enumerate(tickets):
            self.state["returned"][place] = self.board.find_ticket(ticket)
        return self

    def _take_from_pool(self, tickets: list[int]) -> Self:
        self.state["ticket_pool"] &= ~set_of(tickets)
        self.state["pool_size"] = int(self.state["ticket_pool"]).bit_count()
        return self
