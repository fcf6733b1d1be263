"""A search with its budget: rounds in which half of the candidates drop out."""

import math
from collections.abc import Sequence
from time import perf_counter

import numpy as np

from anden.kernel.ids import ActionId
from anden.kernel.layout import Records, Tables

from .numbers import numbers_for
from .search import begin_search, try_deals
from .search_record import CAUTION, EXPLORE, SCALE, SEARCH, TRUST
from .standings import best_candidate, halve
from .tree import ROOT, plant_actions

BATCH = 2_000  # steps simulated at least between looks at the clock: some ten milliseconds


def new_search(tables: Tables) -> Records:
    """Room to search on a board again and again. Settings are fields of SEARCH and may be changed;
    as they come, every seat believes the board's numbers.
    """
    searches = np.zeros(1, SEARCH)
    search = searches[0]
    search["explore"], search["scale"] = EXPLORE, SCALE
    search["caution"], search["trust"] = CAUTION, TRUST
    search["styles"]["numbers"] = numbers_for(tables)
    return searches


class Race:
    """The candidates for one decision: `run` it, then take its `choice`.

    The choice follows from the view, `luck` and the budget, unless a deadline cuts it short.
    """

    def __init__(self, tables: Records, searches: Records, views: Records, luck: np.uint64) -> None:
        """`views` holds what the seat to act knows. One race at a time uses `searches`."""
        self._tables = tables
        self.searches = searches
        self.num_candidates = int(begin_search(tables, searches, views, luck))
        self.steps = 0  # simulated so far

    def narrow(self, actions: Sequence[ActionId]) -> None:
        """Races other candidates before anything is simulated; the first is the one to beat."""
        plant_actions(self.searches, np.array(actions, np.int16))
        self.num_candidates = len(actions)

    def run(self, budget: float, deadline: float = math.inf) -> None:
        """Shares a budget of simulated steps among the rounds; each is exceeded by a batch at most.

        `deadline` is a time of `perf_counter`, looked at after every batch.
        """
        if self.num_candidates < 2:
            return
        rounds = math.ceil(math.log2(self.num_candidates))
        for number in range(rounds):
            if not self._run_round(budget / rounds, deadline):
                return
            if number < rounds - 1 and halve(self.searches) < 2:
                return

    def _run_round(self, budget: float, deadline: float) -> bool:
        """Tries those still alive on more deals; whether that was done in time."""
        used = 0
        while used < budget:
            steps = int(try_deals(self._tables, self.searches, BATCH))
            used += steps
            self.steps += steps
            if perf_counter() >= deadline:
                return False
        return True

    @property
    def choice(self) -> ActionId:
        place = int(best_candidate(self.searches))
        return int(self.searches[0]["tree"]["action"][ROOT, place])
