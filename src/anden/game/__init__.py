"""The typed game: checks every action, explains every refusal, tells every event."""

from .actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    KeepTickets,
    Pass,
    Payment,
    PayTunnel,
    Withdraw,
)
from .errors import GameError, IllegalActionError, NotationError, RecordError, WrongSeatError
from .game import Game
from .notation import action_name, parse_action
from .position import Position, Tunnel, View
from .reasons import Reason
from .record import Move, Record, read_record, write_record
from .scores import Scores, SeatScore, StationScore, TicketScore

__all__ = [
    "Action",
    "BuildStation",
    "ClaimRoute",
    "DrawBlind",
    "DrawCard",
    "DrawTickets",
    "Game",
    "GameError",
    "IllegalActionError",
    "KeepTickets",
    "Move",
    "NotationError",
    "Pass",
    "PayTunnel",
    "Payment",
    "Position",
    "Reason",
    "Record",
    "RecordError",
    "Scores",
    "SeatScore",
    "StationScore",
    "TicketScore",
    "Tunnel",
    "View",
    "Withdraw",
    "WrongSeatError",
    "action_name",
    "parse_action",
    "read_record",
    "write_record",
]
