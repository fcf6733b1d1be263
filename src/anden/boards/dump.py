"""A board back in the file format: the inverse of reading it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from anden.boards.limits import GRAY

if TYPE_CHECKING:
    from anden.boards.board import Board, City, Noun, Route, Ticket

FORMAT = 1


def board_as_dict(board: Board) -> dict[str, Any]:
    """Every key of the format; of a route and a ticket, the optional ones only where they apply."""
    return {
        "format": FORMAT,
        "id": board.id,
        "names": dict(board.names),
        "players": asdict(board.players),
        "pieces": {
            "count": board.pieces.count,
            "names": _nouns(board.pieces.names),
            "colours": [asdict(colour) for colour in board.pieces.colours],
        },
        "cards": {
            "names": _nouns(board.cards.names),
            "colours": [asdict(colour) for colour in board.cards.colours],
            "wild": asdict(board.cards.wild),
        },
        "starting_hand": board.starting_hand,
        "ticket_deal": asdict(board.ticket_deal),
        "ticket_draw": asdict(board.ticket_draw),
        "double_routes_from": board.double_routes_from,
        "points_by_length": {
            str(length): board.points_by_length[length] for length in sorted(board.points_by_length)
        },
        "longest_path": asdict(board.longest_path) if board.longest_path else None,
        "stations": asdict(board.stations) if board.stations else None,
        "tie_breaks": list(board.tie_breaks),
        "districts": [
            {"points": district.points, "cities": _city_ids(board, *district.cities)}
            for district in board.districts
        ],
        "cities": [_city(city) for city in board.cities],
        "routes": [_route(board, route) for route in board.routes],
        "tickets": [_ticket(board, ticket) for ticket in board.tickets],
    }


def _city_ids(board: Board, *indexes: int) -> list[str]:
    return [board.cities[index].id for index in indexes]


def _nouns(nouns: Mapping[str, Noun]) -> dict[str, dict[str, str]]:
    return {language: asdict(noun) for language, noun in nouns.items()}


def _city(city: City) -> dict[str, Any]:
    return asdict(city) | {"aliases": list(city.aliases)}


def _route(board: Board, route: Route) -> dict[str, Any]:
    colour = "gray" if route.colour == GRAY else board.cards.colours[route.colour].id
    plain: dict[str, Any] = {
        "cities": _city_ids(board, route.a, route.b),
        "length": route.length,
        "colour": colour,
    }
    if route.is_tunnel:
        plain["tunnel"] = True
    if route.is_ferry:
        plain["wilds"] = route.wilds
    return plain


def _ticket(board: Board, ticket: Ticket) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "cities": _city_ids(board, ticket.a, ticket.b),
        "points": ticket.points,
    }
    return plain | {"long": True} if ticket.is_long else plain
