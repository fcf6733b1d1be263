"""Games of bots as data for learning: a row for every decision."""

from .errors import DatasetError
from .rows import COLUMNS
from .settings import Settings
from .summary import Summary
from .writing import dataset_info, play_games, read_dataset, unpack_legal, write_dataset

__all__ = [
    "COLUMNS",
    "DatasetError",
    "Settings",
    "Summary",
    "dataset_info",
    "play_games",
    "read_dataset",
    "unpack_legal",
    "write_dataset",
]
