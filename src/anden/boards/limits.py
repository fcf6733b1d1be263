"""The largest board the rules have room for; most of it is the size of the kernel's records."""

from anden.kernel.layout import (
    GRAY,
    MAX_CARDS,
    MAX_CARDS_PER_KIND,
    MAX_CITIES,
    MAX_COLOURS,
    MAX_DISTRICTS,
    MAX_LENGTH,
    MAX_OFFER,
    MAX_PIECES,
    MAX_ROUTES,
    MAX_SEATS,
    MAX_STATIONS,
    MAX_TICKETS,
    ROW_SIZE,
    WILD,
)

MIN_PIECES = 3  # with 2 or fewer the first turn would already be the last round: C24
MAX_POINTS = 200  # of any single thing: all of a seat's together stay within 16 bits
MAX_NAME_LENGTH = 40
MAX_ALIASES = 8
MAX_PIECE_COLOURS = 8
MIN_SHEET, MAX_SHEET = 100, 10_000  # sides of a drawing

__all__ = [
    "GRAY",
    "MAX_ALIASES",
    "MAX_CARDS",
    "MAX_CARDS_PER_KIND",
    "MAX_CITIES",
    "MAX_COLOURS",
    "MAX_DISTRICTS",
    "MAX_LENGTH",
    "MAX_NAME_LENGTH",
    "MAX_OFFER",
    "MAX_PIECES",
    "MAX_PIECE_COLOURS",
    "MAX_POINTS",
    "MAX_ROUTES",
    "MAX_SEATS",
    "MAX_SHEET",
    "MAX_STATIONS",
    "MAX_TICKETS",
    "MIN_PIECES",
    "MIN_SHEET",
    "ROW_SIZE",
    "WILD",
]
