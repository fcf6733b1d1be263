"""A game as a seat may see it, and what the seat can do."""

from typing import Any, Literal

from .base import Cards, SeatNumber, Told


class PublicSeat(Told):
    score: int
    pieces: int
    hand_size: int
    known: Cards
    routes: list[str]
    stations_left: int
    station_cities: list[str]
    has_chosen: bool
    ticket_count: int
    tickets: list[str] | None


class TicketProgress(Told):
    ticket: str
    points: int
    status: Literal["done", "open", "cut_off"]
    missing: list[str]
    pieces: int


class Own(Told):
    hand: Cards
    tickets: list[TicketProgress]
    offer: list[TicketProgress]
    must_keep: int
    returned: list[str]
    open_routes: list[str]


class Payment(Told):
    colour: str | None
    cards: int
    wilds: int


class Tunnel(Told):
    route: str
    laid: Payment
    revealed: list[str]
    surcharge: int


class View(Told):
    players: int
    seat: SeatNumber | None
    to_act: SeatNumber | None
    phase: Literal["setup", "turn", "second_card", "keep", "tunnel", "over"]
    turn: int
    first: int
    last_turns: int | None
    row: list[str | None]
    deck_size: int
    discards: Cards
    reshuffles: int
    tickets_left: int
    tunnel: Tunnel | None
    seats: list[PublicSeat]
    own: Own | None


class Keep(Told):
    min: int
    offer: list[str]


class Stations(Told):
    price: int
    cities: list[str]
    payments: list[str]


class Options(Told):
    is_now: bool
    simple: list[str]
    keep: Keep | None
    routes: dict[str, list[str]]
    almost: dict[str, list[str]]
    stations: Stations | None
    pay: list[str]


class WhyNot(Told):
    """WhyNot something is not possible; all null where it is."""

    reason: str | None
    rule: str | None
    missing: int | None
    text: str | None


Event = dict[str, Any]  # the fields of each kind: docs/server.md
