"""Builds the map of a board: cities, routes, tickets, districts, and what joins what."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from anden.boards.board import Cards, City, District, Route, Ticket
from anden.boards.errors import UnusableNameError
from anden.boards.limits import (
    GRAY,
    MAX_ALIASES,
    MAX_CITIES,
    MAX_DISTRICTS,
    MAX_LENGTH,
    MAX_POINTS,
    MAX_ROUTES,
    MAX_TICKETS,
)
from anden.boards.names import NameIndex
from anden.boards.reader import Reader


def read_cities(reader: Reader) -> tuple[City, ...]:
    known = NameIndex("city")
    cities: list[City] = []
    for item in reader.items(2, MAX_CITIES):
        city = _read_city(item)
        try:
            known.add(len(cities), city.id, city.spellings)
        except UnusableNameError as clash:
            item.fail_for(clash.reason)
        cities.append(city)
    return tuple(cities)


def _read_city(reader: Reader) -> City:
    reader.expect("id names lat lon", optional="printed aliases")
    names = reader["names"].names()
    aliases = reader["aliases"].items(0, MAX_ALIASES) if "aliases" in reader else []
    return City(
        id=reader["id"].identifier(),
        names=names,
        printed=reader["printed"].text() if "printed" in reader else names["en"],
        aliases=tuple(alias.text() for alias in aliases),
        lat=reader["lat"].number(-90, 90),
        lon=reader["lon"].number(-180, 180),
    )


def read_routes(
    reader: Reader, cities: Sequence[City], cards: Cards, points_by_length: Mapping[int, int]
) -> tuple[Route, ...]:
    colours = {"gray": GRAY} | {colour.id: index for index, colour in enumerate(cards.colours)}
    routes: list[Route] = []
    for item in reader.items(1, MAX_ROUTES):
        route = _read_route(item, len(routes), cities, colours)
        if route.length not in points_by_length:
            item["length"].fail("board.no_points", length=route.length)
        twins = [other for other in routes if other.pair == route.pair]
        if len(twins) > 1:
            item.fail("board.third_lane")
        if twins:
            first = twins[0]
            routes[first.index] = replace(first, twin=route.index)
            route = replace(route, twin=first.index)
        routes.append(route)
    return tuple(routes)


def _read_route(
    reader: Reader, index: int, cities: Sequence[City], colours: Mapping[str, int]
) -> Route:
    reader.expect("cities length colour", optional="tunnel wilds")
    a, b = _read_pair(reader["cities"], cities)
    route = Route(
        index=index,
        a=a,
        b=b,
        length=reader["length"].integer(1, MAX_LENGTH),
        colour=reader["colour"].one_of("board.unknown_colour", colours),
        wilds=reader["wilds"].integer(0, MAX_LENGTH) if "wilds" in reader else 0,
        is_tunnel=reader["tunnel"].boolean() if "tunnel" in reader else False,
        twin=None,
    )
    if route.is_ferry:
        if route.wilds > route.length:
            reader["wilds"].fail("board.many_wilds", number=route.wilds, length=route.length)
        if route.colour != GRAY:
            reader["colour"].fail("board.coloured_ferry")
        if route.is_tunnel:
            reader.fail("board.ferry_and_tunnel")
    return route


def read_tickets(
    reader: Reader, cities: Sequence[City], routes: Sequence[Route]
) -> tuple[Ticket, ...]:
    islands = _islands(len(cities), routes)
    tickets: list[Ticket] = []
    for item in reader.items(1, MAX_TICKETS):
        item.expect("cities points", optional="long")
        a, b = _read_pair(item["cities"], cities)
        ticket = Ticket(
            index=len(tickets),
            a=a,
            b=b,
            points=item["points"].integer(1, MAX_POINTS),
            is_long=item["long"].boolean() if "long" in item else False,
        )
        if islands[a] != islands[b]:
            item.fail("board.ticket_not_joined")
        if ticket.pair in (other.pair for other in tickets):
            item.fail("board.ticket_twice")
        tickets.append(ticket)
    return tuple(tickets)


def read_districts(
    reader: Reader, cities: Sequence[City], routes: Sequence[Route]
) -> tuple[District, ...]:
    islands = _islands(len(cities), routes)
    districts: list[District] = []
    for item in reader.items(0, MAX_DISTRICTS):
        item.expect("points cities")
        members = _read_city_ids(item["cities"], cities, high=len(cities))
        if len({islands[city] for city in members}) > 1:
            item.fail("board.district_not_joined")
        districts.append(District(item["points"].integer(0, MAX_POINTS), members))
    return tuple(districts)


def _read_pair(reader: Reader, cities: Sequence[City]) -> tuple[int, int]:
    a, b = _read_city_ids(reader, cities, high=2)
    return a, b


def _read_city_ids(reader: Reader, cities: Sequence[City], high: int) -> tuple[int, ...]:
    ids = {city.id: index for index, city in enumerate(cities)}
    found: list[int] = []
    for item in reader.items(2, high):
        city = item.one_of("board.unknown_city", ids)
        if city in found:
            item.fail("board.city_twice", city=cities[city].id)
        found.append(city)
    return tuple(found)


def _islands(num_cities: int, routes: Sequence[Route]) -> list[int]:
    """For each city a number, the same for cities that a path of routes can join."""
    islands = list(range(num_cities))
    for route in routes:
        kept, merged = islands[route.a], islands[route.b]
        islands = [kept if island == merged else island for island in islands]
    return islands
