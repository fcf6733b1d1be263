"""What a position is worth to a seat that knows its view alone: its share of the win.

What is hidden is dealt anew many times, and planners play every deal to its end. The same luck
deals the same, so values that are compared are compared deal by deal. For differences too small to
be seen that way, the board's network can judge the seat's next turn instead.
"""

import hashlib
import math
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board
from anden.bots.beliefs import believe
from anden.bots.errors import BotError
from anden.bots.network_seat import network_for
from anden.bots.policy import PolicyNetwork
from anden.bots.style_bot import array_of
from anden.core.compiled.one_game import fill_observation, score
from anden.core.game_core import tables_array
from anden.core.sets import members
from anden.core.whole_actions import choose_rest
from anden.kernel import NET, RESULT, SKETCH, STATE
from anden.kernel.chance import GOLDEN, mix
from anden.kernel.ids import ActionId, RouteId, Seat
from anden.kernel.layout import Records, State, Tables
from anden.strategy.appraisal import NO_STEP, appraise, begin_appraisal
from anden.strategy.choosing import choose
from anden.strategy.leaves import see_leaves
from anden.strategy.race import new_search
from anden.strategy.search import begin_search
from anden.strategy.style import QUICK, STYLE, THOROUGH
from anden.strategy.tree import ROOT
from anden.strategy.workspace import WORKSPACE

from .calibration import Calibration, calibration_for

VERSION = 4
MOST_LEAVES = 4096  # held at once

Whole: TypeAlias = tuple[ActionId, ActionId]  # an action, and its payment or NO_STEP
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

ON_ITS_OWN: Whole = (NO_STEP, NO_STEP)  # in place of an action: the planner plays on


class Value(NamedTuple):
    """A mean over deals, and its standard error."""

    mean: float
    error: float


NOTHING = Value(0.0, 0.0)


class Values(NamedTuple):
    """By deal and candidate: the seat's share of the win, and the surcharge a tunnel met."""

    shares: Floats
    surcharges: NDArray[np.int8]


