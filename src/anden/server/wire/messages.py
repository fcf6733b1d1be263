"""What the server says on the socket."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from .base import SeatNumber, Told
from .results import Result
from .tables import Game
from .views import Event, Options, View, WhyNot


class Phrase(Told):
    seat: SeatNumber
    phrase: str
    seq: int


class Welcome(Told):
    type: Literal["welcome"]
    protocol: int
    game: Game
    held: list[SeatNumber]
    shown: SeatNumber | None
    said: list[Phrase]


class GameChanged(Told):
    type: Literal["game"]
    game: Game


class ClockState(Told):
    left: list[float]
    running: list[SeatNumber]


class State(Told):
    type: Literal["state"]
    seq: int
    seat: SeatNumber | None
    view: View
    options: Options | None
    first_event: int
    events: list[Event]
    clock: ClockState | None
    can_undo: bool


class Ack(Told):
    type: Literal["ack"]
    id: str
    seq: int


class Refused(Told):
    type: Literal["refused"]
    id: str | None
    code: str
    text: str
    seq: int
    reason: str | None = None
    rule: str | None = None
    missing: int | None = None


class ReasonTold(WhyNot):
    type: Literal["reason"]
    id: str
    action: str
    is_legal: bool


class ReasonsTold(Told):
    type: Literal["reasons"]
    id: str
    seq: int
    blocked: dict[str, WhyNot]
    no_claim: WhyNot | None
    no_station: WhyNot | None


class Said(Phrase):
    type: Literal["said"]


class Idea(Told):
    text: str
    action: str | None
    routes: list[str]


class Advice(Told):
    type: Literal["advice"]
    id: str
    action: str | None
    warning: str | None
    ideas: list[Idea]


class Over(Result):
    type: Literal["over"]


class Pong(Told):
    type: Literal["pong"]


class Rematch(Told):
    type: Literal["rematch"]
    game: str


class Gone(Told):
    type: Literal["gone"]


ServerMessage = Annotated[
    Welcome
    | GameChanged
    | State
    | Ack
    | Refused
    | ReasonTold
    | ReasonsTold
    | Said
    | Advice
    | Over
    | Pong
    | Rematch
    | Gone,
    Field(discriminator="type"),
]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
