"""Names for the cities, colours, routes and tickets of one board, and the way back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from anden.boards.errors import BoardNameError
from anden.boards.limits import GRAY, WILD
from anden.boards.names import NameIndex, near_matches, or_list, unknown_name
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
        self.ticket_names = tuple(self._join(ticket.a, ticket.b) for ticket in board.tickets)

    def city_index(self, text: str) -> CityId:
        return self._cities.index(_bounded(text))

    def colour_index(self, text: str) -> int:
        kind = self._colours.index(_bounded(text))
        if kind == GRAY:
            raise BoardNameError("no card is gray: a gray route takes any one colour")
        return kind

    def find_route(self, text: str) -> RouteId:
        pair, lane = self._parse_route(_bounded(text))
        if pair is None:
            raise unknown_name("route", text, near_matches(text.casefold(), self.route_names))
        lanes = self._lanes.get(pair)
        if lanes is None:
            raise BoardNameError(f"no route joins {self._ids(pair)}; {self._neighbours(pair[0])}")
        fitting = self._fitting_lanes(lanes, lane)
        if len(fitting) != 1:
            names = or_list(self.route_names[route.index] for route in lanes)
            problem = "fits two lanes" if fitting else "fits no lane"
            raise BoardNameError(f"{text!r} {problem}; write {names}")
        return fitting[0].index

    def find_ticket(self, text: str) -> TicketId:
        pair = self._parse_pair(_bounded(text))
        if pair is None:
            raise unknown_name("ticket", text, near_matches(text.casefold(), self.ticket_names))
        ticket = self._tickets.get(pair)
        if ticket is None:
            near = near_matches(self._join(*pair), self.ticket_names)
            hint = f"; did you mean {or_list(near)}?" if near else ""
            raise BoardNameError(f"no ticket asks to join {self._ids(pair)}{hint}")
        return ticket

    def _join(self, a: int, b: int) -> str:
        return f"{self._board.cities[a].id}-{self._board.cities[b].id}"

    def _ids(self, pair: tuple[int, int]) -> str:
        return " and ".join(repr(self._board.cities[city].id) for city in pair)

    def _neighbours(self, city: CityId) -> str:
        others = sorted(a + b - city for a, b in self._lanes if city in (a, b))
        name = repr(self._board.cities[city].id)
        if not others:
            return f"{name} has no routes"
        return f"from {name} routes lead to {or_list(self._board.cities[o].id for o in others)}"

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
            raise BoardNameError(f"{text!r} can be read in several ways; use the cities' ids")
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
        raise BoardNameError(f"a name of {len(text)} characters is too long to be on a board")
    return text
