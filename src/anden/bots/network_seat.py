"""How a bot asks the network of its board."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board, load_board
from anden.core.compiled import one_game
from anden.core.game_core import tables_array
from anden.kernel import NET, SKETCH, STATE
from anden.kernel.layout import Records

from .base import DEFAULT_SECONDS, RecordBot
from .errors import BotError
from .policy import PolicyNetwork
from .style_bot import TablesHolder, array_of
from .weights import check_weights, known_tables, load_weights, weights_path


class NetworkSeat:
    """A bot's place at a table, with the network for it and what the seat sees."""

    def __init__(self) -> None:
        self.tables = TablesHolder()
        self._players = 0
        self._network: PolicyNetwork | BotError = BotError("no table has been taken")
        self._scratch = np.zeros(1, STATE), np.zeros(1, NET), np.zeros(1, SKETCH)

    def take(self, tables: Any, players: int) -> PolicyNetwork:
        """The network for this table; raises BotError if there is none."""
        if self.tables.hold(tables) or self._players != players:
            self._players = players
            try:
                self._network = network_for(self.tables.array.tobytes(), players)
            except BotError as error:
                self._network = error
        if isinstance(self._network, BotError):
            raise self._network
        return self._network

    def see(
        self, network: PolicyNetwork, record: Any
    ) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """The observation of the seat to act, and which actions are legal, after `take`."""
        views: Records = array_of(record)
        mask = np.zeros(network.num_actions, np.bool_)
        row = np.zeros(network.observation_size(int(record["players"])), np.int16)
        one_game.fill_mask(self.tables.array, views, mask)
        seat = int(record["seat"])
        one_game.fill_observation(self.tables.array, views, *self._scratch, seat, row)
        return row, mask


class NetworkBot(RecordBot):
    """A bot that asks the network of its board, and plays only where there is one."""

    def __init__(self, seed: int = 0, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__(seed, seconds)
        self._place = NetworkSeat()

    @classmethod
    def check_table(cls, board: Board, players: int) -> None:
        check_weights(board, players)


def network_for(tables: bytes, players: int) -> PolicyNetwork:
    """The network for a board, which is known by its tables."""
    for known in known_tables():
        board = load_board(known.board)
        if players in known.players and tables_array(board).tobytes() == tables:
            check_weights(board, players)
            return _network_at(weights_path(known.board))
    raise BotError("bots.error_no_network", players=players, tables=known_tables())


@lru_cache(maxsize=8)
def _network_at(path: Path) -> PolicyNetwork:
    """One for tables of all sizes."""
    return PolicyNetwork(load_weights(path))
