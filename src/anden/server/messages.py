"""What a client may say on the socket. Anything else is garbage."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from anden.game.notation import MAX_TEXT

Language = Literal["en", "es"]
Seat = Annotated[int, Field(ge=0, le=15)]
Number = Annotated[int, Field(ge=0, le=1_000_000)]
# It is stored as it is, and PostgreSQL takes no NUL: what can be printed is enough for a name.
RequestId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[ -~]+$")]
ActionText = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Hello(Message):
    type: Literal["hello"]
    protocol: int
    game: Annotated[str, Field(max_length=40)]
    language: Language = "en"
    show: Seat | None = None
    since: Number = 0
    key: Annotated[str, Field(max_length=128)] | None = None


class Show(Message):
    type: Literal["show"]
    seat: Seat | None
    since: Number = 0


class Act(Message):
    type: Literal["act"]
    id: RequestId
    seq: Number
    seat: Seat
    action: ActionText


class Why(Message):
    type: Literal["why"]
    id: RequestId
    seat: Seat
    action: ActionText


class Reasons(Message):
    """Asks why whatever can't be claimed or built can't."""

    type: Literal["reasons"]
    id: RequestId
    seat: Seat


Phrase = Literal[
    "hello",
    "good_luck",
    "nice",
    "ouch",
    "sorry",
    "thinking",
    "thanks",
    "good_game",
    "nudge",
    "\N{THUMBS UP SIGN}",
    "\N{SMILING FACE WITH OPEN MOUTH}",
    "\N{FACE WITH OPEN MOUTH}",
    "\N{CRYING FACE}",
    "\N{PARTY POPPER}",
    "\N{STEAM LOCOMOTIVE}",
]


class Say(Message):
    type: Literal["say"]
    seat: Seat
    phrase: Phrase


class Coach(Message):
    """Asks for advice; with an action, whether that one is a mistake."""

    type: Literal["coach"]
    id: RequestId
    seat: Seat
    action: ActionText | None = None


class Undo(Message):
    type: Literal["undo"]
    id: RequestId
    seq: Number
    seat: Seat


class Visible(Message):
    """Whether the page can be seen: one that can needs no message about a turn."""

    type: Literal["visible"]
    is_visible: bool


class Commit(Message):
    """Adds a number to the chance of the game, which stays secret for now."""

    type: Literal["commit"]
    commitment: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Reveal(Message):
    """Tells the number that was promised."""

    type: Literal["reveal"]
    number: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class SetLanguage(Message):
    type: Literal["language"]
    language: Language


class Ping(Message):
    type: Literal["ping"]


ClientMessage = Annotated[
    Hello
    | Show
    | Act
    | Why
    | Reasons
    | Say
    | Coach
    | Undo
    | Visible
    | Commit
    | Reveal
    | SetLanguage
    | Ping,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
