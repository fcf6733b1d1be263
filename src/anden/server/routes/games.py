"""Games: made, started, broken off, played again."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from fastapi import APIRouter

from ..bodies import GameChange, NewGame
from ..clock import SLOW
from ..errors import RefusedError
from ..lobby import (
    check_host,
    check_lobby,
    forgotten_by,
    held_seats,
    is_shared,
    others_play,
)
from ..lobby_board import with_board
from ..storage import Lobby
from ..storage.rows import ENDED, LOBBY, OVER, PLAYING
from ..storage.turns import turns_of
from ..table import Table
from ..views import lobby_as_dict, moment
from .caller import Caller, CallerOf

router = APIRouter()


@router.post("/games", status_code=201)
async def create(new: NewGame, caller: CallerOf) -> dict[str, Any]:
    device = caller.known_device()
    for seat in new.seats:
        caller.check_bot(seat.bot)
    return caller.show(await caller.open_tables.create(new, device, caller.language))


@router.get("/my-games")
async def my_games(caller: CallerOf) -> dict[str, Any]:
    device = caller.device
    found = [] if device is None else await caller.open_tables.games_of(device, caller.payer)
    return {
        "games": [lobby_as_dict(lobby, device, table) for lobby, table in found],
        "turns": [] if device is None else await _turns(caller, device, found),
    }


async def _turns(
    caller: Caller, device: str, found: Sequence[tuple[Lobby, Table | None]]
) -> list[dict[str, Any]]:
    """Where the device is to act, the most urgent first, and then the newest."""
    slow = await caller.open_tables.read(lambda connection: turns_of(connection, device))
    told = [{"game": row.game_id, "seat": row.seat, "due": moment(row.due)} for row in slow]
    others = [
        (lobby, table)
        for lobby, table in found
        if lobby.row.status == PLAYING and lobby.row.clock not in SLOW
    ]
    closed = [lobby for lobby, table in others if table is None and held_seats(lobby, device)]
    due = await caller.open_tables.whose_turn.of(closed, caller.payer)
    return told + [
        {"game": lobby.row.id, "seat": seat, "due": None}
        for lobby, table in others
        for seat in (due.get(lobby.row.id, ()) if table is None else table.due())
        if seat in held_seats(lobby, device)
    ]


@router.get("/games/{game_id}")
async def show(game_id: str, caller: CallerOf) -> dict[str, Any]:
    return caller.show(await caller.table(game_id))


@router.patch("/games/{game_id}")
async def change(game_id: str, body: GameChange, caller: CallerOf) -> dict[str, Any]:
    table, device = await caller.own_table(game_id)
    check_host(table.lobby, device)
    if body.board is not None:
        await caller.open_tables.fetch_board(body.board)

    def changed(lobby: Lobby) -> Lobby:
        check_host(lobby, device)
        check_lobby(lobby)
        if body.board is not None:
            lobby = with_board(lobby, body.board, device, caller.language)
        told = body.model_dump(exclude={"board"}, exclude_none=True)
        return replace(lobby, row=replace(lobby.row, **told))

    await table.change(changed)
    return caller.show(table)


@router.delete("/games/{game_id}", status_code=204)
async def delete(game_id: str, caller: CallerOf) -> None:
    """Deletes a game that is one's own alone; one that is over leaves only one's own list."""
    table, device = await caller.own_table(game_id)
    if table.status in (LOBBY, PLAYING):
        check_host(table.lobby, device)
        if table.status == PLAYING and is_shared(table.lobby, device):
            raise RefusedError("game/others-play")
        if table.status == PLAYING and table.lobby.row.is_rated:
            raise RefusedError("rated/end-first")
        await caller.open_tables.delete(table)
        return
    if forgotten_by(table.lobby, device) is None:
        await caller.open_tables.delete(table)
    else:
        await table.change(lambda lobby: forgotten_by(lobby, device) or lobby)


@router.post("/games/{game_id}/start")
async def start(game_id: str, caller: CallerOf) -> dict[str, Any]:
    table = await caller.table(game_id)
    check_host(table.lobby, caller.device)
    await table.start()
    return caller.show(table)


@router.post("/games/{game_id}/end")
async def end(game_id: str, caller: CallerOf) -> dict[str, Any]:
    table, device = await caller.own_table(game_id)

    def ended(lobby: Lobby) -> Lobby:
        check_host(lobby, device)
        if lobby.row.status != PLAYING:
            raise RefusedError("game/not-playing")
        if lobby.row.is_rated and others_play(lobby, device):
            raise RefusedError("rated/others-play")
        return replace(lobby, row=replace(lobby.row, status=ENDED))

    await table.change(ended)
    return caller.show(table)


@router.post("/games/{game_id}/rematch")
async def rematch(game_id: str, caller: CallerOf) -> dict[str, Any]:
    table, device = await caller.own_table(game_id)
    if not held_seats(table.lobby, device) and table.lobby.row.host != device:
        raise RefusedError("seat/not-yours")
    if table.status not in (OVER, ENDED):
        raise RefusedError("game/not-over")
    return caller.show(await caller.open_tables.rematch(table, device))
