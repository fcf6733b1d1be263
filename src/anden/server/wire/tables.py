"""Games and seats as the server tells them."""

from typing import Literal

from .base import Moment, SeatNumber, Told


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


class SeatLink(Told):
    token: str
    path: str
