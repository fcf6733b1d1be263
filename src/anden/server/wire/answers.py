"""What the server answers to HTTP requests."""

from typing import Any, Literal

from .base import Moment, SeatNumber, Told
from .results import Result
from .views import Event, View


class ErrorBody(Told):
    code: str
    text: str
    params: dict[str, Any]


class Error(Told):
    error: ErrorBody


class Seat(Told):
    seat: SeatNumber
    kind: Literal["human", "open", "bot"]
    name: str
    colour: str
    bot: str | None
    character: str | None
    is_stand_in: bool
    is_program: bool
    is_mine: bool
    is_present: bool


class Number(Told):
    seat: SeatNumber | None
    commitment: str
    number: str | None


class Chance(Told):
    phase: Literal["collecting", "opening", "dealt"]
    numbers: list[Number]
    silent: list[SeatNumber | None]
    secret: str | None
    seed: str | None


class Game(Told):
    id: str
    board: str
    status: Literal["lobby", "playing", "over", "ended", "unreadable"]
    pace: str
    clock: str
    created: Moment
    seats: list[Seat]
    is_host: bool
    is_rated: bool
    rated_obstacle: Literal["guest", "hot-seat", "program", "board"] | None
    can_start: bool
    invite: str | None
    watch: str
    seed_sha256: str | None
    chance: Chance
    rematch: str | None
    branch_of: str | None


class Turn(Told):
    """Where this device is to act; `due` only in correspondence games."""

    game: str
    seat: SeatNumber
    due: Moment | None


class Games(Told):
    games: list[Game]
    turns: list[Turn]


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


class AuthenticatorQuestion(Told):
    question: str
    options: dict[str, Any]


class VacationLeft(Told):
    until: Moment | None
    days_left: int


class Clock(Told):
    start: float
    gain: float
    is_slow: bool


class Server(Told):
    version: str
    protocol: int
    languages: list[str]
    paces: list[str]
    clocks: dict[str, Clock | None]
    addresses: list[str]


class Players(Told):
    min: int
    max: int


class BoardEntry(Told):
    id: str
    names: dict[str, str]
    players: Players
    sha256: str


class Boards(Told):
    boards: list[BoardEntry]


class BotEntry(Told):
    name: str
    about: str
    is_level: bool
    ready_in: float


class Bots(Told):
    bots: list[BotEntry]
    characters: list[str]


class SeatLink(Told):
    token: str
    path: str


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


class ReplaySeat(Told):
    seat: SeatNumber
    name: str
    colour: str
    kind: str
    bot: str | None
    character: str | None


class ReplayStep(Told):
    seq: int
    seat: SeatNumber
    action: str | None
    events: list[Event]
    view: dict[str, Any]  # a view; with open hands, `own` is a list


class Replay(Told):
    board: str
    seats: list[ReplaySeat]
    seat: SeatNumber | None
    start: dict[str, Any]
    steps: list[ReplayStep]
    over: Result


class Turning(Told):
    move: int
    events: list[Event]
    swing: list[int]


class NearMiss(Told):
    seat: SeatNumber
    ticket: str
    points: int
    route: str


class Story(Told):
    course: list[list[int]]
    turning: Turning | None
    near_misses: list[NearMiss]


# By method and path; what is not here has no body, or is described in docs/server.md.
ANSWERS: dict[tuple[str, str], type[Told]] = {
    ("get", "/api/server"): Server,
    ("get", "/api/boards"): Boards,
    ("post", "/api/boards"): BoardEntry,
    ("get", "/api/bots"): Bots,
    ("post", "/api/games"): Game,
    ("get", "/api/my-games"): Games,
    ("get", "/api/games/{game_id}"): Game,
    ("patch", "/api/games/{game_id}"): Game,
    ("post", "/api/games/{game_id}/seats"): Game,
    ("patch", "/api/games/{game_id}/seats/{seat}"): Game,
    ("delete", "/api/games/{game_id}/seats/{seat}"): Game,
    ("post", "/api/games/{game_id}/seats/{seat}/link"): SeatLink,
    ("post", "/api/games/{game_id}/seats/{seat}/token"): MadeToken,
    ("post", "/api/tokens"): MadeToken,
    ("get", "/api/tokens"): Tokens,
    ("get", "/api/account"): AccountHere,
    ("post", "/api/account"): Account,
    ("patch", "/api/account"): Account,
    ("get", "/api/ratings"): OwnRatings,
    ("get", "/api/leaderboard"): Leaderboard,
    ("get", "/api/played"): PlayedGames,
    ("post", "/api/account/question"): AuthenticatorQuestion,
    ("post", "/api/account/sign-in"): Account,
    ("post", "/api/account/passkeys"): Account,
    ("delete", "/api/account/passkeys/{passkey_id}"): Account,
    ("get", "/api/vacation"): VacationLeft,
    ("put", "/api/vacation"): VacationLeft,
    ("delete", "/api/vacation"): VacationLeft,
    ("post", "/api/games/{game_id}/claim"): Game,
    ("post", "/api/games/{game_id}/start"): Game,
    ("post", "/api/games/{game_id}/end"): Game,
    ("post", "/api/games/{game_id}/rematch"): Game,
    ("get", "/api/games/{game_id}/replay"): Replay,
    ("get", "/api/games/{game_id}/story"): Story,
    ("get", "/api/games/{game_id}/ratings"): SeatChanges,
    ("post", "/api/join"): Game,
    ("post", "/api/watch"): Game,
}

__all__ = ["ANSWERS", "Error", "Game", "View"]
