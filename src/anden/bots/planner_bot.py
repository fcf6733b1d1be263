"""Plans the cheapest network for its tickets, and makes the move that serves the plan."""

from typing import Any

import numpy as np

from anden.kernel.ids import ActionId
from anden.strategy.desk import DESK
from anden.strategy.params import Params, params_for
from anden.strategy.planner import THOROUGH, plan_action

from .base import DEFAULT_SECONDS, RecordBot
from .luck import luck_of


class PlannerBot(RecordBot):
    orders = THOROUGH

    def __init__(self, seed: int = 0, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__(seed, seconds)
        self._luck = luck_of(seed)
        self._desk = np.zeros(1, DESK)[0]
        self._params: Params | None = None

    def params(self, tables: Any) -> Params:
        """What it believes on this board."""
        return params_for(tables)

    def choose_id(self, tables: Any, record: Any) -> ActionId:
        if self._params is None:
            self._params = self.params(tables)
        self._desk["made"] = 0  # a new plan for every choice: nothing is remembered
        return int(plan_action(tables, record, self._params, self._luck, self.orders, self._desk))
