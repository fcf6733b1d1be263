"""A board as the kernel's TABLES record."""

from typing import Any

import numpy as np

from anden.kernel.actions import KEEP_TICKETS
from anden.kernel.layout import (
    BY_LONGEST_PATH,
    BY_STATIONS,
    BY_TICKETS,
    GRAY,
    MAX_COLOURS,
    MAX_LENGTH,
    MAX_OFFER,
    NO_ROUTE,
    TABLES,
    WILD,
)

from .board import Board, Route

_TIE_BREAKS = {"tickets": BY_TICKETS, "stations": BY_STATIONS, "longest_path": BY_LONGEST_PATH}


def build_tables(board: Board) -> Any:
    """The read-only record the rules look everything up in."""
    tables = np.zeros(1, TABLES)
    record = tables[0]
    _fill_routes(board, record)
    _fill_tickets(board, record)
    _fill_cards(board, record)
    _fill_cities(board, record)
    record["num_routes"] = len(board.routes)
    record["pieces"] = board.pieces.count
    record["doubles_from"] = board.double_routes_from
    for length, points in board.points_by_length.items():
        record["length_points"][length] = points
    if board.longest_path:
        record["longest_bonus"] = board.longest_path.bonus
    if board.stations:
        record["stations"] = board.stations.count
        record["station_points"] = board.stations.unbuilt_points
    for index, rule in enumerate(board.tie_breaks):
        record["tie_breaks"][index] = _TIE_BREAKS[rule]
    tables.flags.writeable = False
    return tables[0]


def _add(route_set: Any, route: Route) -> None:
    route_set[route.index // 64] |= np.uint64(1 << route.index % 64)


def _fill_routes(board: Board, record: Any) -> None:
    for route in board.routes:
        index = route.index
        record["route_a"][index] = route.a
        record["route_b"][index] = route.b
        record["route_length"][index] = route.length
        record["route_colour"][index] = route.colour
        record["route_symbols"][index] = route.wilds
        record["route_twin"][index] = NO_ROUTE if route.twin is None else route.twin
        _add(record["routes"], route)
        _add(record["city_routes"][route.a], route)
        _add(record["city_routes"][route.b], route)
        if route.is_tunnel:
            _add(record["tunnels"], route)
        for number in range(MAX_LENGTH + 1):
            if route.wilds <= number:
                _add(record["within_symbols"][number], route)
            if route.length <= number:
                _add(record["within_length"][number], route)
                for colour in range(MAX_COLOURS):
                    if route.colour in (GRAY, colour):
                        _add(record["payable"][colour, number], route)


def _fill_tickets(board: Board, record: Any) -> None:
    record["num_tickets"] = len(board.tickets)
    for ticket in board.tickets:
        record["ticket_a"][ticket.index] = ticket.a
        record["ticket_b"][ticket.index] = ticket.b
        record["ticket_points"][ticket.index] = ticket.points
        kind = "long_tickets" if ticket.is_long else "regular_tickets"
        record[kind] |= np.uint64(1 << ticket.index)
    deal, draw = board.ticket_deal, board.ticket_draw
    record["deal_regular"] = deal.regular
    record["deal_long"] = deal.long
    record["drops_return"] = deal.dropped == "under_deck"
    record["draw_tickets"] = draw.count
    for size in range(1, MAX_OFFER + 1):
        record["deal_keeps"][size] = _keep_bits(size, deal.keep)
        record["draw_keeps"][size] = _keep_bits(size, draw.keep)


def _keep_bits(size: int, fewest: int) -> np.uint64:
    subsets = (s for s in range(1, 1 << size) if s.bit_count() >= min(fewest, size))
    return np.uint64(sum(1 << KEEP_TICKETS + subset for subset in subsets))


def _fill_cards(board: Board, record: Any) -> None:
    record["starting_hand"] = board.starting_hand
    record["card_counts"][WILD] = board.cards.wild.count
    for kind, colour in enumerate(board.cards.colours):
        record["card_counts"][kind] = colour.count


def _fill_cities(board: Board, record: Any) -> None:
    record["num_cities"] = len(board.cities)
    record["cities"] = np.uint64((1 << len(board.cities)) - 1)
    record["num_districts"] = len(board.districts)
    for index, district in enumerate(board.districts):
        record["districts"][index] = np.uint64(sum(1 << city for city in district.cities))
        record["district_points"][index] = district.points
