"""How a game ended."""

from .base import SeatNumber, Told


class ScoredTicket(Told):
    ticket: str
    points: int
    is_completed: bool


class LongestPath(Told):
    length: int
    points: int
    path: list[str]


class Station(Told):
    city: str
    borrowed: str | None


class SeatScore(Told):
    seat: SeatNumber
    rank: int
    total: int
    routes: int
    tickets: list[ScoredTicket]
    ticket_points: int
    longest_path: LongestPath
    stations: list[Station]
    station_points: int
    districts: list[int]
    district_points: int


class Result(Told):
    scores: list[SeatScore]
    winners: list[SeatNumber]
    decided_by: str
    seed: str
    seed_sha256: str
