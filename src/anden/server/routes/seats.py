"""Seats: added, changed, taken away, handed over, and the links back to them."""

from math import ceil
from typing import Any

from fastapi import APIRouter

from anden.kernel.ids import Seat

from ..bodies import NewLink, NewSeat, SeatChange
from ..errors import RefusedError
from ..identity import hashed, new_key
from ..lobby import (
    STAND_IN,
    add_seat,
    change_seat,
    check_host,
    check_seat,
    hand_over,
    held_seats,
    remove_seat,
    with_token,
    without_others,
)
from ..personas import is_level
from ..storage import Lobby
from ..storage.rows import LOBBY, PLAYING
from ..table import Table
from .caller import CallerOf

router = APIRouter(prefix="/games/{game_id}/seats")


@router.post("")
async def add(game_id: str, new: NewSeat, caller: CallerOf) -> dict[str, Any]:
    table, device = await caller.own_table(game_id)
    check_host(table.lobby, device)
    caller.check_bot(new.bot)
    quota = caller.open_tables.quota(device, bots_only=True)
    await table.change(lambda lobby: add_seat(lobby, new, device, caller.language), quota)
    return caller.show(table)


@router.patch("/{seat}")
async def change(game_id: str, seat: Seat, body: SeatChange, caller: CallerOf) -> dict[str, Any]:
    table, device = await caller.own_table(game_id)
    caller.check_bot(body.bot)
    quota = caller.open_tables.quota(device, bots_only=True) if table.status == LOBBY else None

    def changed(lobby: Lobby) -> Lobby:
        check_seat(lobby, seat)
        if lobby.row.status == LOBBY:
            _check_may_change(lobby, seat, body, device)
            return change_seat(lobby, seat, body, device)
        return _handed_over(table, lobby, seat, body, device)

    await table.change(changed, quota)
    return caller.show(table)


@router.delete("/{seat}")
async def remove(game_id: str, seat: Seat, caller: CallerOf) -> dict[str, Any]:
    table, device = await caller.own_table(game_id)
    check_host(table.lobby, device)
    await table.change(lambda lobby: remove_seat(lobby, seat))
    return caller.show(table)


@router.post("/{seat}/link")
async def make_link(
    game_id: str, seat: Seat, caller: CallerOf, body: NewLink | None = None
) -> dict[str, Any]:
    table, device = await caller.own_table(game_id)
    token = new_key()

    def linked(lobby: Lobby) -> Lobby:
        if seat not in held_seats(lobby, device):
            raise RefusedError("seat/not-yours")
        if body is not None and body.alone:
            lobby = without_others(lobby, seat, device)
        return with_token(lobby, seat, hashed(token))

    await table.change(linked)
    return {"token": token, "path": f"/seat/{table.id}#{token}"}


def _check_may_change(lobby: Lobby, seat: Seat, body: SeatChange, device: str) -> None:
    """The host may change everything, a seat's holder its name and colour."""
    if lobby.row.host == device:
        return
    if body.kind is not None or body.bot is not None:
        raise RefusedError("host/only")
    if seat not in held_seats(lobby, device):
        raise RefusedError("seat/not-yours")


def _check_absent(table: Table, seat: Seat) -> None:
    """A connection may break for a moment: that alone gives nobody's seat away."""
    if seat in table.audience.seats():
        raise RefusedError("seat/present")
    left = table.seconds_until_absent(seat)
    if left > 0:
        raise RefusedError("seat/just-left", n=ceil(left))


def _handed_over(table: Table, lobby: Lobby, seat: Seat, body: SeatChange, device: str) -> Lobby:
    """During play: a bot takes over a seat, or its player takes it back."""
    if lobby.row.status != PLAYING:
        raise RefusedError("game/not-playing")
    is_holder = seat in held_seats(lobby, device)
    if body.name is not None or body.colour is not None or body.kind not in ("bot", "here"):
        raise RefusedError("game/started")
    if body.kind == "here":
        if not is_holder and lobby.row.host != device:
            raise RefusedError("seat/not-yours")
        return hand_over(lobby, seat, None)
    if not is_holder:
        check_host(lobby, device)
        if lobby.row.is_rated and table.clock is not None:
            raise RefusedError("rated/clock-decides")
        _check_absent(table, seat)
        if body.bot is None or not is_level(body.bot):
            raise RefusedError("bot/levels-only")
    # In a rated game nobody lets a strong bot play a part of it.
    return hand_over(lobby, seat, STAND_IN if lobby.row.is_rated else body.bot or "")
