"""Searches among the actions that a learned network finds likely."""

import math
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board
from anden.kernel.ids import ActionId, Seat
from anden.kernel.layout import PAY_ROUTE, PAY_STATION
from anden.strategy.race import Race
from anden.strategy.standings import fill_gains

from .base import DEFAULT_SECONDS
from .foresight import Foresight, Gains
from .mcts_bot import STEPS_PER_SECOND, MctsBot
from .network_seat import NetworkSeat
from .policy import Floats, Opinion
from .style_bot import array_of
from .weights import check_weights

LEAVES_PER_SECOND = 1_000  # that the network judges for each second allowed
LEAF_TIME = 0.5  # the part of its time after which it judges no more of them
BELIEFS = 0.002, 0.98  # the chances of a ticket are kept between these: it may be wrong


class ChampionBot(MctsBot):
    """Its network names the candidates and what rivals may hold. Each candidate is tried in two
    ways, on the same deals as the others: planners play the game to its end, and the network
    judges the seat's next turn. It leaves the network's favourite only for one that did better in
    both together.
    """

    most = 5  # candidates
    least_share = 0.03  # of the network's choices that a candidate has
    caution = 2.0  # standard errors by which a candidate has to be better than the favourite
    prior = 0.01  # by how much more, for each time that it is e times less likely

    def __init__(self, seed: int = 0, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__(seed, seconds)
        self._place = NetworkSeat()

    @classmethod
    def check_table(cls, board: Board, players: int) -> None:
        check_weights(board, players)

    def choose_id(self, tables: Any, record: Any) -> ActionId:
        start = perf_counter()
        self.steps = 0
        players, seat = int(record["players"]), int(record["seat"])
        network = self._place.take(tables, players)
        row, mask = self._place.see(network, record)
        opinion = network.opinion(row, players)
        logs = _log_shares(opinion.logits, mask)
        candidates = self._candidates(logs)
        if len(candidates) < 2 or int(record["phase"]) in (PAY_ROUTE, PAY_STATION):
            return candidates[0]
        self._tables.hold(tables)
        self._set_up(tables, seat)
        race = Race(self._tables.array, self._searches, array_of(record), self._luck)
        race.narrow(candidates)
        self._believe(opinion, seat, players)
        foresight = Foresight(network, self._tables.array, self._searches)
        num_deals = round(self.seconds * LEAVES_PER_SECOND / len(candidates))
        gains = foresight.gains(num_deals, self._deadline(start, LEAF_TIME))
        race.run(self.seconds * STEPS_PER_SECOND, self._deadline(start, 1.0))
        self.steps = race.steps
        return candidates[self._best(logs[candidates], gains)]

    def _deadline(self, start: float, part: float) -> float:
        return start + part * self.seconds if self.watches_clock else math.inf

    def _candidates(self, logs: Floats) -> list[ActionId]:
        """The likeliest first."""
        likeliest = np.argsort(-logs, kind="stable")[: self.most]
        bar = min(math.log(self.least_share), float(logs[likeliest[0]]))
        return [int(action) for action in likeliest if logs[action] >= bar]

    def _believe(self, opinion: Opinion, seat: Seat, players: int) -> None:
        """Deals will give rivals the tickets that the network expects them to hold."""
        weights = self._searches[0]["ticket_weights"]
        for number, chances in enumerate(np.clip(opinion.beliefs, *BELIEFS)):
            weights[(seat + 1 + number) % players, : len(chances)] = chances / (1 - chances)

    def _best(self, logs: Floats, gains: Gains) -> int:
        """The place of the candidate to play; `gains` are by deal and candidate."""
        played, played_errors = np.zeros((2, len(logs)))
        fill_gains(self._searches, played, played_errors)
        judged_errors = gains.std(axis=0, ddof=1) / math.sqrt(len(gains))
        standings = played + gains.mean(axis=0) + self.prior * (logs - logs[0])
        standings -= self.caution * np.hypot(played_errors, judged_errors)
        standings[0] = 0.0  # the favourite
        return int(standings.argmax())


def _log_shares(logits: Floats, mask: NDArray[np.bool_]) -> Floats:
    """Logarithms of the legal actions' shares; minus infinity for the others."""
    most = logits[mask].max()
    total = most + np.log(np.exp(logits[mask] - most).sum())
    logs: Floats = np.where(mask, logits - total, -np.inf)
    return logs
