"""The games of a match as a Parquet file, one row per seat of each game."""

from pathlib import Path
from typing import Any

import numpy as np

from anden.core import game_seed
from anden.referee import ROW
from anden.workers import MissingExtraError
from anden.workers.errors import unwritable

from .folder import record_name
from .game_table import GameTable
from .match import MatchResult

_APART = ("lengths", "entry")  # fields that are written in another form


def write_parquet(path: Path, result: MatchResult) -> None:
    """Writes the file, or raises: MissingExtraError without pyarrow, ArenaError for a full disk."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError as error:
        raise MissingExtraError("pyarrow", "arena") from error
    table = pa.table(columns(result))
    try:
        pq.write_table(table, path, compression="zstd")
    except OSError as error:
        raise unwritable(path, error) from error


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
        "order": table.order.reshape(-1) + 1,
        "seed": [f"{game_seed(settings.seed, number):032x}" for number, _ in games],
        "record": [record_name(number, rotation) for number, rotation in games],
    }
    found |= {name: rows[name] for name in ROW.names or () if name not in _APART}
    for index in range(rows["lengths"].shape[1]):
        found[f"routes_{index + 1}"] = rows["lengths"][:, index]
    return found
