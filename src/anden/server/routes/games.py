"""Games: made, started, broken off, played again."""

from dataclasses import replace
from typing import Any

from fastapi import APIRouter

from ..bodies import GameChange, NewGame
from ..errors import RefusedError
from ..lobby import check_host, check_lobby, held_seats
from ..storage import Lobby
from ..storage.rows import ENDED, OVER, PLAYING
from ..views import lobby_as_dict
from .caller import CallerOf

router = APIRouter()


@router.post("/games", status_code=201)
async def create(new: NewGame, caller: CallerOf) -> dict[str, Any]:
    device = caller.known_device()
    for seat in new.seats:
        caller.check_bot(seat.bot)
    return caller.show(await caller.open_tables.create(new, device, caller.language))


@router.get("/my-games")
async def my_games(caller: CallerOf) -> dict[str, Any]:
    found = [] if caller.device is None else await caller.open_tables.games_of(caller.device)
    return {"games": [lobby_as_dict(lobby, caller.device, table) for lobby, table in found]}


@router.get("/games/{game_id}")
async def show(game_id: str, caller: CallerOf) -> dict[str, Any]:
    return caller.show(await caller.table(game_id))


@router.patch("/games/{game_id}")
async def change(game_id: str, body: GameChange, caller: CallerOf) -> dict[str, Any]:
    table, device = await caller.own_table(game_id)

    def changed(lobby: Lobby) -> Lobby:
        check_host(lobby, device)
        check_lobby(lobby)
        pace, clock = body.pace or lobby.row.pace, body.clock or lobby.row.clock
        return replace(lobby, row=replace(lobby.row, pace=pace, clock=clock))

    await table.change(changed)
    return caller.show(table)


@router.delete("/games/{game_id}", status_code=204)
async def delete(game_id: str, caller: CallerOf) -> None:
    table = await caller.table(game_id)
    check_host(table.lobby, caller.device)
    await caller.open_tables.delete(table)


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
