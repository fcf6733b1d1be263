"""Games in bulk: random ones summed up, and games of bots as data for learning."""

from anden.workers import play_here, play_on_cores

from .errors import DatasetError
from .rows import COLUMNS
from .settings import DatasetSettings
from .simulation import Simulation, simulate_games
from .summary import Summary
from .writing import dataset_info, play_games, read_dataset, unpack_legal, write_dataset

__all__ = [
    "COLUMNS",
    "DatasetError",
    "DatasetSettings",
    "Simulation",
    "Summary",
    "dataset_info",
    "play_games",
    "play_here",
    "play_on_cores",
    "read_dataset",
    "simulate_games",
    "unpack_legal",
    "write_dataset",
]
