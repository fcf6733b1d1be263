"""Finished games looked at again: the review of a seat, and a branch to play on from a moment."""

from typing import Any

from fastapi import APIRouter

from ..bodies import Branch, ReviewOf
from ..errors import RefusedError
from ..review_desk import Case
from ..storage.rows import OVER
from ..table import Table
from .caller import CallerOf

router = APIRouter(prefix="/games/{game_id}")


@router.post("/review", status_code=202)
async def ask(game_id: str, body: ReviewOf, caller: CallerOf) -> dict[str, Any]:
    """Puts the review of a seat into the queue, unless it is there already."""
    case = _case(await caller.table(game_id), body.seat)
    return (await caller.open_tables.reviews.ask(case, caller.payer)).as_dict()


@router.get("/review")
async def standing(game_id: str, caller: CallerOf, seat: int = 0) -> dict[str, Any]:
    """How far the review of a seat is, and what is known already."""
    case = _case(await caller.table(game_id), seat)
    return (await caller.open_tables.reviews.standing(case)).as_dict()


@router.post("/branch", status_code=201)
async def branch(game_id: str, body: Branch, caller: CallerOf) -> dict[str, Any]:
    """A game that goes on from before a move, with the same chance to come."""
    table = await caller.table(game_id)
    _check(table, body.seat)
    device = caller.known_device()
    return caller.show(await caller.open_tables.branch(table, device, body.seat, body.move))


def _case(table: Table, seat: int) -> Case:
    _check(table, seat)
    return Case(table.id, table.lobby.row.undos, seat)


def _check(table: Table, seat: int) -> None:
    if table.game is None or table.status != OVER:
        raise RefusedError("game/not-over")
    if not 0 <= seat < table.game.players:
        raise RefusedError("seat/unknown")
