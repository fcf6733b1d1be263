"""Finished games: the record, and the replay."""

from functools import partial
from typing import Any

from fastapi import APIRouter, Response

from anden.game import Game, write_record

from ..errors import RefusedError
from ..lobby import seats_note
from ..personas import character_of, level_of
from ..replay import replay_as_json
from ..storage.rows import ENDED, OVER
from ..story import story_as_dict
from ..table import Table
from .caller import CallerOf

router = APIRouter(prefix="/games/{game_id}")


@router.get("/record")
async def record(game_id: str, caller: CallerOf) -> Response:
    table = await caller.table(game_id)
    game = table.game if table.status == ENDED else _finished(table)
    if game is None:
        raise RefusedError("game/not-over")
    game.notes["seats"] = seats_note(table.lobby.seats)
    headers = {"content-disposition": f'attachment; filename="{table.id}.anden"'}
    return Response(write_record(game.record()), media_type="text/plain", headers=headers)


@router.get("/replay")
async def replay(game_id: str, caller: CallerOf, seat: str = "none") -> Response:
    table = await caller.table(game_id)
    game = _finished(table)
    viewer = _viewer(seat, game.players)
    people = [_person(number, row) for number, row in enumerate(table.lobby.seats)]
    job = partial(replay_as_json, game.record(), table.lobby.row.board, people, viewer)
    content = await caller.open_tables.threads.run(caller.payer, job)
    headers = {"cache-control": "private, max-age=86400"}
    return Response(content, media_type="application/json", headers=headers)


@router.get("/story")
async def story(game_id: str, caller: CallerOf) -> dict[str, Any]:
    table = await caller.table(game_id)
    game = _finished(table)
    job = partial(story_as_dict, game.record())
    return await caller.open_tables.threads.run(caller.payer, job)


def _finished(table: Table) -> Game:
    if table.game is None or table.status != OVER:
        raise RefusedError("game/not-over")
    return table.game


def _viewer(seat: str, players: int) -> int | str:
    if seat in ("all", "none"):
        return seat
    if seat not in map(str, range(players)):
        raise RefusedError("seat/unknown")
    return int(seat)


def _person(number: int, row: Any) -> dict[str, Any]:
    return {
        "seat": number,
        "name": row.name,
        "colour": row.colour,
        "kind": row.kind,
        "bot": level_of(row.bot),
        "character": character_of(row.bot),
    }
