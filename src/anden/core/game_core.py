"""One game, held for compiled code: every way of playing stands on this."""

import hashlib
from copy import copy
from functools import lru_cache
from typing import Any, Self

import numpy as np

from anden.boards import Board
from anden.boards.tables import build_tables
from anden.kernel import NET, RESULT, STATE
from anden.kernel.ids import ActionId, Seat
from anden.kernel.layout import NO_SEAT, OVER, TABLES, Records, Result, State
from anden.kernel.legal import Words

from .compiled import one_game
from .seeds import fresh_luck, split_seed
from .sets import is_member_of_words, members_of_words


@lru_cache(maxsize=32)
def tables_array(board: Board) -> Records:
    """The tables of a board in an array of one element. They are shared: nobody writes to them."""
    array = np.zeros(1, TABLES)
    array[0] = build_tables(board)
    return array


class GameCore:
    """The record of a game, and what can be asked of it and done to it, in action ids.

    Records lie in arrays of one element: compiled code takes an array in a tenth of the time that
    it takes for a record by itself. What is asked for here is trusted to make sense; `Game` checks.
    """

    def __init__(self, board: Board, players: int) -> None:
        self.board = board
        self.players = players
        self.tables_array = tables_array(board)
        self.states = np.zeros(1, STATE)
        self.results = np.zeros(1, RESULT)
        self._nets = np.zeros(1, NET)  # scratch

    @property
    def tables(self) -> Any:
        return self.tables_array[0]

    @property
    def state(self) -> State:
        """Everything, hidden cards included."""
        return self.states[0]

    @property
    def phase(self) -> int:
        return int(self.states["phase"][0])

    @property
    def is_over(self) -> bool:
        return self.phase == OVER

    @property
    def seat(self) -> Seat:
        """To act; meaningless once the game is over."""
        return int(self.states["seat"][0])

    @property
    def digest(self) -> str:
        """Hash of the state: equal games have equal ones."""
        return hashlib.sha256(self.states.tobytes()).hexdigest()

    def deal(self, seed: int, first: Seat = NO_SEAT) -> None:
        """A new game of this seed; NO_SEAT draws who begins."""
        one_game.deal(self.tables_array, self.states, self.players, *split_seed(seed), first)

    def change_luck(self, seed: int) -> None:
        """Whatever is drawn from here on follows from another seed; all that was dealt stays."""
        self.states["seed"][0] = split_seed(seed)
        self.states["luck"][0] = fresh_luck(seed, self.states["luck"].shape[1])

    def legal_words(self) -> Words:
        """What the seat to act may do, as the kernel's five words."""
        return one_game.legal(self.tables_array, self.states)

    def legal_ids(self) -> list[ActionId]:
        """What the seat to act may do, ascending."""
        return members_of_words(self.legal_words())

    def is_legal(self, action: ActionId) -> bool:
        """Whether the seat to act may do this; any number will do."""
        return is_member_of_words(self.legal_words(), action)

    def step(self, action: ActionId) -> bool:
        """Plays an action if it is legal; whether it was."""
        return bool(one_game.try_step(self.tables_array, self.states, action))

    def take_seat(self, seat: Seat) -> None:
        """Lets a seat that has not chosen its dealt tickets choose now: C3."""
        self.states["seat"][0] = seat

    def seen_by(self, seat: Seat) -> Records:
        """A new array of one: what the seat may know; NO_SEAT knows what is public."""
        views = np.empty(1, STATE)
        one_game.see(self.states, views, seat)
        return views

    def look(self) -> tuple[Records, Words]:
        """The view of the seat to act, and what it may do."""
        views = np.empty(1, STATE)
        return views, one_game.look(self.tables_array, self.states, views)

    def score(self) -> Result:
        """The result as if the game ended now; overwritten by the next call."""
        one_game.score(self.tables_array, self.states, self.results, self._nets)
        return self.results[0]

    def copy(self) -> Self:
        """An independent copy of the game, with the same luck to come."""
        other = copy(self)
        other.states = self.states.copy()
        other.results = self.results.copy()
        return other
