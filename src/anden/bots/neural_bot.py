"""One look of a network that has learned from games against itself and planners."""

from typing import Any

import numpy as np

from anden.boards import Board
from anden.kernel.ids import ActionId

from .base import DEFAULT_SECONDS, RecordBot
from .network_seat import NetworkSeat
from .weights import check_weights


class NeuralBot(RecordBot):
    """Takes the action that its network finds likeliest; there is no luck in it."""

    def __init__(self, seed: int = 0, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__(seed, seconds)
        self._place = NetworkSeat()

    @classmethod
    def check_table(cls, board: Board, players: int) -> None:
        check_weights(board, players)

    def choose_id(self, tables: Any, record: Any) -> ActionId:
        players = int(record["players"])
        network = self._place.take(tables, players)
        row, mask = self._place.see(network, record)
        return int(np.where(mask, network.logits(row, players), -np.inf).argmax())
