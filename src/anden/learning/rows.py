"""Rows of numbers for the networks: one layout for all tables of a board, whatever their size.

A row is an observation with room for as many seats as the board allows and the number of players,
one-hot; then, for the critic alone, what is hidden and whether planners sit in the other seats.
Numbers of seats that are not there are 0.
"""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from anden.boards import Board
from anden.envs.bounds import observation_high
from anden.envs.spaces import Part, observation_parts
from anden.kernel.hidden import hidden_size

from .bounds import hidden_high

ALIGNED = 16  # sizes are multiples of this: matrix units are slow with others


def aligned(size: int) -> int:
    return size + -size % ALIGNED


class RowLayout:
    """Where everything stands in the rows of a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.seats = board.players.max
        self.parts = observation_parts(board, self.seats)
        self.players_at = self.parts[-1].stop  # of the fewest; one more for each more
        self.observed = self.players_at + self.seats - board.players.min + 1  # numbers
        self.hidden_at = aligned(self.observed)  # and so many does a policy read
        self.rival_at = self.hidden_at + hidden_size(len(board.tickets), self.seats)
        self.size = aligned(self.rival_at + 1)

    def places(self, players: int) -> NDArray[np.int64]:
        """Where the numbers of an observation with this many players stand."""
        starts = {part.name: part.start for part in self.parts}
        parts = observation_parts(self.board, players)
        return np.concatenate([starts[part.name] + np.arange(part.size) for part in parts])

    def place_of(self, players: int) -> int:
        """The number that is 1 at tables of this size."""
        return self.players_at + players - self.board.players.min

    def high(self) -> NDArray[np.float32]:
        """The most each number can be; 1 where nothing stands."""
        most = np.ones(self.size, np.float32)
        most[: self.players_at] = observation_high(self.board, self.seats)
        most[self.hidden_at : self.rival_at] = hidden_high(self.board, self.seats)
        return most

    def part(self, name: str) -> Part:
        return next(part for part in self.parts if part.name == name)


class RowWriter:
    """Puts what a table of one size shows into rows that are otherwise 0."""

    def __init__(self, layout: RowLayout, players: int, device: str) -> None:
        self._layout, self._players = layout, players
        self._places = torch.from_numpy(layout.places(players)).to(device)

    def mark(self, rows: Tensor, *, is_rival: bool) -> None:
        """What is the same for all positions; of rows in any number of dimensions."""
        rows[..., self._layout.place_of(self._players)] = 1
        rows[..., self._layout.rival_at] = int(is_rival)

    def write(self, rows: Tensor, observations: Tensor, hiddens: Tensor | None) -> None:
        rows.index_copy_(1, self._places, observations)
        if hiddens is not None:
            start = self._layout.hidden_at
            rows[:, start : start + hiddens.shape[1]] = hiddens
