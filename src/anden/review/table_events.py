"""What could have come of a chance event, with all cards open, and how games go on from there."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board
from anden.core import GameCore
from anden.core.compiled import fortune, one_game
from anden.core.compiled.whole_games import BOT_GAME
from anden.core.game_core import tables_array
from anden.kernel import STATE
from anden.kernel.actions import DRAW_DECK, DRAW_TICKETS, PAY, PAY_WILDS
from anden.kernel.bits import has
from anden.kernel.chance import GOLDEN, mix
from anden.kernel.ids import ActionId
from anden.kernel.layout import MAX_SEATS, PAY_ROUTE, SWEEP_WILDS, WILD, Records
from anden.strategy.appraisal import MOST_FORCED
from anden.strategy.numbers import numbers_for
from anden.strategy.style import QUICK

Floats = NDArray[np.float64]
Words = NDArray[np.uint64]


@dataclass(frozen=True)
class Outcomes:
    """States that could have come. Those that are listed are all there are; else it is a sample."""

    states: Records
    chances: Floats
    kinds: NDArray[np.int64] | None  # of the cards, where they are listed


def is_card(core: GameCore, action: ActionId) -> bool:
    """Whether a single card is drawn, so that all that could come can be listed."""
    state = core.state
    if action > DRAW_DECK or not 1 < int(state["deck_size"]) <= MOST_FORCED:
        return False
    wilds = int((state["row"] == WILD).sum()) - (action == WILD)
    return action == DRAW_DECK or wilds < SWEEP_WILDS - 1


def is_other_chance(core: GameCore, action: ActionId) -> bool:
    """Whether something else is drawn: cards for a row that may be swept or a tunnel, tickets."""
    if action <= DRAW_DECK or action == DRAW_TICKETS:
        return not is_card(core, action)
    state = core.state
    is_paid = action == PAY_WILDS or PAY <= action < 2 * PAY
    if not is_paid or int(state["phase"]) != PAY_ROUTE:
        return False
    route = int(state["route"])
    return bool(has(core.tables["tunnels"][route // 64], route % 64))


def cards(core: GameCore, action: ActionId) -> Outcomes:
    """Every card that could come, with its chance."""
    deck = core.state["deck"].astype(np.float64)
    kinds = np.flatnonzero(deck)
    states, pair = np.zeros(len(kinds), STATE), np.zeros(2, STATE)
    for place, kind in enumerate(kinds.tolist()):
        pair[0] = core.state
        fortune.draw_kind(core.tables_array, pair, action, kind)
        states[place] = pair[0]
    return Outcomes(states, deck[kinds] / deck.sum(), kinds)


def sample(core: GameCore, action: ActionId, words: Words) -> Outcomes:
    """What comes with other luck, once for each word."""
    states = np.repeat(core.states, len(words))
    for place, word in enumerate(words):
        fortune.step_anew(core.tables_array, states[place : place + 1], action, word)
    return Outcomes(states, np.full(len(words), 1 / len(words)), None)


def other_deals(core: GameCore, words: Words) -> Outcomes:
    """Other deals, in which the same seat begins."""
    states = np.concatenate([deal_of(core, word, np.uint64(mix(word))) for word in words])
    return Outcomes(states, np.full(len(words), 1 / len(words)), None)


def deal_of(core: GameCore, seed0: np.uint64, seed1: np.uint64) -> Records:
    """A deal in which the same seat begins as in the game, in an array of one."""
    dealt, first = np.zeros(1, STATE), int(core.state["first"])
    one_game.deal(core.tables_array, dealt, core.players, seed0, seed1, first)
    return dealt


def words_from(seed: int, number: int) -> Words:
    """Luck for what is played out: nothing that a game draws follows from it."""
    start = np.uint64(mix(np.uint64(seed)))
    with np.errstate(over="ignore"):
        counters = start + np.arange(1, number + 1, dtype=np.uint64) * GOLDEN
    return np.array([mix(counter) for counter in counters], np.uint64)


class Future:
    """Planners in all seats, who play states to their ends."""

    def __init__(self, board: Board, players: int) -> None:
        self._tables, self._players = tables_array(board), players
        self._games = np.zeros(1, BOT_GAME)
        self._games["players"] = players
        self._games["styles"]["orders"] = QUICK
        self._games["styles"]["numbers"] = numbers_for(self._tables[0])

    def shares(self, states: Records, times: int, luck: np.uint64) -> Floats:
        """Of the win by state, time and seat; every state has the same luck to come."""
        shares = np.zeros((len(states), times, MAX_SEATS))
        fortune.play_out(self._tables, self._games, states, luck, shares)
        return shares[:, :, : self._players]
