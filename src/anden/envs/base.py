"""One game played in action ids: what the environments of single games share."""

import operator
from copy import copy
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board, load_board
from anden.boards.tables import build_tables
from anden.game import Action, View
from anden.kernel import BOARD, NET, RESULT, SKETCH, STATE, is_legal, new_state, observe
from anden.kernel.layout import NO_SEAT, OVER

from .batch import LOW_64, check_batch
from .compiled import fill_mask, fill_observation, play_if_legal
from .errors import EnvError
from .spaces import num_actions, observation_size


class IdGame:
    """A game whose actions are kernel ids and whose observations are rows of numbers.

    A seed gives the same game here as in `anden.Game`.
    """

    def __init__(self, board: Board | str, players: int, reward: str) -> None:
        self.board = board if isinstance(board, Board) else load_board(board)
        self.players = players
        self.reward = reward
        self.num_actions = num_actions(self.board)
        self.observation_size = observation_size(self.board, players)
        self.rewards = np.zeros(players, np.float32)  # by seat, for the last action
        self._reward_kind = check_batch(self.board, players, 1, 0, reward)
        self._boards = np.zeros(1, BOARD)
        self._boards[0] = self._tables = build_tables(self.board)
        self._states = np.zeros(1, STATE)
        self._views = np.zeros(1, STATE)
        self._results = np.zeros(1, RESULT)
        self._nets = np.zeros(1, NET)
        self._sketches = np.zeros(1, SKETCH)

    def deal(self, seed: int) -> None:
        seed = int(seed)
        check_batch(self.board, self.players, 1, seed, self.reward)
        low, high = np.uint64(seed & LOW_64), np.uint64(seed >> 64)
        new_state(self._tables, self.record, self.players, low, high, NO_SEAT)
        self.rewards[:] = 0

    @property
    def record(self) -> Any:
        """The kernel's STATE record, hidden cards included."""
        return self._states[0]

    @property
    def is_over(self) -> bool:
        return int(self._states["phase"][0]) == OVER

    @property
    def seat(self) -> int:
        """To act; of no meaning once the game is over."""
        return int(self.record["seat"])

    @property
    def totals(self) -> tuple[int, ...]:
        """The final scores; only once the game is over."""
        return tuple(int(total) for total in self._results[0]["total"][: self.players])

    def mask(self, seat: int) -> NDArray[np.bool_]:
        """What the seat may do now: nothing while another is to act."""
        mask = np.zeros(self.num_actions, np.bool_)
        if seat == self.seat:
            fill_mask(self._boards, self._states, mask)
        return mask

    def observe(self, seat: int) -> NDArray[np.int16]:
        """The seat's observation, made from its view and nothing else."""
        row = np.zeros(self.observation_size, np.int16)
        scratch = self._views, self._nets, self._sketches
        fill_observation(self._boards, self._states, *scratch, seat, row)
        return row

    def view(self, seat: int | None) -> View:
        """What the seat, or a spectator (None), may know, in the game's words."""
        hidden_from = NO_SEAT if seat is None else seat
        return View(self.board, observe(self.record, hidden_from), self._tables, seat)

    def is_legal(self, action: SupportsIndex) -> bool:
        number = operator.index(action)
        is_id = 0 <= number < self.num_actions  # others may not even fit a machine's word
        return is_id and bool(is_legal(self._tables, self.record, number))

    def play(self, action: SupportsIndex) -> None:
        """Plays one action id and fills `rewards`. An illegal one raises, and nothing changes."""
        number = operator.index(action)
        was_legal = 0 <= number < self.num_actions and play_if_legal(
            self._boards,
            self._states,
            self._results,
            self._nets,
            number,
            self._reward_kind,
            self.rewards,
        )
        if not was_legal:
            told = "the game is over" if self.is_over else f"action {action} is not legal now"
            raise EnvError(f"{told}; the mask tells what is")

    def ids_of(self, action: Action) -> list[int]:
        """The ids of a typed action of the seat to act; a claim or station takes two."""
        return self.view(self.seat).ids_of(action)

    def copy(self) -> "IdGame":
        """A game that goes on by itself, with the same luck to come."""
        other = copy(self)  # boards and tables never change; the net and the view are scratch
        other._states = self._states.copy()
        other._results = self._results.copy()
        other.rewards = self.rewards.copy()
        return other
