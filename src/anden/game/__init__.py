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
from .errors import (
    GameError,
    IllegalActionError,
    NoFileError,
    NotationError,
    RecordError,
    WrongSeatError,
)
from .game import Game, JudgedAction
from .notation import action_name, parse_action
from .position import Position, Tunnel, View
from .reasons import Reason
from .record import Move, Record, read_record, write_record
from .replay import ReplayStep, replay_steps
from .scores import Scores, SeatScore, StationScore, TicketScore
from .verify import Verdict, verify_record

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
    "JudgedAction",
    "KeepTickets",
    "Move",
    "NoFileError",
    "NotationError",
    "Pass",
    "PayTunnel",
    "Payment",
    "Position",
    "Reason",
    "Record",
    "RecordError",
    "ReplayStep",
    "Scores",
    "SeatScore",
    "StationScore",
    "TicketScore",
    "Tunnel",
    "Verdict",
    "View",
    "Withdraw",
    "WrongSeatError",
    "action_name",
    "parse_action",
    "read_record",
    "replay_steps",
    "verify_record",
    "write_record",
]
