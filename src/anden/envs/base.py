"""One game played in action ids: what the environments of single games share."""

import operator
from typing import Self, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board, load_board
from anden.core import GameCore
from anden.core.compiled.one_game import fill_mask, fill_observation, try_step_for
from anden.game import Action, View
from anden.kernel import SKETCH, STATE
from anden.kernel.ids import ActionId, Seat
from anden.kernel.layout import NO_SEAT

from .batch import check_batch
from .errors import EnvError
from .spaces import num_actions, observation_size


class IdGame(GameCore):
    """A game whose actions are checked ids and whose observations are rows of numbers.

    A seed gives the same game here as in `anden.Game`.
    """

    def __init__(
        self, board: Board | str, players: int, reward: str, *, glance: bool = True
    ) -> None:
        loaded = board if isinstance(board, Board) else load_board(board)
        self._reward_kind = check_batch(loaded, players, 1, 0, reward)
        super().__init__(loaded, players)
        self.reward = reward
        self.num_actions = num_actions(loaded)
        self.observation_size = observation_size(loaded, players, glance=glance)
        self.rewards = np.zeros(players, np.float32)  # by seat, for the last action
        self._views, self._sketches = np.zeros(1, STATE), np.zeros(1, SKETCH)  # scratch

    def deal(self, seed: int, first: Seat = NO_SEAT) -> None:
        check_batch(self.board, self.players, 1, int(seed), self.reward)
        super().deal(int(seed), first)
        self.rewards[:] = 0

    @property
    def totals(self) -> tuple[int, ...]:
        """The final scores; only once the game is over."""
        return tuple(int(total) for total in self.results[0]["total"][: self.players])

    def mask(self, seat: Seat) -> NDArray[np.bool_]:
        """What the seat may do now: nothing while another is to act."""
        mask = np.zeros(self.num_actions, np.bool_)
        if seat == self.seat:
            fill_mask(self.tables_array, self.states, mask)
        return mask

    def observe(self, seat: Seat) -> NDArray[np.int16]:
        """The seat's observation, made from its view and nothing else."""
        row = np.zeros(self.observation_size, np.int16)
        scratch = self._views, self._nets, self._sketches
        fill_observation(self.tables_array, self.states, *scratch, seat, row)
        return row

    def view(self, seat: Seat | None) -> View:
        """What the seat, or a spectator (None), may know, in the game's words."""
        state = self.seen_by(NO_SEAT if seat is None else seat)[0]
        return View(self.board, state, self.tables, seat)

    def is_legal(self, action: SupportsIndex) -> bool:
        return super().is_legal(operator.index(action))

    def play(self, action: SupportsIndex) -> None:
        """Plays one action id and fills `rewards`. An illegal one raises, and nothing changes."""
        number = operator.index(action)
        was_legal = 0 <= number < self.num_actions and try_step_for(
            self.tables_array,
            self.states,
            self.results,
            self._nets,
            number,
            self._reward_kind,
            self.rewards,
        )
        if not was_legal:
            told = "the game is over" if self.is_over else f"action {action} is not legal now"
            raise EnvError(f"{told}; the mask tells what is")

    def ids_of(self, action: Action) -> list[ActionId]:
        """The ids of a typed action of the seat to act; a claim or station takes two."""
        return self.view(self.seat).ids_of(action)

    def copy(self) -> Self:
        other = super().copy()
        other.rewards = self.rewards.copy()
        return other
