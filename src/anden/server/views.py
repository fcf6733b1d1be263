"""What a table looks like to a device, and what a seat of it is told."""

from datetime import UTC, datetime
from typing import Any

from anden.game import Game
from anden.game.record import seed_hash
from anden.game.view_json import event_as_dict, view_as_dict
from anden.kernel.ids import Seat

from .lobby import can_start, has_part, held_seats
from .options import options_as_dict
from .personas import character_of, level_of
from .results import results_as_dict
from .storage import Lobby
from .storage.rows import BOT, OVER
from .table import Table


def game_as_dict(table: Table, device: str | None) -> dict[str, Any]:
    return lobby_as_dict(table.lobby, device, table)


def lobby_as_dict(lobby: Lobby, device: str | None, table: Table | None = None) -> dict[str, Any]:
    """A game as one device may see it; without a table, nobody is present."""
    row, held = lobby.row, held_seats(lobby, device)
    is_host = row.host == device
    return {
        "id": row.id,
        "board": row.board,
        "status": row.status if table is None else table.status,
        "pace": row.pace,
        "clock": row.clock,
        "created": datetime.fromtimestamp(row.created, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "seats": [
            _seat(lobby, number, number in held, table) for number in range(len(lobby.seats))
        ],
        "is_host": is_host,
        "can_start": is_host and can_start(lobby),
        "invite": row.invite if is_host or held else None,
        "watch": row.watch,
        "seed_sha256": seed_hash(int(row.seed, 16)),
        "rematch": row.rematch if has_part(lobby, device) else None,
    }


def _seat(lobby: Lobby, number: int, is_mine: bool, table: Table | None) -> dict[str, Any]:
    seat = lobby.seats[number]
    is_bot = seat.kind == BOT
    return {
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "colour": seat.colour,
        "bot": level_of(seat.bot),
        "character": character_of(seat.bot),
        "is_stand_in": is_bot and any(member.seat == number for member in lobby.members),
        "is_mine": is_mine,
        "is_present": is_bot or (table is not None and table.is_present(number)),
    }


def state_message(table: Table, seat: Seat | None, since: int, language: str) -> dict[str, Any]:
    """The state as a seat, or a spectator, may know it, with the events from `since` on."""
    game = table.game
    assert game is not None
    view = game.view(seat)
    is_playing = table.is_playing
    return {
        "type": "state",
        "seq": table.seq,
        "seat": seat,
        "view": view_as_dict(view),
        "options": options_as_dict(view, language) if is_playing else None,
        "first_event": min(since, len(table.event_seqs)),
        "events": numbered_events(game, table.event_seqs, seat, since),
        "clock": _clock(table),
        "can_undo": seat is not None and table.undoable(seat) is not None,
    }


def _clock(table: Table) -> dict[str, Any] | None:
    """Seconds that everybody has left, and whose clocks run."""
    clock = table.clock
    if clock is None or not table.is_playing:
        return None
    left = [round(clock.left(seat), 1) for seat in range(len(table.lobby.seats))]
    return {"left": left, "running": clock.running}


def numbered_events(
    game: Game, seqs: list[int], seat: Seat | None, since: int
) -> list[dict[str, Any]]:
    return [
        event_as_dict(event) | {"number": number, "seq": seqs[number]}
        for number, event in enumerate(game.events_for(seat, since), since)
    ]


def over_message(table: Table) -> dict[str, Any] | None:
    """The result, once there is one."""
    if table.game is None or table.status != OVER:
        return None
    return {"type": "over"} | results_as_dict(table.game)
