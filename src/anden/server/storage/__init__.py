"""Where games are kept: event-sourced, one row per action. The key of a row is the lock."""

from .engine import parse_url
from .errors import (
    BadValueError,
    ConflictError,
    DriverError,
    GoneError,
    InUseError,
    NewerSchemaError,
    OtherSchemaError,
    SealError,
    StorageError,
)
from .jobs import JobRow, NewJob, TooManyJobsError
from .operator import OperatorStore
from .quota import Quota
from .rows import ActionRow, GameRow, Lobby, Member, PhraseRow, SeatRow
from .store import Store
from .tables import MODULES

__all__ = [
    "MODULES",
    "ActionRow",
    "BadValueError",
    "ConflictError",
    "DriverError",
    "GameRow",
    "GoneError",
    "InUseError",
    "JobRow",
    "Lobby",
    "Member",
    "NewJob",
    "NewerSchemaError",
    "OperatorStore",
    "OtherSchemaError",
    "PhraseRow",
    "Quota",
    "SealError",
    "SeatRow",
    "StorageError",
    "Store",
    "TooManyJobsError",
    "parse_url",
]
