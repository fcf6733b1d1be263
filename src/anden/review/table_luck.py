"""The luck of the cards in a game of bots, with all cards open: what to take off its result.

For each card from the deck: what a network expects of the view with the card that came, less the
mean over all that could have come, with the chances of the true deck. Its expectation is 0 whatever
the players do and whatever the network thinks, so a result less its luck stays unbiased.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board
from anden.bots.network_seat import network_for
from anden.bots.policy import PolicyNetwork
from anden.core import GameCore
from anden.core.compiled.one_game import fill_observation
from anden.kernel import NET, SKETCH, STATE
from anden.kernel.actions import DRAW_DECK
from anden.kernel.ids import ActionId, Seat
from anden.kernel.layout import SWEEP_WILDS, WILD, Records
from anden.strategy.appraisal import MOST_FORCED, see_draw

from .calibration import calibration_for

WEIGHT = 0.5  # of luck as the network sees it: what a card gives is partly lost again later


@dataclass(frozen=True)
class _Draw:
    """A card that was drawn or turned up."""

    seat: Seat  # that drew
    views: list[Records]  # of that seat, by what could have come
    chances: NDArray[np.float64]
    came: int


class TableLuck:
    """Notes a game as it is played; `by_seat` is its luck once it is over.

    Luck is counted for the seat that draws; the others share the opposite. What is not counted:
    tickets, tunnels, rows that are swept, and cards in the last turn of all.
    """

    def __init__(self, board: Board, players: int) -> None:
        """Raises BotError if no network knows the table."""
        self._network = network_of(board, players)
        self._calibration = calibration_for(board.id, players)
        self._players = players
        self._draws: list[_Draw] = []
        self._pending: tuple[Seat, list[Records], NDArray[np.float64]] | None = None

    def note(self, core: GameCore, action: ActionId) -> None:
        """Takes down a decision, before it is played."""
        self._resolve(core)
        if can_be_listed(core, action):
            self._pending = core.seat, *_outcomes(core, action)

    def by_seat(self, core: GameCore) -> list[float]:
        """In shares of the win."""
        self._resolve(core)
        luck = np.zeros(self._players)
        values = self._values(core)
        for draw in self._draws:
            here, values = values[: len(draw.views)], values[len(draw.views) :]
            gain = WEIGHT * float(here[draw.came] - draw.chances @ here)
            luck -= gain / (self._players - 1)
            luck[draw.seat] += gain + gain / (self._players - 1)
        return [round(float(share), 6) for share in luck]

    def _resolve(self, core: GameCore) -> None:
        """Finds out what came of the last draw."""
        if self._pending is None:
            return
        seat, views, chances = self._pending
        self._pending = None
        now = core.seen_by(seat).tobytes()
        came = next(place for place, view in enumerate(views) if view.tobytes() == now)
        self._draws.append(_Draw(seat, views, chances, came))

    def _values(self, core: GameCore) -> NDArray[np.float64]:
        """Of all views, as if it were the turn of their seats."""
        pairs = [(view, draw.seat) for draw in self._draws for view in draw.views]
        size = self._network.observation_size(self._players)
        rows = np.zeros((len(pairs), size), np.int16)
        scratch = np.zeros(1, STATE), np.zeros(1, NET), np.zeros(1, SKETCH)
        for row, (view, seat) in zip(rows, pairs, strict=True):
            fill_observation(core.tables_array, view, *scratch, seat, row)
        return self._calibration.apply(self._network.opinions(rows, self._players).wins)


def network_of(board: Board, players: int) -> PolicyNetwork:
    """The network that judges the table; BotError if there is none."""
    return network_for(GameCore(board, players).tables_array.tobytes(), players)


def can_be_listed(core: GameCore, action: ActionId) -> bool:
    """Whether a decision draws a single card that matters."""
    state = core.state
    if action > DRAW_DECK or not 0 < int(state["deck_size"]) <= MOST_FORCED:
        return False
    wilds = int((state["row"] == WILD).sum()) - (action == WILD)
    is_swept = action != DRAW_DECK and wilds >= SWEEP_WILDS - 1
    return int(state["last_turns"]) != 1 and not is_swept


def _outcomes(core: GameCore, action: ActionId) -> tuple[list[Records], NDArray[np.float64]]:
    """What the seat to act can see next, and how likely each is in truth."""
    deck = core.state["deck"].astype(np.float64)
    kinds = np.flatnonzero(deck)
    found = []
    for kind in kinds.tolist():
        views = core.seen_by(core.seat)
        see_draw(views, action, kind, core.seat)
        found.append(views)
    chances: NDArray[np.float64] = deck[kinds] / deck.sum()
    return found, chances
