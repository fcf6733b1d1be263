"""What may stand in the body of a request."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Pace = Literal["quick", "normal", "calm"]
ClockName = Literal["none", "relaxed", "live", "one_day", "three_days", "one_week"]
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
    is_rated: bool = False


class GameChange(Body):
    board: Word | None = None
    pace: Pace | None = None
    clock: ClockName | None = None
    is_rated: bool | None = None


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


class NewLink(Body):
    alone: bool = False  # every other device loses the seat


class Watch(Body):
    code: Annotated[str, Field(max_length=40)]


class NewToken(Body):
    name: Annotated[str, Field(min_length=1, max_length=100)]


class Vacation(Body):
    days: Annotated[int, Field(ge=1, le=60)]


class Subscription(Body):
    """As the browser has it: where its messages go, and the keys that they are encrypted with."""

    endpoint: Annotated[str, Field(max_length=1000)]
    p256dh: Annotated[str, Field(max_length=100)]
    auth: Annotated[str, Field(max_length=40)]
    language: Literal["en", "es"] = "en"


class NewWebhook(Body):
    url: Annotated[str, Field(min_length=1, max_length=500)]


class Question(Body):
    purpose: Literal["new", "known"]
    name: Name | None = None


class AccountChange(Body):
    is_listed: bool


class PasskeyAnswer(Body):
    """What the browser's authenticator has answered."""

    question: Annotated[str, Field(max_length=100)]
    credential: dict[str, Any]


class NewAccount(PasskeyAnswer):
    name: Annotated[str, Field(min_length=1, max_length=100)]


class Claim(Body):
    token: Annotated[str, Field(max_length=128)]


class ReviewOf(Body):
    seat: Annotated[int, Field(ge=0, le=15)]


class Branch(Body):
    """To play on for a seat from before its move of this number, from 1."""

    seat: Annotated[int, Field(ge=0, le=15)]
    move: Annotated[int, Field(ge=1, le=100_000)]
    future: Literal["same", "new"] = "same"


class Answer(Body):
    """To a puzzle: one of its choices, or the routes of a network."""

    answer: Annotated[str, Field(max_length=300)] | None = None
    routes: Annotated[list[Word], Field(max_length=64)] | None = None
