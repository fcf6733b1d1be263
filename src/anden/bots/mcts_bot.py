"""Searches: redeals the hidden cards many times, plays on, and takes what turned out best."""

import math
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anden.kernel.ids import ActionId
from anden.kernel.layout import MAX_SEATS, MAX_TICKETS, NET, PAY_ROUTE, PAY_STATION, RESULT, STATE
from anden.strategy import search
from anden.strategy.beliefs import weigh_tickets
from anden.strategy.desk import DESK
from anden.strategy.params import Params, params_for
from anden.strategy.planner import THOROUGH, plan_action

from .base import DEFAULT_SECONDS, RecordBot
from .luck import luck_at, luck_of

STEPS_PER_SECOND = 250_000  # simulated for each second allowed, so that a choice repeats
_SLICE = 2_000  # steps between looks at the clock


class MctsBot(RecordBot):
    """Its time is a number of simulated steps, the same on every machine that is fast enough;
    a slow one stops it at the end of its seconds.
    """

    explore = 0.3  # of the tree below the root
    scale = 20.0  # points of margin that make a lead safe
    caution = 1.0  # standard errors by which a move has to beat the planner's
    watches_clock = True  # without it, a slow machine takes longer and chooses the same
    trust = 2.0  # in what rivals' routes tell about their tickets

    def __init__(self, seed: int = 0, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__(seed, seconds)
        self.steps = 0  # simulated for the last choice
        self._luck = luck_of(seed)
        self._states = np.zeros(2, STATE)
        self._desks = np.zeros(MAX_SEATS, DESK)
        self._tree = np.zeros(1, search.TREE)[0]
        self._weights: NDArray[np.float32] = np.ones((MAX_SEATS, MAX_TICKETS), np.float32)
        self._result = np.zeros(1, RESULT)[0]
        self._net = np.zeros(1, NET)[0]

    def params(self, tables: Any) -> Params:
        """What it believes on this board."""
        return params_for(tables)

    def choose_id(self, tables: Any, record: Any) -> ActionId:
        end = perf_counter() + self.seconds
        seat = int(record["seat"])
        desk = self._desks[seat]
        desk["made"] = 0
        own = self.params(tables)
        if int(record["phase"]) in (PAY_ROUTE, PAY_STATION):
            return int(plan_action(tables, record, own, self._luck, THOROUGH, desk))
        self._params: Params = np.tile(params_for(tables), (MAX_SEATS, 1))
        self._params[seat] = own
        self._states[0] = record
        weigh_tickets(tables, record, seat, self.trust, self._weights, desk)
        size = search.begin(tables, self._states, own, self._luck, THOROUGH, desk, self._tree)
        if size > 1:
            self._race(tables, size, luck_at(self.seed, record), end)
        return int(self._tree["action"][0, search.best_place(self._tree, self.caution)])

    def _race(self, tables: Any, size: int, luck: np.uint64, end: float) -> None:
        """Rounds in which half of the candidates drop out, each with its share of the budget."""
        self.steps = 0
        rounds = max(1, math.ceil(math.log2(size)))
        budget = self.seconds * STEPS_PER_SECOND / rounds
        for number in range(rounds):
            used = 0
            while used < budget:
                steps, luck = self._try_deals(tables, luck)
                used += steps
                self.steps += steps
                if self.watches_clock and perf_counter() >= end:
                    return
            if number < rounds - 1 and search.halve(self._tree, self.caution) < 2:
                return

    def _try_deals(self, tables: Any, luck: np.uint64) -> tuple[int, np.uint64]:
        steps, left = search.try_deals(
            tables,
            self._states,
            self._desks,
            self._result,
            self._net,
            self._params,
            luck,
            self._weights,
            self.explore,
            self.scale,
            self._tree,
            _SLICE,
        )
        return int(steps), np.uint64(left)
