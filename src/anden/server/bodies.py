"""What may stand in the body of a request."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Pace = Literal["quick", "normal", "calm"]
ClockName = Literal["none", "relaxed", "live"]
SeatKind = Literal["here", "open", "bot"]
Name = Annotated[str, Field(max_length=100)]
Word = Annotated[str, Field(min_length=1, max_length=60)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class NewSeat(Body):
    kind: SeatKind
    name: Name | None = None
    colour: Word | None = None
    bot: Word | None = None


class NewGame(Body):
    board: Word
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=8)]
    pace: Pace = "normal"
    clock: ClockName = "none"


class GameChange(Body):
    pace: Pace | None = None
    clock: ClockName | None = None


class SeatChange(Body):
    name: Name | None = None
    colour: Word | None = None
    kind: SeatKind | None = None
    bot: Word | None = None


class Join(Body):
    code: Annotated[str, Field(max_length=40)]
    name: Name | None = None
    colour: Word | None = None
    seat: Annotated[int, Field(ge=0, le=15)] | None = None


class Watch(Body):
    code: Annotated[str, Field(max_length=40)]


class Claim(Body):
    token: Annotated[str, Field(max_length=128)]
