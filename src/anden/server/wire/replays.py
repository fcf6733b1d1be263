"""Finished games as the server tells them."""

from typing import Any

from .base import SeatNumber, Told
from .results import Result
from .views import Event


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
