"""Searches among the actions that a learned network finds likely."""

import math
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anden.kernel.ids import ActionId, Seat
from anden.kernel.layout import PAY_ROUTE, PAY_STATION, Records, Tables
from anden.strategy.race import Race
from anden.strategy.search_record import SEARCH
from anden.strategy.standings import fill_gains
from anden.strategy.tree import ROOT

from .base import DEFAULT_SECONDS
from .beliefs import believe
from .foresight import Foresight, Gains
from .luck import luck_of
from .mcts_bot import MctsBot
from .network_seat import NetworkBot
from .policy import Floats, PolicyNetwork
from .style_bot import array_of

LEAVES_PER_SECOND = 1_000  # that the network judges for each second allowed
LEAF_TIME = 0.5  # the part of its time after which it judges no more of them
_SEED_BITS = 32  # the number of a core stands above these bits of the seed


class ChampionBot(NetworkBot, MctsBot):
    """Its network names candidates and what rivals may hold; the planner names one candidate more.
    Each is tried in two ways, on the same deals as the others: planners play the game to its end,
    and the network judges the seat's next turn. It leaves the network's favourite only for one
    that did better in both together.

    On several cores each tries deals of its own for the same time; all of them count.
    """

    steps_per_second = (
        500_000  # these and the leaves take some two thirds of its time on a fast core
    )
    most = 6  # candidates of the network
    least_share = 0.005  # of the network's choices that a candidate has
    caution = 2.0  # standard errors by which a candidate has to be better than the favourite
    prior = 0.01  # by how much more, for each time that it is e times less likely

    _is_loaded = False  # in this process

    def __init__(self, seed: int = 0, seconds: float = DEFAULT_SECONDS, *, cores: int = 1) -> None:
        super().__init__(seed, seconds)
        self._searches = np.zeros(cores, SEARCH)
        self._lucks = [luck_of(seed ^ core << _SEED_BITS) for core in range(cores)]
        self._pool = ThreadPoolExecutor(cores) if cores > 1 else None

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def choose_id(self, tables: Any, record: Any) -> ActionId:
        start = perf_counter()
        self.steps = 0
        players, seat = int(record["players"]), int(record["seat"])
        network = self._place.take(tables, players)
        row, mask = self._place.see(network, record)
        opinion = network.opinion(row, players)
        logs = _log_shares(opinion.logits, mask)
        candidates = self._candidates(logs)
        if mask.sum() < 2:
            return candidates[0]
        self._tables.hold(tables)
        self._set_up(tables, seat)
        races = self._races(record)
        planners = int(self._searches[0]["tree"]["action"][ROOT, 0])
        candidates += [planners] * (planners not in candidates)
        believe(self._searches, opinion.beliefs, seat, players)
        if len(candidates) < 2 or int(record["phase"]) in (PAY_ROUTE, PAY_STATION):
            self._load(races, logs, network)
            return candidates[0]
        gains = self._try(races, candidates, network, start)
        return candidates[self._best(logs[candidates], gains)]

    def _load(self, races: Sequence[Race], logs: Floats, network: PolicyNetwork) -> None:
        """Loads what is compiled for a process's first choice, which may take long: it searches,
        and forgets what it found.
        """
        if not ChampionBot._is_loaded:
            two = np.argsort(-logs, kind="stable")[:2]
            self._best(logs[two], self._try(races, two.tolist(), network, -math.inf))
            self.steps = 0

    def _candidates(self, logs: Floats) -> list[ActionId]:
        """The network's, the likeliest first."""
        likeliest = np.argsort(-logs, kind="stable")[: self.most]
        bar = min(math.log(self.least_share), float(logs[likeliest[0]]))
        return [int(action) for action in likeliest if logs[action] >= bar]

    def _set_up(self, tables: Tables, seat: Seat) -> None:
        super()._set_up(tables, seat)
        for name in ("explore", "scale", "caution", "trust", "styles"):
            self._searches[name][1:] = self._searches[name][0]

    def _races(self, record: Any) -> list[Race]:
        """One for each core."""
        views = array_of(record)
        parts = [self._searches[core : core + 1] for core in range(len(self._searches))]
        pairs = zip(parts, self._lucks, strict=True)
        return [Race(self._tables.array, part, views, luck) for part, luck in pairs]

    def _try(
        self,
        races: Sequence[Race],
        candidates: Sequence[ActionId],
        network: PolicyNetwork,
        start: float,
    ) -> Gains:
        """What the network makes of the candidates; what planners made of them stays in races."""
        num_deals = round(self.seconds * LEAVES_PER_SECOND / len(candidates))

        def try_one(race: Race) -> Gains:
            race.narrow(candidates)
            foresight = Foresight(network, self._tables.array, race.searches)
            gains = foresight.gains(num_deals, self._deadline(start, LEAF_TIME))
            race.run(self.seconds * self.steps_per_second, self._deadline(start, 1.0))
            return gains

        found: Iterable[Gains] = (self._pool.map if self._pool else map)(try_one, races)
        gains = np.concatenate(list(found))
        self.steps = sum(race.steps for race in races)
        _pool_gains(self._searches)
        ChampionBot._is_loaded = True
        return gains

    def _deadline(self, start: float, part: float) -> float:
        return start + part * self.seconds if self.watches_clock else math.inf

    def _best(self, logs: Floats, gains: Gains) -> int:
        """The place of the candidate to play; `gains` are by deal and candidate."""
        played, played_errors = np.zeros((2, len(logs)))
        fill_gains(self._searches, played, played_errors)
        judged_errors = gains.std(axis=0, ddof=1) / math.sqrt(len(gains))
        standings = played + gains.mean(axis=0) + self.prior * (logs - logs[0])
        standings -= self.caution * np.hypot(played_errors, judged_errors)
        standings[0] = 0.0  # the favourite
        return int(standings.argmax())


def _pool_gains(searches: Records) -> None:
    """Gives the first search what all have found; a candidate is in while any has it in."""
    trees = searches["tree"]
    for name in ("gain", "gain_squares", "num_deals"):
        trees[name][0] = trees[name].sum(axis=0)
    trees["is_alive"][0] = trees["is_alive"].max(axis=0)


def _log_shares(logits: Floats, mask: NDArray[np.bool_]) -> Floats:
    """Logarithms of the legal actions' shares; minus infinity for the others."""
    most = logits[mask].max()
    total = most + np.log(np.exp(logits[mask] - most).sum())
    logs: Floats = np.where(mask, logits - total, -np.inf)
    return logs
