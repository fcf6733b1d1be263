"""Finished games looked at again: the review of a seat, and a branch to play on from a moment."""

from typing import Any

from fastapi import APIRouter

from anden.kernel.ids import Seat

from ..bodies import Branch, ReviewOf
from ..branches import has_new_future
from ..errors import RefusedError
from ..review_desk import Case
from ..storage import Lobby
from ..storage.rows import OVER
from ..table import Table
from ..views import moment
from .caller import CallerOf

router = APIRouter(prefix="/games/{game_id}")


@router.post("/review", status_code=202)
async def ask(game_id: str, body: ReviewOf, caller: CallerOf) -> dict[str, Any]:
    """Puts the review of a seat into the queue, unless it is there already."""
    case = _case(await caller.table(game_id), body.seat)
    return (await caller.open_tables.reviews.ask(case, caller.payer)).as_dict()


@router.get("/review")
async def standing(game_id: str, caller: CallerOf, seat: Seat = 0) -> dict[str, Any]:
    """How far the review of a seat is, and what is known already."""
    case = _case(await caller.table(game_id), seat)
    return (await caller.open_tables.reviews.standing(case)).as_dict()


@router.post("/branch", status_code=201)
async def branch(game_id: str, body: Branch, caller: CallerOf) -> dict[str, Any]:
    """A game that continues from before a move, with the same chance to come or with new."""
    table = await caller.table(game_id)
    _check(table, body.seat)
    device, is_new = caller.known_device(), body.future == "new"
    begin = caller.open_tables.branch
    return caller.show(await begin(table, device, body.seat, body.move, is_new=is_new))


@router.get("/branches")
async def branches(game_id: str, caller: CallerOf) -> dict[str, Any]:
    """One's own games that went on from this one."""
    table = await caller.table(game_id)
    device = caller.device
    found = [] if device is None else await caller.open_tables.branches(table.id, device)
    return {"branches": [_branch_as_dict(lobby) for lobby in found]}


def _branch_as_dict(lobby: Lobby) -> dict[str, Any]:
    row = lobby.row
    return {
        "game": row.id,
        "move": row.branch_move,
        "future": "new" if has_new_future(row) else "same",
        "status": row.status,
        "created": moment(row.created),
    }


def _case(table: Table, seat: Seat) -> Case:
    _check(table, seat)
    return Case(table.id, table.lobby.row.undos, seat)


def _check(table: Table, seat: Seat) -> None:
    if table.game is None or table.status != OVER:
        raise RefusedError("game/not-over")
    if not 0 <= seat < table.game.players:
        raise RefusedError("seat/unknown")
