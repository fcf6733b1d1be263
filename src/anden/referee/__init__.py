"""One game between bots: dealt, refereed, written down. Only the referee has the state."""

from .outcome import ROW, Rows, margins, win_shares
from .referee import Notes, Referee
from .scribe import Scribe
from .seating import BotMaker, close_all, rehearse, seat_bot

__all__ = [
    "ROW",
    "BotMaker",
    "Notes",
    "Referee",
    "Rows",
    "Scribe",
    "close_all",
    "margins",
    "rehearse",
    "seat_bot",
    "win_shares",
]
