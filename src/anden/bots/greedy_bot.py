"""Takes the most points available now; otherwise collects cards for the next route."""

from typing import Any

import numpy as np

from anden.kernel.ids import ActionId
from anden.strategy.desk import DESK
from anden.strategy.greedy import greedy_action

from .base import DEFAULT_SECONDS, RecordBot
from .luck import luck_of


class GreedyBot(RecordBot):
    def __init__(self, seed: int = 0, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__(seed, seconds)
        self._luck = luck_of(seed)
        self._desk = np.zeros(1, DESK)[0]

    def choose_id(self, tables: Any, record: Any) -> ActionId:
        return int(greedy_action(tables, record, self._luck, self._desk))
