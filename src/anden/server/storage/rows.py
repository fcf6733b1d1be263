"""What is stored of a game, as values that never change."""

from dataclasses import dataclass, field

from anden.kernel.ids import Seat

LOBBY, PLAYING, OVER, ENDED = "lobby", "playing", "over", "ended"
OPEN, HUMAN, BOT = "open", "human", "bot"
SPECTATOR = -1  # the seat of a member who only watches


@dataclass(frozen=True)
class GameRow:
    id: str
    board: str
    board_sha256: str
    ruleset: int
    seed: str  # 32 hexadecimal digits; secret until the end
    status: str
    pace: str
    invite: str
    watch: str
    host: str  # hash of the device that created it
    created: float  # seconds since 1970
    rematch: str | None = None  # the game that follows
    clock: str = "none"


@dataclass(frozen=True)
class SeatRow:
    kind: str  # OPEN, HUMAN or BOT
    name: str
    colour: str
    bot: str | None = None  # a name, or LEVEL:CHARACTER
    token: str | None = None  # hash of the secret in the seat's link


@dataclass(frozen=True)
class Member:
    device: str  # hash
    seat: Seat  # or SPECTATOR


@dataclass(frozen=True)
class Lobby:
    """A game's row, its seats in order, and who has a part in it."""

    row: GameRow
    seats: tuple[SeatRow, ...]
    members: frozenset[Member] = field(default_factory=frozenset)


@dataclass(frozen=True)
class ActionRow:
    number: int  # from 1
    seat: Seat
    action: str
    before: str  # start of the hash of the state it was played in
    request: str | None  # what the client called it; None for bots
    spent: float = 0.0  # seconds of the seat's clock
