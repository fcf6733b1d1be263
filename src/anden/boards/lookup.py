"""Names for the cities, colours, routes and tickets of one board, and the way back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from anden.boards.errors import BoardNameError
from anden.boards.limits import GRAY, WILD
from anden.boards.names import NameIndex, near_matches, unknown_name, with_hint
from anden.boards.phrase import Phrase, one_of_these
from anden.kernel.ids import CityId, RouteId, TicketId

if TYPE_CHECKING:
    from anden.boards.board import Board, Cards, City, Route

_LONGEST_NAME = 200  # two cities and a lane
_HYPHENS = re.compile("[-\N{EN DASH}\N{EM DASH}]")


def name_cities(cities: Sequence[City]) -> NameIndex:
    index = NameIndex("city")
    for number, city in enumerate(cities):
        index.add(number, city.id, city.spellings)
    return index


def name_colours(cards: Cards) -> NameIndex:
    """Card kinds, and the words for a gray route, which no colour may take."""
    index = NameIndex("colour")
    index.add(WILD, "wild", cards.wild.names.values())
    index.add(GRAY, "gray", ("grey", "gris"))
    for number, colour in enumerate(cards.colours):
        index.add(number, colour.id, colour.names.values())
    return index


class Lookup:
    def __init__(self, board: Board) -> None:
        self._board = board
        self._cities = name_cities(board.cities)
        self._colours = name_colours(board.cards)
        self._lanes: dict[tuple[int, int], list[Route]] = {}
        for route in board.routes:
            self._lanes.setdefault(route.pair, []).append(route)
        self._tickets = {ticket.pair: ticket.index for ticket in board.tickets}
        self.route_names = tuple(self._name_route(route) for route in board.routes)
        self._routes = {name: index for index, name in enumerate(self.route_names)}
        self.ticket_names = tuple(self._join(ticket.a, ticket.b) for ticket in board.tickets)

    def city_index(self, text: str) -> CityId:
        return self._cities.index(_bounded(text))

    def colour_index(self, text: str) -> int:
        kind = self._colours.index(_bounded(text))
        if kind == GRAY:
            raise BoardNameError("board.gray_card")
        return kind

    def find_route(self, text: str) -> RouteId:
        if (known := self._routes.get(text)) is not None:  # as it is written here
            return known
        pair, lane = self._parse_route(_bounded(text))
        if pair is None:
            raise unknown_name("route", text, near_matches(text.casefold(), self.route_names))
        lanes = self._lanes.get(pair)
        if lanes is None:
            a, b = self._ids(pair)
            others = self._neighbours(pair[0])
            raise BoardNameError("board.no_route_between", a=a, b=b, others=others)
        fitting = self._fitting_lanes(lanes, lane)
        if len(fitting) != 1:
            names = one_of_these([self.route_names[route.index] for route in lanes])
            key = "board.two_lanes" if fitting else "board.no_lane"
            raise BoardNameError(key, text=text, names=names)
        return fitting[0].index

    def find_ticket(self, text: str) -> TicketId:
        pair = self._parse_pair(_bounded(text))
        if pair is None:
            raise unknown_name("ticket", text, near_matches(text.casefold(), self.ticket_names))
        ticket = self._tickets.get(pair)
        if ticket is None:
            near = near_matches(self._join(*pair), self.ticket_names)
            a, b = self._ids(pair)
            raise with_hint(BoardNameError("board.no_ticket_between", a=a, b=b), near)
        return ticket

    def _join(self, a: int, b: int) -> str:
        return f"{self._board.cities[a].id}-{self._board.cities[b].id}"

    def _ids(self, pair: tuple[int, int]) -> tuple[str, str]:
        return self._board.cities[pair[0]].id, self._board.cities[pair[1]].id

    def _neighbours(self, city: CityId) -> Phrase:
        others = sorted(a + b - city for a, b in self._lanes if city in (a, b))
        name = self._board.cities[city].id
        if not others:
            return Phrase("board.no_routes", city=name)
        cities = one_of_these([self._board.cities[other].id for other in others])
        return Phrase("board.routes_lead_to", city=name, cities=cities)

    def _name_route(self, route: Route) -> str:
        lanes = self._lanes[route.pair]
        cities = self._join(lanes[0].a, lanes[0].b)
        if len(lanes) == 1:
            return cities
        gray = route.colour == GRAY
        colour = "gray" if gray else self._board.cards.colours[route.colour].id
        if lanes[0].colour != lanes[1].colour:
            return f"{cities}:{colour}"
        return f"{cities}:{colour}.{1 + lanes.index(route)}"

    def _parse_route(self, text: str) -> tuple[tuple[int, int] | None, str]:
        cities, colon, lane = text.rpartition(":")
        pair = self._parse_pair(cities) if colon else None
        return (pair, lane.strip()) if pair else (self._parse_pair(text), "")

    def _parse_pair(self, text: str) -> tuple[int, int] | None:
        """City names may contain hyphens, so every hyphen is tried as the one between them."""
        pairs = set()
        for hyphen in _HYPHENS.finditer(text):
            a = self._cities.find(text[: hyphen.start()])
            b = self._cities.find(text[hyphen.end() :])
            if a is not None and b is not None:
                pairs.add((min(a, b), max(a, b)))
        if len(pairs) > 1:
            raise BoardNameError("board.several_ways", text=text)
        return pairs.pop() if pairs else None

    def _fitting_lanes(self, lanes: Sequence[Route], lane: str) -> list[Route]:
        if not lane:
            return list(lanes)
        colour_text, dot, number = lane.partition(".")
        colour = self._colours.index(colour_text)
        fitting = [route for route in lanes if route.colour == colour]
        if dot:
            return [route for n, route in enumerate(fitting, 1) if number == str(n)]
        return fitting


def _bounded(text: str) -> str:
    if len(text) > _LONGEST_NAME:
        raise BoardNameError("board.name_over_all", n=len(text))
    return text
