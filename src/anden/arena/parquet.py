"""The games of a match as a Parquet file, one row per seat of each game."""

import json
from pathlib import Path
from typing import Any

import numpy as np

import anden
from anden.core import game_seed
from anden.referee import ROW
from anden.workers import MissingExtraError
from anden.workers.errors import unwritable

from .folder import record_name
from .game_table import GameTable
from .match import MatchResult
from .settings import write_settings

_APART = ("lengths", "entry")  # fields that are written in another form
_NAMES = {"set": "deal", "first": "first_seat", "rank": "place"}  # no words of SQL

# What is not plain from a column's name.
MEANINGS = {
    "deal": "number of the deal, counted from 0; its games are the same cards with the bots moved",
    "rotation": "by how many seats the bots have moved on in this game of the deal",
    "win": "1 for the winner, an equal share for a shared win, 0",
    "margin": "score less the best score of the other seats",
    "turn_order": "when the seat's turn comes: 1 begins",
    "place": "1 is the winner",
    "seed": "of the game, in hexadecimal",
    "record": "path of the game's record in the folder of the match",
    "longest": "spaces of the longest path",
    "seconds": "that the bot thought in all",
    "routes_1": "routes of length 1 claimed; the others likewise",
}


def write_parquet(path: Path, result: MatchResult) -> None:
    """Writes the file, or raises: MissingExtraError without pyarrow, ArenaError for a full disk."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError as error:
        raise MissingExtraError("pyarrow", "arena") from error
    table = pa.table(columns(result)).replace_schema_metadata(_metadata(result))
    try:
        pq.write_table(table, path, compression="zstd")
    except OSError as error:
        raise unwritable(path, error) from error


def _metadata(result: MatchResult) -> dict[str, str]:
    """What the games were, so that the file explains itself."""
    return {
        "anden": json.dumps(write_settings(result.settings)),
        "anden_version": anden.__version__,
        "anden_columns": json.dumps(MEANINGS),
    }


def columns(result: MatchResult) -> dict[str, Any]:
    """Every column by name: the fields of ROW, and what they mean."""
    table, settings = GameTable(result.rows), result.settings
    rows = result.rows.reshape(-1)
    names = np.array(settings.names, object)
    games = list(zip(rows["set"].tolist(), rows["rotation"].tolist(), strict=True))
    found: dict[str, Any] = {
        "board": np.full(len(rows), settings.board.id, object),
        "bot": names[rows["entry"]],
        "win": table.wins.reshape(-1),
        "margin": table.margins.reshape(-1),
        "turn_order": table.order.reshape(-1) + 1,
        "seed": [f"{game_seed(settings.seed, number):032x}" for number, _ in games],
        "record": [record_name(number, rotation) for number, rotation in games],
    }
    fields = {name: _NAMES.get(name, name) for name in ROW.names or () if name not in _APART}
    found |= {column: rows[name] for name, column in fields.items()}
    for index in range(rows["lengths"].shape[1]):
        found[f"routes_{index + 1}"] = rows["lengths"][:, index]
    return found
