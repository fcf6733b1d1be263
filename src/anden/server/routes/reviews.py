"""Finished games looked at again: the review of a seat, and a branch to play on from a moment."""

from functools import partial
from typing import Any

from fastapi import APIRouter

from anden.game import write_record

from ..bodies import Branch, ReviewOf
from ..errors import RefusedError
from ..review_desk import Case
from ..storage.rows import OVER
from ..table import Table
from .caller import Caller, CallerOf

router = APIRouter(prefix="/games/{game_id}")


@router.post("/review", status_code=202)
async def ask(game_id: str, body: ReviewOf, caller: CallerOf) -> dict[str, Any]:
    """Puts the review of a seat into the queue, unless it is there already."""
    case = await _case(await caller.table(game_id), body.seat, caller)
    return caller.open_tables.reviews.ask(case, caller.payer).as_dict()


@router.get("/review")
async def standing(game_id: str, caller: CallerOf, seat: int = 0) -> dict[str, Any]:
    """How far the review of a seat is, and what is known already."""
    table = await caller.table(game_id)
    _check(table, seat)
    found = caller.open_tables.reviews.standing(Case(table.id, seat, ""))
    if found is None:
        return {"state": "none", "progress": 0.0, "curve": [], "review": None}
    return found.as_dict()


@router.post("/branch", status_code=201)
async def branch(game_id: str, body: Branch, caller: CallerOf) -> dict[str, Any]:
    """A game that goes on from before a move, with the same chance to come."""
    table = await caller.table(game_id)
    _check(table, body.seat)
    device = caller.known_device()
    return caller.show(await caller.open_tables.branch(table, device, body.seat, body.move))


async def _case(table: Table, seat: int, caller: Caller) -> Case:
    _check(table, seat)
    assert table.game is not None
    job = partial(write_record, table.game.record())
    record = await caller.open_tables.threads.run(caller.payer, job)
    return Case(table.id, seat, record, caller.open_tables.reviews.effort)


def _check(table: Table, seat: int) -> None:
    if table.game is None or table.status != OVER:
        raise RefusedError("game/not-over")
    if not 0 <= seat < table.game.players:
        raise RefusedError("seat/unknown")
