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
from anden.boards.errors import BoardError, BoardNameError, NoBoardFileError
from anden.boards.layout import Label, Layout, Place, Space
from anden.boards.limits import GRAY, WILD
from anden.boards.loader import board_from_json, builtin_boards, load_board
from anden.boards.map_files import map_of, path_lines, symbols
from anden.boards.plain_layout import layout_for, plain_layout

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
    "Label",
    "Layout",
    "LongestPath",
    "NoBoardFileError",
    "Noun",
    "PieceColour",
    "Pieces",
    "Place",
    "Players",
    "Route",
    "Space",
    "Stations",
    "Ticket",
    "TicketDeal",
    "TicketDraw",
    "WildCard",
    "board_from_json",
    "builtin_boards",
    "layout_for",
    "load_board",
    "map_of",
    "path_lines",
    "plain_layout",
    "symbols",
]
