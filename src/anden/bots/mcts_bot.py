"""Searches: redeals the hidden cards many times, plays on, and takes what turned out best."""

import math
from time import perf_counter
from typing import Any

import numpy as np

from anden.kernel.ids import ActionId, Seat
from anden.kernel.layout import PAY_ROUTE, PAY_STATION, Tables
from anden.strategy.choosing import choose
from anden.strategy.numbers import Numbers, numbers_for
from anden.strategy.race import Race
from anden.strategy.search_record import CAUTION, EXPLORE, SCALE, SEARCH, TRUST
from anden.strategy.style import STYLE, THOROUGH
from anden.strategy.workspace import WORKSPACE

from .base import DEFAULT_SECONDS, RecordBot
from .luck import luck_of
from .style_bot import TablesHolder, array_of


class MctsBot(RecordBot):
    """Its time is a number of simulated steps, the same on every machine that is fast enough;
    a slow one stops it at the end of its seconds.
    """

    # Settings of the search: see `anden.strategy.search_record`.
    explore = EXPLORE
    scale = SCALE
    caution = CAUTION
    trust = TRUST
    steps_per_second = 250_000  # simulated for each second allowed, so that a choice repeats
    watches_clock = True  # without it, a slow machine takes longer and chooses the same

    def __init__(self, seed: int = 0, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__(seed, seconds)
        self.steps = 0  # simulated for the last choice
        self._luck = luck_of(seed)
        self._tables = TablesHolder()
        self._searches = np.zeros(1, SEARCH)
        self._styles = np.zeros(1, STYLE)  # in which it pays
        self._workspaces = np.zeros(1, WORKSPACE)

    def numbers(self, tables: Tables) -> Numbers:
        """What it believes on this board, as a new record."""
        return numbers_for(tables)

    def choose_id(self, tables: Any, record: Any) -> ActionId:
        deadline = perf_counter() + self.seconds if self.watches_clock else math.inf
        self.steps = 0
        views = array_of(record)
        self._tables.hold(tables)
        self._set_up(tables, int(record["seat"]))
        if int(record["phase"]) in (PAY_ROUTE, PAY_STATION):
            return int(choose(self._tables.array, views, self._styles, self._workspaces))
        race = Race(self._tables.array, self._searches, views, self._luck)
        race.run(self.seconds * self.steps_per_second, deadline)
        self.steps = race.steps
        return race.choice

    def _set_up(self, tables: Tables, seat: Seat) -> None:
        """Its own numbers for itself; the others are taken to believe the board's."""
        own = self.numbers(tables)
        style, search = self._styles[0], self._searches[0]
        style["luck"], style["orders"], style["numbers"] = self._luck, THOROUGH, own
        search["explore"], search["scale"] = self.explore, self.scale
        search["caution"], search["trust"] = self.caution, self.trust
        search["styles"]["numbers"] = numbers_for(tables)
        search["styles"]["numbers"][seat] = own
