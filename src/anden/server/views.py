"""What a table looks like to a device."""

from datetime import UTC, datetime
from typing import Any

from anden.game.chance import is_number, promise_of

from .chance import chance_as_dict
from .json_text import as_text
from .lobby import can_start, has_part, held_seats, is_played_by_program
from .personas import character_of, level_of
from .ratings import obstacle
from .results import results_as_dict
from .storage import Lobby
from .storage.rows import BOT, LOBBY, OVER
from .table import Table


def game_as_dict(table: Table, device: str | None) -> dict[str, Any]:
    return lobby_as_dict(table.lobby, device, table)


def game_text(table: Table, device: str | None) -> str:
    """The message about who sits where; the same for all who may see the same."""
    lobby = table.lobby
    audience = lobby.row.host == device, held_seats(lobby, device), has_part(lobby, device)
    return table.audience.once(
        ("game", *audience),
        lambda: as_text({"type": "game", "game": game_as_dict(table, device)}),
    )


def lobby_as_dict(lobby: Lobby, device: str | None, table: Table | None = None) -> dict[str, Any]:
    """A game as one device may see it; without a table, nobody is present."""
    row, held = lobby.row, held_seats(lobby, device)
    is_host = row.host == device
    barred = obstacle(lobby) if row.status == LOBBY else None
    return {
        "id": row.id,
        "board": row.board,
        "status": row.status if table is None else table.status,
        "pace": row.pace,
        "clock": row.clock,
        "created": moment(row.created),
        "seats": [
            _seat(lobby, number, number in held, table) for number in range(len(lobby.seats))
        ],
        "is_host": is_host,
        "is_rated": row.is_rated,
        "rated_obstacle": barred,
        "can_start": is_host and can_start(lobby) and not (row.is_rated and barred),
        "invite": row.invite if is_host or held else None,
        "watch": row.watch,
        "seed_sha256": promise_of(row.seed) if is_number(row.seed) else None,
        "chance": chance_as_dict(row),
        "rematch": row.rematch if has_part(lobby, device) else None,
        "branch_of": row.branch_of if has_part(lobby, device) else None,
    }


def moment(seconds: float) -> str:
    """A time since 1970 as it goes over the wire."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


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
        "is_program": not is_bot and is_played_by_program(lobby, number),
        "is_mine": is_mine,
        "is_present": is_bot or (table is not None and number in table.audience.seats()),
    }


def over_text(table: Table) -> str | None:
    """The result, once there is one; worked out once for all who look on."""
    game = table.game
    if game is None or table.status != OVER:
        return None
    return table.audience.once(
        ("over", table.seq), lambda: as_text({"type": "over"} | results_as_dict(game))
    )
