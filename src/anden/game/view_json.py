"""A view, an event and a board as plain JSON values: what goes over every wire.

All of it is read from a view, so nothing can be in it that the seat may not know.
"""

import re
from typing import Any, get_args

from anden.boards import Board
from anden.boards.dump import board_as_dict
from anden.core.sets import members_of_words
from anden.kernel.ids import Seat
from anden.kernel.layout import NO_TICKET

from .actions import Payment
from .events import Event
from .position import Tunnel, View
from .progress import own_progress

_WORD_START = re.compile(r"(?<!^)(?=[A-Z])")


def _event_name(kind: type) -> str:
    return _WORD_START.sub("_", kind.__name__).casefold()


EVENTS: dict[str, Any] = {_event_name(kind): kind for kind in get_args(Event)}
_NAMES = {kind: name for name, kind in EVENTS.items()}


def view_as_dict(view: View) -> dict[str, Any]:
    """Everything a seat may know; `own` is None in a spectator's view."""
    return {
        "seat": view.seat,
        "to_act": view.to_act,
        **table_as_dict(view),
        "seats": [seat_as_dict(view, seat) for seat in range(view.players)],
        "own": None if view.seat is None else own_as_dict(view, view.seat),
    }


def table_as_dict(view: View) -> dict[str, Any]:
    """What lies in the middle, and how far the game is: the same for everybody."""
    return {
        "players": view.players,
        "phase": view.phase,
        "turn": view.turn,
        "first": int(view.state["first"]),
        "last_turns": view.last_turns,
        "row": list(view.row),
        "deck_size": view.deck_size,
        "discards": view.discards,
        "reshuffles": int(view.state["reshuffles"]),
        "tickets_left": view.tickets_left,
        "tunnel": _tunnel(view.tunnel),
    }


def seat_as_dict(view: View, seat: Seat) -> dict[str, Any]:
    """What everybody knows of a seat."""
    return {
        "score": view.score(seat),
        "pieces": view.pieces(seat),
        "hand_size": view.hand_size(seat),
        "known": view.known(seat),
        "routes": list(view.routes(seat)),
        "stations_left": view.stations_left(seat),
        "station_cities": list(view.station_cities(seat)),
        "has_chosen": view.has_chosen(seat),
        "ticket_count": view.ticket_count(seat),
        "tickets": list(view.tickets(seat)) if view.is_over else None,
    }


def own_as_dict(view: View, seat: Seat) -> dict[str, Any]:
    """What a seat knows beyond that."""
    return {**cards_as_dict(view, seat), **prospects_as_dict(view, seat)}


def cards_as_dict(view: View, seat: Seat) -> dict[str, Any]:
    """Its cards, and the tickets that it has put back."""
    board, returned = view.board, view.state["returned"].tolist()
    return {
        "hand": view.hand(seat),
        "must_keep": view.must_keep(seat),
        "returned": [board.ticket_name(t) for t in returned if t != NO_TICKET],
    }


def prospects_as_dict(view: View, seat: Seat) -> dict[str, Any]:
    """How far its tickets are, and the routes that it may still claim."""
    tickets, offer = own_progress(view, seat)
    routes = members_of_words(view.state["available"][seat])
    return {
        "tickets": [_plain(ticket) for ticket in tickets],
        "offer": [_plain(ticket) for ticket in offer],
        "open_routes": [view.board.route_name(route) for route in routes],
    }


def event_as_dict(event: Event) -> dict[str, Any]:
    """`{"event": "card_taken", "seat": 0, "colour": "red"}`; pass what `seen_by` gives."""
    return {"event": _NAMES[type(event)]} | _plain(event)


def event_from_dict(plain: dict[str, Any]) -> Event:
    """The inverse of `event_as_dict`."""
    fields = {name: _typed(value) for name, value in plain.items() if name != "event"}
    event: Event = EVENTS[plain["event"]](**fields)
    return event


def board_on_wire(board: Board) -> dict[str, Any]:
    """The board in its file format, and the names of its routes and tickets in that order."""
    return {
        "board": board_as_dict(board),
        "route_names": [board.route_name(route.index) for route in board.routes],
        "ticket_names": [board.ticket_name(ticket.index) for ticket in board.tickets],
    }


def _tunnel(tunnel: Tunnel | None) -> dict[str, Any] | None:
    return None if tunnel is None else _plain(tunnel)


def _plain(value: Any) -> dict[str, Any]:
    """A dataclass as JSON reads it back: lists where it has tuples."""
    return {name: _plain_field(getattr(value, name)) for name in value.__dataclass_fields__}


def _plain_field(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain_field(item) for item in value]
    return _plain(value) if hasattr(value, "__dataclass_fields__") else value


def _typed(value: Any) -> Any:
    if isinstance(value, dict):
        return Payment(**value)
    return tuple(value) if isinstance(value, list) else value
