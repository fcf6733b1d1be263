"""The boards: data files, their loader, and names for everything on them."""

from anden.boards.board import (
    Board,
    CardColour,
    Cards,
    City,
    District,
    LongestPath,
    Noun,
    PieceColour,
    Pieces,
    Players,
    Route,
    Stations,
    Ticket,
    TicketDeal,
    TicketDraw,
    WildCard,
)
from anden.boards.errors import BoardError, BoardNameError
from anden.boards.limits import GRAY, WILD
from anden.boards.loader import board_from_json, builtin_boards, load_board

__all__ = [
    "GRAY",
    "WILD",
    "Board",
    "BoardError",
    "BoardNameError",
    "CardColour",
    "Cards",
    "City",
    "District",
    "LongestPath",
    "Noun",
    "PieceColour",
    "Pieces",
    "Players",
    "Route",
    "Stations",
    "Ticket",
    "TicketDeal",
    "TicketDraw",
    "WildCard",
    "board_from_json",
    "builtin_boards",
    "load_board",
]
