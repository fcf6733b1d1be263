"""What a network expects of the candidates of a search: it judges the seat's next turn."""

from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from anden.kernel import NET, SKETCH, STATE
from anden.kernel.layout import OVER, TURN, Records
from anden.strategy.candidates import Actions
from anden.strategy.leaves import decide_leaves, grow_leaves, score_leaves, see_leaves
from anden.strategy.search_record import VIEW
from anden.strategy.tree import ROOT

from .policy import Floats, Opinions, PolicyNetwork

Gains = NDArray[np.float64]  # by deal and candidate, over the first candidate

BATCH = 32  # leaves at least between looks at the clock: some ten milliseconds
DECISIONS = 2  # of the seat on the way to its next turn, at most: a second card, or tickets
WIN_POINTS = 84.0  # that a win is worth, as in the network's training


class Foresight:
    """For one decision of a search that has begun."""

    def __init__(self, network: PolicyNetwork, tables: Records, searches: Records) -> None:
        self._network, self._tables, self._searches = network, tables, searches
        self._players = int(searches[0]["states"][VIEW]["players"])
        self._size = int(searches[0]["tree"]["size"][ROOT])
        self._scratch = np.zeros(1, NET), np.zeros(1, SKETCH)
        self._mask = np.zeros(network.num_actions, np.bool_)

    def gains(self, num_deals: int, deadline: float) -> Gains:
        """On this many deals, or as many as the time allows; at least two."""
        batch = max(2, -(-BATCH // self._size))
        values = [self._judge(min(batch, max(2, num_deals)))]
        done = batch
        while done < num_deals and perf_counter() < deadline:
            values.append(self._judge(min(batch, num_deals - done)))
            done += batch
        worth = np.concatenate(values)
        return worth - worth[:, :1]

    def _judge(self, num_deals: int) -> Gains:
        """What the leaves of new deals are worth, in wins, by deal and candidate."""
        leaves = np.zeros(num_deals * self._size, STATE)
        candidates = self._searches[0]["tree"]["action"][ROOT, : self._size]
        self._grow(leaves, np.arange(len(leaves)), np.tile(candidates, num_deals), is_new=True)
        for _ in range(DECISIONS):
            phases = leaves["phase"]
            self._decide(leaves, np.flatnonzero((phases != OVER) & (phases != TURN)))
        leads, wins = np.zeros((2, len(leaves)), np.float32)
        score_leaves(self._tables, self._searches, leaves, leads, wins)
        going_on = np.flatnonzero(leaves["phase"] != OVER)
        opinions = self._ask(leaves, going_on)
        leads[going_on] += opinions.leads
        wins[going_on] = opinions.wins
        worth: Floats = wins + leads / np.float32(WIN_POINTS)
        return worth.astype(np.float64).reshape(num_deals, self._size)

    def _decide(self, leaves: Records, places: NDArray[np.int64]) -> None:
        """The network plays where the seat is not at its next turn yet.

        Even if that is nowhere: so all that is compiled is loaded for a bot's first choice.
        """
        logits = np.ascontiguousarray(self._ask(leaves, places).logits)
        actions = np.zeros(len(places), np.int16)
        decide_leaves(self._tables, leaves, places, logits, self._mask, actions)
        self._grow(leaves, places, actions, is_new=False)

    def _grow(
        self, leaves: Records, places: NDArray[np.int64], actions: Actions, *, is_new: bool
    ) -> None:
        grow_leaves(self._tables, self._searches, leaves, places, actions, is_new)

    def _ask(self, leaves: Records, places: NDArray[np.int64]) -> Opinions:
        size = self._network.observation_size(self._players)
        rows = np.zeros((len(places), size), np.int16)
        see_leaves(self._tables, self._searches, leaves, places, *self._scratch, rows)
        return self._network.opinions(rows, self._players)
