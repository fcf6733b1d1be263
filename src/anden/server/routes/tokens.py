"""Tokens: a program plays for a seat, or for whoever made its token, until it is revoked."""

from time import time
from typing import Any

from fastapi import APIRouter
from sqlalchemy import Connection

from anden.kernel.ids import Seat

from ..bodies import NewToken
from ..errors import RefusedError
from ..identity import hashed, new_id, new_token
from ..lobby import seat_program
from ..names import wanted_name
from ..programs import revoke
from ..storage.tokens import TokenRow, add_token, count_tokens, delete_token, tokens_of
from ..views import moment
from .caller import Caller, CallerOf

router = APIRouter()

MOST = 50  # tokens of one person


@router.post("/games/{game_id}/seats/{seat}/token", status_code=201)
async def make_for_seat(
    game_id: str, seat: Seat, body: NewToken, caller: CallerOf
) -> dict[str, Any]:
    table, device = await caller.own_table(game_id)
    secret, name = new_token(), wanted_name(body.name)
    program = hashed(secret)
    row = TokenRow(new_id(), program, device, name, time(), table.id, seat)
    await _add(caller, row)
    try:
        await table.change(lambda lobby: seat_program(lobby, seat, program, name, device))
    except RefusedError:
        await caller.open_tables.write(lambda connection: delete_token(connection, row.id))
        raise
    return _shown(row) | {"token": secret}


@router.post("/tokens", status_code=201)
async def make_for_account(body: NewToken, caller: CallerOf) -> dict[str, Any]:
    """For a program that makes and joins games by itself, in the name of an account."""
    account = await caller.open_tables.accounts.of(caller.device)
    if account is None or caller.device is None:
        raise RefusedError("account/needed")
    secret = new_token()
    row = TokenRow(new_id(), hashed(secret), caller.device, wanted_name(body.name), time())
    await _add(caller, row)
    return _shown(row) | {"token": secret}


@router.get("/tokens")
async def list_tokens(caller: CallerOf) -> dict[str, Any]:
    return {"tokens": [_shown(row) for row in await _own(caller, caller.device)]}


@router.delete("/tokens/{token_id}", status_code=204)
async def end(token_id: str, caller: CallerOf) -> None:
    """From now on its program holds nothing, and hears nothing more."""
    row = next((row for row in await _own(caller, caller.device) if row.id == token_id), None)
    if row is None:
        raise RefusedError("token/unknown")
    await revoke(caller.open_tables, row)


async def _own(caller: Caller, owner: str | None) -> list[TokenRow]:
    if owner is None:
        return []
    return await caller.open_tables.read(lambda connection: tokens_of(connection, owner))


async def _add(caller: Caller, row: TokenRow) -> None:
    """Counted in the transaction that adds it, so that many at once are many."""
    store = caller.open_tables.store.tool

    def add(connection: Connection) -> None:
        store.hold(connection, f"tokens {row.owner}")
        if count_tokens(connection, row.owner) >= MOST:
            raise RefusedError("token/too-many", n=MOST)
        add_token(connection, row)

    await caller.open_tables.write(add)


def _shown(row: TokenRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "created": moment(row.created),
        "game": row.game_id,
        "seat": row.seat,
    }
