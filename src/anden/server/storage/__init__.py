"""Where games are kept: event-sourced, one row per action. The key of a row is the lock."""

from .errors import ConflictError, StorageError
from .rows import ActionRow, GameRow, Lobby, Member, SeatRow
from .store import Store

__all__ = [
    "ActionRow",
    "ConflictError",
    "GameRow",
    "Lobby",
    "Member",
    "SeatRow",
    "StorageError",
    "Store",
]
