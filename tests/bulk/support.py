"""Small datasets for tests."""

from pathlib import Path
from typing import Any

import numpy as np

from anden.boards import load_board
from anden.bots import Bot, make_bot
from anden.bulk import COLUMNS, DatasetSettings, read_dataset
from anden.bulk.rows import Columns


def settings(*bots: str, board: str = "london", games: int = 6, **rest: Any) -> DatasetSettings:
    rest.setdefault("players", max(2, len(bots)))
    return DatasetSettings(load_board(board), bots, games=games, **rest)


def plainly(name: str, seed: int, seconds: float) -> Bot:
    """The same bots, which are not known to be: they are then asked one choice after the other."""
    return make_bot(name, seed, seconds)


def whole(path: Path, rows: int = 1000) -> Columns:
    """All columns of a file."""
    batches = list(read_dataset(path, rows=rows))
    return {name: np.concatenate([batch[name] for batch in batches]) for name in COLUMNS}


def are_equal(one: Columns, other: Columns) -> bool:
    return all(
        one[name].dtype == other[name].dtype and np.array_equal(one[name], other[name])
        for name in COLUMNS
    )
