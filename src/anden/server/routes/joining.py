"""Coming in: by invitation, as a spectator, by the link of a seat; and leaving."""

from typing import Any

from fastapi import APIRouter

from ..bodies import Claim, Join, SeatChange, Watch
from ..errors import RefusedError
from ..identity import hashed, tidy_code
from ..lobby import add_member, held_seats, join_seat, leave, seat_of_token
from ..storage import Lobby
from ..storage.rows import SPECTATOR
from .caller import CallerOf

router = APIRouter()


@router.post("/join")
async def join(body: Join, caller: CallerOf) -> dict[str, Any]:
    table = await caller.open_tables.find_code(body.code, caller.address)
    if table.lobby.row.invite != tidy_code(body.code):
        raise RefusedError("join/no-such-code")
    device = caller.known_device()
    change = SeatChange(name=body.name, colour=body.colour)

    def joined(lobby: Lobby) -> Lobby:
        if body.seat is None and held_seats(lobby, device):
            return lobby  # the same link again leads to the same seat
        return join_seat(lobby, body.seat, change, device)

    await table.change(joined)
    return caller.show(table)


@router.post("/watch")
async def watch(body: Watch, caller: CallerOf) -> dict[str, Any]:
    table = await caller.open_tables.find_code(body.code, caller.address)
    if table.lobby.row.watch != tidy_code(body.code):
        raise RefusedError("join/no-such-code")
    device = caller.known_device()
    await table.change(lambda lobby: add_member(lobby, device, SPECTATOR))
    return caller.show(table)


@router.post("/games/{game_id}/claim")
async def claim(game_id: str, body: Claim, caller: CallerOf) -> dict[str, Any]:
    guess = caller.open_tables.guess(caller.address)
    table, token = await caller.open_tables.find(game_id), hashed(body.token)
    if table is None:
        raise RefusedError("link/invalid")
    seat_of_token(table.lobby, token)
    guess.give_back()
    device = caller.known_device()
    await table.change(lambda lobby: add_member(lobby, device, seat_of_token(lobby, token)))
    return caller.show(table)


@router.post("/games/{game_id}/leave", status_code=204)
async def go_away(game_id: str, caller: CallerOf) -> None:
    table, device = await caller.own_table(game_id)
    await table.change(lambda lobby: leave(lobby, device))