class Evaluator:
    """One for a board and a number of players. `seed` deals other deals."""

    def __init__(self, board: Board, players: int, seed: int = 0) -> None:
        self.board, self.players = board, players
        self._tables = tables_array(board)
        self._searches = new_search(self._tables[0])
        self._network = _network(self._tables, players)
        self._calibration = calibration_for(board.id, players) if self._network else Calibration()
        self._luck = np.uint64(mix(np.uint64(seed)))
        self._scratch = np.zeros(1, NET), np.zeros(1, SKETCH)
        self._styles, self._workspaces = np.zeros(1, STYLE), np.zeros(1, WORKSPACE)
        self._styles["numbers"] = self._searches["styles"]["numbers"][:, 0]
        self._styles["orders"] = THOROUGH
        self._in_deals = self._styles.copy()
        self._in_deals["orders"] = QUICK
        self._in_deals["keeps_plan"] = 1
        self._looked_at: tuple[bytes, Seat] | None = None

    @property
    def version(self) -> str:
        """Names everything that values follow from, besides the seed."""
        network = None if self._network is None else self._network.digest
        facts = f"{self.board.sha256} {self.players} {self._calibration} {network}"
        return f"{VERSION}-{hashlib.sha256(facts.encode()).hexdigest()[:8]}"

    @property
    def has_judge(self) -> bool:
        """Whether a network knows the table."""
        return self._network is not None

    def values(
        self,
        views: Records,
        seat: Seat,
        wholes: Sequence[Whole] = (ON_ITS_OWN,),
        *,
        deals: int,
        first_deal: int = 0,
        is_judged: bool = False,
    ) -> Values:
        """What the view is worth to its seat after each of these actions, on the same deals.

        `views` holds the seat's view in an array of one. Actions are of the seat, which then is
        to act; whoever is to act plays on its own. Deals are played to the end, unless the network
        is to judge the seat's next turn: only where the evaluator has one.
        """
        different, places = self._without_twins(views, seat, wholes)
        firsts = np.array(different, np.int16)
        self._look(views, seat)
        batch = max(1, MOST_LEAVES // len(firsts))
        parts = [
            self._batch(firsts, min(batch, deals - done), first_deal + done, is_judged)
            for done in range(0, deals, batch)
        ]
        shares, surcharges = map(np.concatenate, zip(*parts, strict=True))
        return Values(shares[:, places], surcharges[:, places])

    def _without_twins(
        self, views: Records, seat: Seat, wholes: Sequence[Whole]
    ) -> tuple[list[Whole], list[int]]:
        """The actions that have to be played, and where among them each of `wholes` is: what the
        planner does on its own may be another one of them, and then has the same deals.
        """
        different = list(wholes)
        if ON_ITS_OWN in wholes and len(wholes) > 1 and int(views["seat"][0]) == seat:
            own = self.in_deals(views)
            if own in wholes:
                different.remove(ON_ITS_OWN)
                return different, [different.index(own if w == ON_ITS_OWN else w) for w in wholes]
        return different, list(range(len(wholes)))

    def in_deals(self, views: Records) -> Whole:
        """What planners do in the place of ON_ITS_OWN, in every deal of the view."""
        self._workspaces["has_plan"] = 0
        action = int(choose(self._tables, views, self._in_deals, self._workspaces))
        return self._whole(views, action, self._in_deals)

    def end(self, views: Records, seat: Seat, deal: int) -> Records:
        """How one deal of the view ends, everything open, in an array of one."""
        self._look(views, seat)
        ends, _, _ = self._play(np.array([ON_ITS_OWN], np.int16), 1, deal, True)
        return ends

    def value(self, views: Records, seat: Seat, deals: int) -> Value:
        """What the view is worth to its seat."""
        return summed_up(self.values(views, seat, deals=deals).shares[:, 0])

    def candidates(self, views: Records) -> list[Whole]:
        """The actions worth a thought for the seat to act, the planner's first."""
        self._looked_at = None
        size = int(begin_search(self._tables, self._searches, views, self._luck))
        actions = self._searches[0]["tree"]["action"][ROOT, :size].tolist()
        return [self._whole(views, action, self._styles) for action in actions]

    def plan(self, views: Records) -> Records:
        """The planner's thoughts for the seat to act, as a WORKSPACE; overwritten by the next."""
        self._workspaces["has_plan"] = 0
        choose(self._tables, views, self._styles, self._workspaces)
        return self._workspaces

    def chance_of_losing(
        self, views: Records, seat: Seat, played: Whole, route: RouteId, deals: int
    ) -> float:
        """How often rivals close a route to the seat, after this action, before its next turn."""
        self._looked_at = None
        begin_appraisal(self._tables, self._searches, views, seat)
        leaves, shares = np.zeros(deals, STATE), np.zeros(deals)
        firsts, surcharges = np.array([played], np.int16), np.zeros(deals, np.int8)
        found = leaves, surcharges, shares
        appraise(self._tables, self._searches, firsts, self._luck, False, *found)
        word, place = route // 64, np.uint64(route % 64)
        is_open = leaves["available"][:, seat, word] >> place & np.uint64(1)
        return float((is_open == 0).mean())

    def _whole(self, views: Records, action: ActionId, styles: Records) -> Whole:
        """The action with the payment that the planner would choose for it."""

        def choose_id(tables: Tables, record: State) -> ActionId:
            return int(choose(self._tables, array_of(record), styles, self._workspaces))

        _, *payment = choose_rest(self._tables[0], views[0], action, choose_id)
        return action, payment[0] if payment else NO_STEP

    def completed(self, views: Records, seat: Seat, played: Whole, deals: int) -> Bools:
        """By deal and ticket of the board, whether it is completed in the end by the seat."""
        self._look(views, seat)
        ends, _, _ = self._play(np.array([played], np.int16), deals, 0, True)
        found = np.zeros((deals, len(self.board.tickets)), np.bool_)
        results = np.zeros(1, RESULT)
        for deal in range(deals):
            score(self._tables, ends[deal : deal + 1], results, self._scratch[0])
            found[deal, list(members(results["completed"][0, seat]))] = True
        return found

    def _look(self, views: Records, seat: Seat) -> None:
        """Makes the search ready to deal what the seat can't see, unless it is."""
        asked = views.tobytes(), seat
        if asked == self._looked_at:
            return
        self._looked_at = asked
        begin_appraisal(self._tables, self._searches, views, seat)
        if self._network is not None:
            self._believe(self._network, views, seat)

    def _batch(
        self, firsts: NDArray[np.int16], deals: int, first_deal: int, is_judged: bool
    ) -> tuple[Floats, NDArray[np.int8]]:
        leaves, shares, surcharges = self._play(firsts, deals, first_deal, not is_judged)
        if is_judged:
            assert self._network is not None
            self._judge(self._network, leaves, shares)
        return shares.reshape(deals, -1), surcharges.reshape(deals, -1)

    def _play(
        self, firsts: NDArray[np.int16], deals: int, first_deal: int, to_end: bool
    ) -> tuple[Records, Floats, NDArray[np.int8]]:
        """Where the deals lead, by deal and action in one row."""
        size = deals * len(firsts)
        leaves, shares = np.zeros(size, STATE), np.zeros(size)
        surcharges = np.zeros(size, np.int8)
        luck = np.uint64((int(self._luck) + first_deal * int(GOLDEN)) % 2**64)
        appraise(self._tables, self._searches, firsts, luck, to_end, leaves, surcharges, shares)
        return leaves, shares, surcharges

    def _believe(self, network: PolicyNetwork, views: Records, seat: Seat) -> None:
        """Deals will give rivals the tickets that the network expects them to hold."""
        row = np.zeros(network.observation_size(self.players), np.int16)
        view = np.zeros(1, STATE)
        fill_observation(self._tables, views, view, *self._scratch, seat, row)
        believe(self._searches, network.opinion(row, self.players).beliefs, seat, self.players)

    def _judge(self, network: PolicyNetwork, leaves: Records, shares: Floats) -> None:
        """Fills the shares of unfinished games."""
        places = np.flatnonzero(shares < 0)
        size = network.observation_size(self.players)
        rows = np.zeros((len(places), size), np.int16)
        see_leaves(self._tables, self._searches, leaves, places, *self._scratch, rows)
        wins = network.opinions(rows, self.players).wins
        shares[places] = self._calibration.apply(wins)


def _network(tables: Records, players: int) -> PolicyNetwork | None:
    try:
        return network_for(tables.tobytes(), players)
    except BotError:
        return None


def summed_up(shares: Floats) -> Value:
    """The mean over deals and its standard error."""
    mean = float(shares.mean())
    if len(shares) < 2:
        return Value(mean, 0.5)
    return Value(mean, float(shares.std(ddof=1)) / math.sqrt(len(shares)))
