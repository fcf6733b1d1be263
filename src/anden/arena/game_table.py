"""The rows of a match with what follows from them, ready to be summed up by set."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from anden.referee import Rows, margins, win_shares

from .intervals import Values


class GameTable:
    """Arrays of games by seats. A *choice* is an array of bools over the same."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.wins = win_shares(rows)
        self.margins = margins(rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def players(self) -> int:
        return int(self.rows.shape[1])

    @cached_property
    def order(self) -> NDArray[np.int64]:
        """When a seat's turn comes: 0 begins."""
        seats = self.rows["seat"].astype(np.int64)
        found: NDArray[np.int64] = (seats - self.rows["first"]) % self.players
        return found

    @cached_property
    def is_winner(self) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = self.rows["rank"] == 1
        return found

    @cached_property
    def leads(self) -> NDArray[np.int64]:
        """By game: points of the best score over the second."""
        ordered = np.sort(self.rows["score"].astype(np.int64), axis=1)
        found: NDArray[np.int64] = ordered[:, -1] - ordered[:, -2]
        return found

    def field(self, name: str) -> Values:
        return np.asarray(self.rows[name], np.float64)

    def by_set(self, values: NDArray[np.generic], choice: NDArray[np.bool_]) -> Values:
        """The sum of the chosen values in each set."""
        chosen = np.where(choice, values, 0).sum(axis=1, dtype=np.float64)
        return np.asarray(np.bincount(self._set_of_game, weights=chosen), np.float64)

    @cached_property
    def _set_of_game(self) -> NDArray[np.int64]:
        _, found = np.unique(self.rows["set"][:, 0], return_inverse=True)
        numbers: NDArray[np.int64] = found.astype(np.int64)
        return numbers
