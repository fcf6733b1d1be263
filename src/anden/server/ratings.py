"""How strong people have shown themselves to be: on each board, for each number of players.

The scale is that of chess: 400 points more mean ten wins for every loss. openskill compares every
two players of a game (Bradley–Terry). The comparisons of one game are not independent of each
other, so that all of them together count for 3 / (n + 1) of what they would if they were: then the
intervals hold what they promise for two to five players (`benchmarks/ratings.py`).
"""

import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from statistics import NormalDist
from typing import Any

from sqlalchemy import Connection

from anden.boards import builtin_boards
from anden.game import Game
from anden.kernel.ids import Seat

from .bot_pool import OWN
from .identity import ACCOUNT
from .lobby import held_seats, is_played_by_program
from .personas import level_of
from .storage import Lobby
from .storage.ratings import (
    Entrant,
    Ladder,
    Skill,
    hold_bots,
    hold_skills,
    note_rated,
    put_bots,
    put_skills,
    waiting_entrants,
)
from .storage.rows import BOT, HUMAN, OVER

log = logging.getLogger("anden.server")

PEOPLE, BOTS = "people", "bots"  # the ladders
START = Skill(1500.0, 250.0)
REACH = NormalDist().inv_cdf(0.975)  # standard deviations that an interval reaches either way
FEW_GAMES = 10  # with fewer, a rating is provisional

_POINTS = 400 / math.log(10)
_DRIFT = 5.0  # by which people's strength may have changed since their last game


def rate(skills: Sequence[Skill], ranks: Sequence[int]) -> list[Skill]:
    """What players have after a game, from what they had and where each came in; ties are equal."""
    model, weight = _model(), 3 / (len(skills) + 1)
    teams = [[model.rating(mu=skill.rating, sigma=skill.spread)] for skill in skills]
    told = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        Skill(
            old.rating + weight * (new.mu - old.rating),
            math.sqrt(old.spread**2 - weight * (old.spread**2 - new.sigma**2)),
            old.games + 1,
        )
        for old, (new,) in zip(skills, told, strict=True)
    ]


def rested(skill: Skill) -> Skill:
    """As it is known at the beginning of a person's next game; bots do not change."""
    spread = min(START.spread, math.hypot(skill.spread, _DRIFT))
    return replace(skill, spread=spread)


def is_provisional(skill: Skill) -> bool:
    return skill.games < FEW_GAMES


def skill_as_dict(skill: Skill) -> dict[str, Any]:
    reach = REACH * skill.spread
    return {
        "rating": round(skill.rating),
        "low": round(skill.rating - reach),
        "high": round(skill.rating + reach),
        "games": skill.games,
        "is_provisional": is_provisional(skill),
    }


def obstacle(lobby: Lobby) -> str | None:
    """Why a game can't be rated as people sit now; None if it can."""
    if lobby.row.board not in builtin_boards():
        return "board"
    people = [number for number, row in enumerate(lobby.seats) if row.kind == HUMAN]
    if any(is_played_by_program(lobby, seat) for seat in people):
        return "program"
    holders = {seat: _holders(lobby, seat) for seat in people}
    if any(len(held_seats(lobby, each)) > 1 for found in holders.values() for each in found):
        return "hot-seat"
    if not people or any(
        len(found) != 1 or not found[0].startswith(ACCOUNT) for found in holders.values()
    ):
        return "guest"
    return None


def entrants(lobby: Lobby) -> list[Entrant]:
    """Who plays a rated game that begins; what becomes of the seats later does not change it."""
    return [
        Entrant(seat, bot=_bot_name(row.bot or ""))
        if row.kind == BOT
        else Entrant(seat, account_id=_holders(lobby, seat)[0].removeprefix(ACCOUNT))
        for seat, row in enumerate(lobby.seats)
    ]


def settle(connection: Connection, lobby: Lobby, game: Game, now: float) -> None:
    """Rates a game that has just ended; part of the transaction that says so, and so done once.

    Whoever left their seat to a bot comes last. If the host has broken it off, as is possible when
    nobody else plays any more, all who have left come last, and against bots so does the host.
    """
    if find_spec("openskill") is None:
        log.error("game %s is not rated: pip install 'anden[accounts]'", lobby.row.id)
        return
    rows = waiting_entrants(connection, lobby.row.id)
    ranks = _ranks(lobby, game, rows)
    is_undecided = len(set(ranks)) == 1 and lobby.row.status != OVER
    if len(rows) < 2 or is_undecided:
        return
    ladder = _ladder(lobby, rows)
    people = hold_skills(connection, ladder, _names(row.account_id for row in rows), START)
    bots = hold_bots(connection, ladder, _names(row.bot for row in rows), START)
    before = [
        bots[row.bot] if row.bot is not None else rested(people[row.account_id or ""])
        for row in rows
    ]
    after = rate(before, ranks)
    for row, old, new in zip(rows, before, after, strict=True):
        note_rated(connection, lobby.row.id, row.seat, old.rating, new.rating, now)
    put_skills(
        connection,
        ladder,
        {row.account_id: new for row, new in zip(rows, after, strict=True) if row.account_id},
    )
    put_bots(connection, ladder, _learned(rows, before, after))


def _ranks(lobby: Lobby, game: Game, rows: Sequence[Entrant]) -> list[int]:
    """Where the entrants came in."""
    last = len(lobby.seats) + 1
    has_left = [row.bot is None and lobby.seats[row.seat].kind == BOT for row in rows]
    if lobby.row.status == OVER:
        scores = game.scores().seats
        return [
            last if is_gone else scores[row.seat].rank
            for row, is_gone in zip(rows, has_left, strict=True)
        ]
    has_bots = any(row.bot is not None for row in rows)
    return [
        last if is_gone or (has_bots and row.bot is None) else 1
        for row, is_gone in zip(rows, has_left, strict=True)
    ]


def _ladder(lobby: Lobby, rows: Sequence[Entrant]) -> Ladder:
    name = BOTS if any(row.bot is not None for row in rows) else PEOPLE
    return Ladder(name, lobby.row.board, len(lobby.seats))


def _learned(
    rows: Sequence[Entrant], before: Sequence[Skill], after: Sequence[Skill]
) -> Mapping[str, Skill]:
    """What is known of the bots afterwards: what each of a bot's seats has shown is added up."""
    found: dict[str, Skill] = {}
    for row, old, new in zip(rows, before, after, strict=True):
        if row.bot is None:
            continue
        sofar = found.get(row.bot, old)
        shown = new.spread**-2 - old.spread**-2
        sure = sofar.spread**-2 + shown
        pull = sofar.rating * sofar.spread**-2 + new.rating * new.spread**-2
        rating = (pull - old.rating * old.spread**-2) / sure
        found[row.bot] = Skill(rating, sure**-0.5, old.games + 1)
    return found


def _holders(lobby: Lobby, seat: Seat) -> list[str]:
    return [member.device for member in lobby.holders if member.seat == seat]


def _bot_name(bot: str) -> str:
    """Bots are rated by level, whatever their character."""
    return bot if bot.startswith(OWN) else level_of(bot) or bot


def _names(found: Any) -> set[str]:
    return {name for name in found if name is not None}


@cache
def _model() -> Any:
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull(
        mu=START.rating,
        sigma=START.spread,
        beta=_POINTS / math.sqrt(2),
        tau=0.0,
        gamma=lambda *_: 1.0,
    )
