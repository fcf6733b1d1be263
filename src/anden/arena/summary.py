"""The result of a match as one object: what `--json` prints and the report shows."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anden.core import game_seed
from anden.workers import MissingExtraError

from .folder import record_name
from .game_table import GameTable
from .luck import AdjustedWins, adjusted_wins
from .match import MatchResult
from .outcome import Fault
from .rating import AVERAGE, rate
from .statistics import (
    BotResult,
    Decider,
    Duel,
    TurnOrder,
    bot_results,
    deciders,
    duels,
    turn_orders,
)

NOTABLE_GAMES = 5
MAX_FAULTS = 20


@dataclass(frozen=True)
class NotableGame:
    set: int
    game: int  # of the set, from 1
    seed: str  # of its deal
    bots: list[str]  # by seat
    scores: list[int]
    lead: int  # of the best score over the second
    record: str | None  # its file in the folder of the match


@dataclass(frozen=True)
class Forfeited:
    """A forfeited move; only the first few are listed."""

    bot: str
    kind: str
    set: int
    game: int
    move: int
    detail: str


@dataclass(frozen=True)
class Summary:
    """What a match says: results, duels, what decided."""

    board: str
    players: int
    seed: int
    time_ms: float
    bots: list[str]  # as they were given
    games: int
    games_wanted: int  # in whole sets
    is_complete: bool
    sets: int
    rating_average: float  # what the ratings are relative to: the mean of the field
    results: list[BotResult]
    duels: list[Duel]
    turn_orders: list[TurnOrder]
    deciders: list[Decider]
    turns: dict[str, float]
    closest: list[NotableGame]
    most_lopsided: list[NotableGame]
    forfeits: list[Forfeited]
    luck_adjusted: list[AdjustedWins] | None = None  # where luck was counted

    def as_json(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return asdict(self)


def summarise(result: MatchResult, *, has_records: bool = False) -> Summary:
    """Of at least one set. Without the library for ratings, they are left out."""
    settings, table = result.settings, GameTable(result.rows)
    names = settings.names
    try:
        ratings = rate(result.rows, len(names))
    except MissingExtraError:
        ratings = None
    turns = table.rows["turns"][:, 0]
    closest = np.argsort(table.leads, kind="stable")
    lopsided = np.argsort(-table.leads, kind="stable")
    return Summary(
        board=settings.board.id,
        players=settings.players,
        seed=settings.seed,
        time_ms=settings.seconds * 1000,
        bots=list(settings.bots),
        games=len(table),
        games_wanted=result.goal * settings.players,
        is_complete=result.is_complete,
        sets=len(table) // settings.players,
        rating_average=AVERAGE,
        results=bot_results(table, names, ratings),
        duels=duels(table, names),
        turn_orders=turn_orders(table),
        deciders=deciders(table),
        turns={"mean": float(turns.mean()), "min": int(turns.min()), "max": int(turns.max())},
        closest=_notable(result, table, closest, has_records),
        most_lopsided=_notable(result, table, lopsided, has_records),
        forfeits=_forfeited(result.faults, names),
        luck_adjusted=None if result.luck is None else adjusted_wins(table, result.luck, names),
    )


def _notable(
    result: MatchResult, table: GameTable, order: NDArray[np.intp], has_records: bool
) -> list[NotableGame]:
    return [_game(result, table, int(index), has_records) for index in order[:NOTABLE_GAMES]]


def _game(result: MatchResult, table: GameTable, index: int, has_record: bool) -> NotableGame:
    rows = table.rows[index]
    number, rotation = int(rows["set"][0]), int(rows["rotation"][0])
    return NotableGame(
        set=number,
        game=rotation + 1,
        seed=f"{game_seed(result.settings.seed, number):032x}",
        bots=[result.settings.names[entry] for entry in rows["entry"]],
        scores=[int(score) for score in rows["score"]],
        lead=int(table.leads[index]),
        record=record_name(number, rotation) if has_record else None,
    )


def _forfeited(faults: Sequence[Fault], names: Sequence[str]) -> list[Forfeited]:
    return [
        Forfeited(names[f.entry], f.kind, f.set, f.rotation + 1, f.move, f.detail)
        for f in faults[:MAX_FAULTS]
    ]
