"""The luck of a game of bots, with all cards open: what to take off its result.

For each chance event: what planners make of what came, less the mean over all that could have come.
A single card is weighed by the true deck, exactly; of deals, tickets, tunnels and rows that are
swept a sample is drawn. The expectation is 0 whatever the players do and whatever planners think,
so a result less its luck stays unbiased.
"""

from dataclasses import dataclass

import numpy as np

from anden.boards import Board
from anden.core import GameCore
from anden.kernel.actions import DRAW_DECK
from anden.kernel.ids import ActionId
from anden.kernel.layout import Records

from .table_events import (
    Floats,
    Future,
    Outcomes,
    cards,
    deal_of,
    is_card,
    is_other_chance,
    other_deals,
    sample,
    words_from,
)

# How often each outcome is played out, by the part of its pieces that the seat has left which has
# fewest: the later, the cheaper, and the more there is to tell.
LATE, MIDDLE = 0.33, 0.66
LATE_TIMES, MIDDLE_TIMES, EARLY_TIMES = 96, 64, 16
SAMPLE, SAMPLE_TIMES = 12, 32  # other outcomes where they are not listed

# Outcomes are noisy, and bots are no planners, so a part of the luck counts: less the farther the
# end, less for what everybody can see than for a card drawn blind, and less the more noise there
# is against how far such outcomes lie apart. Fitted by `benchmarks.luck fit`.
ALL, DECLINE = 1.1, 0.85  # of a blind card, with no pieces left, and less for each part that is
OPEN_PART, DEAL_PART = 0.3, 0.7
CARD_SPREAD, DEAL_SPREAD = 0.08, 0.2  # standard deviations of a share of the win
DEAL = -1  # in place of an action


@dataclass(frozen=True)
class Weighed:
    """An event before it is known what came."""

    action: ActionId  # or DEAL
    left: float  # the part of its pieces that the seat has left which has fewest
    outcomes: Outcomes
    gains: Floats  # by outcome and seat, over what was to be expected
    expected: Floats  # by seat
    noise: float  # the variance of a gain of one seat
    times: int
    luck: np.uint64  # of the games that were played out

    @property
    def part(self) -> float:
        """How much of a gain counts; what came makes no difference to it."""
        spread = (DEAL_SPREAD if self.action == DEAL else CARD_SPREAD) ** 2
        if self.action == DEAL:
            holds = DEAL_PART
        else:
            holds = min(1.0, ALL - DECLINE * self.left)
            holds *= 1.0 if self.action == DRAW_DECK else OPEN_PART
        return holds * spread / (spread + self.noise)


@dataclass(frozen=True)
class Event:
    """What a chance event brought each seat, before it is cut to the part that counts."""

    weighed: Weighed
    gains: Floats


class TableLuck:
    """Notes a game as it is played; `by_seat` is its luck once it is over."""

    def __init__(self, board: Board, players: int) -> None:
        self._future = Future(board, players)
        self._players, self._pieces = players, int(GameCore(board, players).tables["pieces"])
        self.events: list[Event] = []
        self._pending: Weighed | None = None

    def note(self, core: GameCore, action: ActionId) -> None:
        """Takes down a decision, before it is played."""
        if not self.events:
            self._note_deal(core)
        self._resolve(core.states)
        if is_card(core, action):
            if action == DRAW_DECK or self._left(core) <= MIDDLE:
                self._pending = self._weigh(core, action, cards(core, action), self._times(core))
        elif is_other_chance(core, action):
            words = words_from(self._seed(core), SAMPLE)
            outcomes = sample(core, action, words)
            self._pending = self._weigh(core, action, outcomes, SAMPLE_TIMES)

    def by_seat(self, core: GameCore) -> list[float]:
        """In shares of the win; what one gains the others lose."""
        self._resolve(core.states)
        luck = np.zeros(self._players)
        for event in self.events:
            luck += event.weighed.part * event.gains
        return [round(float(share), 6) for share in luck]

    def _note_deal(self, core: GameCore) -> None:
        outcomes = other_deals(core, words_from(self._seed(core), SAMPLE))
        self._pending = self._weigh(core, DEAL, outcomes, SAMPLE_TIMES)
        self._resolve(deal_of(core, *core.state["seed"]))

    def _weigh(self, core: GameCore, action: ActionId, outcomes: Outcomes, times: int) -> Weighed:
        luck = words_from(self._seed(core) + 1, 1)[0]
        shares = self._future.shares(outcomes.states, times, luck)
        expected = np.einsum("o,ots->ts", outcomes.chances, shares)
        gains = shares - expected
        noise = float(outcomes.chances @ gains.var(axis=1, ddof=1).mean(axis=1)) / times
        told = gains.mean(axis=1), expected.mean(axis=0), noise
        return Weighed(action, self._left(core), outcomes, *told, times, luck)

    def _resolve(self, states: Records) -> None:
        """Finds out what came of the last event."""
        weighed = self._pending
        if weighed is None:
            return
        self._pending = None
        if weighed.outcomes.kinds is None:
            came = self._future.shares(states, weighed.times, weighed.luck)[0].mean(axis=0)
            gains = came - weighed.expected
        else:
            decks = weighed.outcomes.states["deck"]
            gains = weighed.gains[int((decks == states["deck"]).all(axis=1).argmax())]
        self.events.append(Event(weighed, gains))

    def _times(self, core: GameCore) -> int:
        left = self._left(core)
        return LATE_TIMES if left <= LATE else MIDDLE_TIMES if left <= MIDDLE else EARLY_TIMES

    def _left(self, core: GameCore) -> float:
        return int(core.state["pieces"][: self._players].min()) / self._pieces

    def _seed(self, core: GameCore) -> int:
        """For what is played out: the same in all games of a deal, so that its luck cancels out."""
        return (int(core.state["seed"][0]) + 2 * len(self.events)) % 2**63
