"""The message about how a game stands, put together from parts.

Most of it stays as it was when something happens: a part is made again only if what it is made from
has changed. What is public comes from a spectator's view, all else from the seat's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from anden.game import Game, View
from anden.game.view_json import (
    cards_as_dict,
    event_as_dict,
    prospects_as_dict,
    seat_as_dict,
    table_as_dict,
)
from anden.kernel import layout
from anden.kernel.ids import Seat

from .json_text import as_text, joined
from .options import Options
from .record_fields import RecordFields

if TYPE_CHECKING:
    from .audience import Audience
    from .table import Table

# What parts are made from. Whether the game is over, or tickets are being dealt, comes with them.
_SEAT = RecordFields(
    *("score", "pieces", "hand_size", "known", "owned", "stations_left", "station_cities"),
    *("has_chosen", "ticket_count", "tickets"),
)
_CARDS = RecordFields("hand", "offer", "offer_size", "has_chosen", of_all=("returned",))
_PROSPECTS = RecordFields(
    *("available", "owned", "pieces", "tickets", "offer", "offer_size", "has_chosen")
)


def state_text(table: Table, seat: Seat | None, since: int) -> str:
    """The state as a seat, or a spectator, may know it, with the events from `since` on.

    It is the same for all who are shown the same.
    """
    return table.audience.once(("state", seat, since), lambda: _state_text(table, seat, since))


def _state_text(table: Table, seat: Seat | None, since: int) -> str:
    game = table.game
    assert game is not None
    view = game.view(seat)
    told = {
        "type": "state",
        "seq": table.seq,
        "seat": seat,
        "first_event": min(since, len(table.event_seqs)),
        "events": numbered_events(game, table.event_seqs, seat, since),
        "clock": _clock(table),
        "can_undo": seat is not None and table.undoable(seat) is not None,
    }
    options = _options_text(table.audience, view) if table.is_playing else "null"
    public = table.audience.once("public", lambda: _public_text(table.audience, game.view(None)))
    own = "null" if seat is None else _own_text(table.audience, view, seat)
    turn = as_text({"seat": view.seat, "to_act": view.to_act})
    shown = joined(turn, public, f'{{"own":{own}}}')
    return joined(as_text(told), f'{{"view":{shown},"options":{options}}}')


def numbered_events(
    game: Game, seqs: list[int], seat: Seat | None, since: int
) -> list[dict[str, Any]]:
    return [
        event_as_dict(event) | {"number": number, "seq": seqs[number]}
        for number, event in enumerate(game.events_for(seat, since), since)
    ]


def _clock(table: Table) -> dict[str, Any] | None:
    """Seconds that everybody has left, and whose clocks run."""
    clock = table.clock
    if clock is None or not table.is_playing:
        return None
    left = [round(clock.left(seat), 1) for seat in range(len(table.lobby.seats))]
    return {"left": left, "running": clock.running}


def _public_text(audience: Audience, public: View) -> str:
    """What everybody may know."""
    record = public.state.tobytes()

    def make() -> str:
        seats = (_seat_text(audience, public, record, seat) for seat in range(public.players))
        middle = as_text(table_as_dict(public))
        return joined(middle, f'{{"seats":[{",".join(seats)}]}}')

    return audience.kept("public", record, make)


def _seat_text(audience: Audience, public: View, record: bytes, seat: Seat) -> str:
    made_from = _SEAT.of(record, seat), public.is_over
    return audience.kept(("seat", seat), made_from, lambda: as_text(seat_as_dict(public, seat)))


def _own_text(audience: Audience, view: View, seat: Seat) -> str:
    record, stage = view.state.tobytes(), _stage(view)
    cards = audience.kept(
        ("cards", seat),
        (_CARDS.of(record, seat), stage),
        lambda: as_text(cards_as_dict(view, seat)),
    )
    prospects = audience.kept(
        ("prospects", seat),
        (_PROSPECTS.of(record, seat), stage),
        lambda: as_text(prospects_as_dict(view, seat)),
    )
    return joined(cards, prospects)


def _stage(view: View) -> int:
    """As far as it matters for what a seat knows of itself: which tickets are on offer."""
    phase = int(view.state["phase"])
    return phase if phase in (layout.SETUP, layout.KEEP, layout.OVER) else layout.TURN


def _options_text(audience: Audience, view: View) -> str:
    seat = view.seat
    if seat is None or view.is_over:
        return "null"
    options = Options(view, seat)
    decisions = audience.kept(
        ("decisions", seat), options.decisions_from, lambda: as_text(options.decisions())
    )
    reach = audience.kept(("reach", seat), options.reach_from, lambda: as_text(options.reach()))
    return joined(as_text(options.turn()), decisions, reach)
