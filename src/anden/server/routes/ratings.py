"""Ratings: the leaderboards, one's own, and the results that statistics are made from."""

from typing import Any, Literal

from fastapi import APIRouter

from anden.boards import builtin_boards

from ..board_files import find_board
from ..errors import RefusedError
from ..lobby import held_seats
from ..ratings import BOTS, REACH, is_provisional, skill_as_dict
from ..storage.played import PlayedRow, forget_played, played_by
from ..storage.ratings import (
    Ladder,
    RatedRow,
    bot_rows,
    changes_in,
    changes_of,
    ladder_rows,
    ratings_of,
)
from ..storage.rows import OVER
from ..views import moment
from .caller import CallerOf

router = APIRouter()

_MOST_ROWS = 200
_MOST_CHANGES = 20
_MOST_PLAYED = 500

LadderName = Literal["people", "bots"]


@router.get("/leaderboard")
async def leaderboard(
    caller: CallerOf, board: str, players: int, ladder: LadderName = "people"
) -> dict[str, Any]:
    """Who wants to be seen there, best first: by the lower end of what is known of them."""
    _check(board, players)
    place = Ladder(ladder, board, players)

    def look(connection: Any) -> list[RatedRow]:
        rows = ladder_rows(connection, place, REACH, _MOST_ROWS)
        bots = bot_rows(connection, place) if ladder == BOTS else []
        return sorted([*rows, *bots], key=_lower, reverse=True)

    rows = await caller.open_tables.read(look)
    account = await caller.open_tables.accounts.of(caller.device)
    own = None if account is None else account.id
    return {"ladder": ladder, "board": board, "players": players, "rows": _numbered(rows, own)}


@router.get("/ratings")
async def ratings(caller: CallerOf) -> dict[str, Any]:
    account = await caller.open_tables.accounts.of(caller.device)
    if account is None:
        raise RefusedError("account/needed")
    found = await caller.open_tables.read(lambda c: ratings_of(c, account.id))
    changes = await caller.open_tables.read(lambda c: changes_of(c, account.id, _MOST_CHANGES))
    return {
        "is_listed": account.is_listed,
        "ratings": [
            skill_as_dict(skill)
            | {"ladder": place.name, "board": place.board, "players": place.players}
            for place, skill in found
        ],
        "changes": [
            {
                "game": row.game_id,
                "board": row.board,
                "players": row.players,
                "before": round(row.before),
                "after": round(row.after),
                "ended": moment(row.rated),
                "has_replay": row.status == OVER,
            }
            for row in changes
        ],
    }


@router.get("/games/{game_id}/ratings")
async def worth(game_id: str, caller: CallerOf) -> dict[str, Any]:
    """What a rated game was worth to each seat: told to those who played it, and nobody else."""
    table = await caller.table(game_id)
    if not held_seats(table.lobby, caller.device):
        return {"changes": []}
    rows = await caller.open_tables.read(lambda connection: changes_in(connection, game_id))
    return {
        "changes": [
            {"seat": row.seat, "before": round(row.before), "after": round(row.after)}
            for row in rows
        ]
    }


@router.get("/played")
async def played(caller: CallerOf) -> dict[str, Any]:
    """The results of this person's games, the newest first."""
    person = caller.device
    if person is None:
        return {"games": []}
    rows = await caller.open_tables.read(lambda c: played_by(c, person, _MOST_PLAYED))
    return {"games": [_played(row) for row in rows]}


@router.delete("/played", status_code=204)
async def forget(caller: CallerOf) -> None:
    person = caller.device
    if person is not None:
        await caller.open_tables.write(lambda c: forget_played(c, person))


def _check(board: str, players: int) -> None:
    if board not in builtin_boards():
        raise RefusedError("board/unknown", board=board[:60])
    limits = find_board(board).players
    if players < limits.min:
        raise RefusedError("seats/too-few", n=limits.min)
    if players > limits.max:
        raise RefusedError("seats/too-many", n=limits.max)


def _lower(row: RatedRow) -> float:
    return row.skill.rating - REACH * row.skill.spread


def _numbered(rows: list[RatedRow], own: str | None) -> list[dict[str, Any]]:
    """With places for people whose rating is not provisional."""
    told, place = [], 0
    for row in rows:
        is_placed = row.account_id is not None and not is_provisional(row.skill)
        place += is_placed
        told.append(
            skill_as_dict(row.skill)
            | {
                "place": place if is_placed else None,
                "name": row.name,
                "is_bot": row.account_id is None,
                "is_mine": own is not None and row.account_id == own,
            }
        )
    return told


def _played(row: PlayedRow) -> dict[str, Any]:
    return {
        "id": row.game_id,
        "board": row.board,
        "players": row.players,
        "score": row.score,
        "rank": row.rank,
        "won": row.won,
        "tickets": [row.made, row.tickets],
        "routes": list(row.routes),
        "ended": moment(row.ended),
    }
