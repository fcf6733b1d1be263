"""What is stored of a game, as values that never change."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

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
    version: int = 0  # one more with every change of the game, its actions apart
    undos: int = 0  # how often actions have been taken back
    chance: str | None = None  # what players add to it, as JSON
    is_rated: bool = False
    branch_of: str | None = None  # the game that it continues
    branch_move: int | None = None  # of that game: the first that was not taken over
    past: str | None = None  # seeds that chance followed before this one: see `branches`


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

    @cached_property
    def holders(self) -> frozenset[Member]:
        """The members who hold a seat."""
        return frozenset(member for member in self.members if member.seat != SPECTATOR)

    @cached_property
    def held(self) -> Mapping[str, tuple[Seat, ...]]:
        """The seats that each device holds, if it holds any."""
        devices = {member.device for member in self.holders}
        return {
            device: tuple(sorted(m.seat for m in self.holders if m.device == device))
            for device in devices
        }

    @cached_property
    def devices(self) -> frozenset[str]:
        """Everybody who has a part in it: host, holders, spectators."""
        return frozenset({self.row.host, *(member.device for member in self.members)})


@dataclass(frozen=True)
class PhraseRow:
    seat: Seat
    phrase: str
    seq: int  # actions played by then


@dataclass(frozen=True)
class Mark:
    """How far a game has come: whoever has another one has missed something."""

    version: int
    actions: int
    phrases: int  # number of the last one
    present: frozenset[Seat]  # seats whose people are connected to other processes


@dataclass(frozen=True)
class ActionRow:
    number: int  # from 1
    seat: Seat
    action: str
    before: str  # start of the hash of the state it was played in
    request: str | None  # what the client called it; None for bots
    spent: float = 0.0  # seconds of the seat's clock
