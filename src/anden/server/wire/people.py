"""What the server tells of a person: account, ratings, games, tokens, messages."""

from typing import Any, Literal

from .base import Moment, SeatNumber, Told


class Passkey(Told):
    id: str
    created: Moment
    used: Moment


class Account(Told):
    name: str
    created: Moment
    is_listed: bool
    passkeys: list[Passkey]


class AccountHere(Told):
    is_there: bool
    account: Account | None


class AuthenticatorQuestion(Told):
    question: str
    options: dict[str, Any]


class VacationLeft(Told):
    until: Moment | None
    days_left: int


class Rating(Told):
    """`low` to `high`: where the strength lies, 95 times out of 100."""

    rating: int
    low: int
    high: int
    games: int
    is_provisional: bool


class OwnRating(Rating):
    ladder: Literal["people", "bots"]
    board: str
    players: int


class RatingChange(Told):
    game: str
    board: str
    players: int
    before: int
    after: int
    ended: Moment
    has_replay: bool


class SeatChange(Told):
    seat: SeatNumber
    before: int
    after: int


class SeatChanges(Told):
    changes: list[SeatChange]


class OwnRatings(Told):
    is_listed: bool
    ratings: list[OwnRating]
    changes: list[RatingChange]


class LadderRow(Rating):
    place: int | None
    name: str
    is_bot: bool
    is_mine: bool


class Leaderboard(Told):
    ladder: Literal["people", "bots"]
    board: str
    players: int
    rows: list[LadderRow]


class PlayedGame(Told):
    id: str
    board: str
    players: int
    score: int
    rank: int
    won: bool
    tickets: list[int]  # made, of so many
    routes: list[str]
    ended: Moment


class PlayedGames(Told):
    games: list[PlayedGame]


class Token(Told):
    id: str
    name: str
    created: Moment
    game: str | None
    seat: SeatNumber | None


class MadeToken(Token):
    token: str  # told once


class Tokens(Told):
    tokens: list[Token]


class Push(Told):
    key: str | None
    is_on: bool
    language: Literal["en", "es"] | None


class Webhook(Told):
    id: str
    url: str
    created: Moment
    state: Literal["new", "working", "failing", "broken"]
    tried: Moment | None
    result: str | None
    next_try: Moment | None


class MadeWebhook(Webhook):
    secret: str  # told once


class Webhooks(Told):
    most: int
    webhooks: list[Webhook]
