"""One look of a network that has learned from games against itself and planners."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from anden.boards import Board, load_board
from anden.core.compiled import one_game
from anden.core.game_core import tables_array
from anden.kernel import NET, SKETCH, STATE
from anden.kernel.ids import ActionId

from .base import DEFAULT_SECONDS, RecordBot
from .errors import BotError
from .policy import PolicyNetwork
from .style_bot import TablesHolder, array_of
from .weights import check_weights, known_tables, load_weights, weights_path


class NeuralBot(RecordBot):
    """Takes the action that its network finds likeliest; there is no luck in it."""

    def __init__(self, seed: int = 0, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__(seed, seconds)
        self._tables = TablesHolder()
        self._players = 0
        self._network: PolicyNetwork | None = None
        self._scratch = np.zeros(1, STATE), np.zeros(1, NET), np.zeros(1, SKETCH)

    @classmethod
    def check_table(cls, board: Board, players: int) -> None:
        check_weights(board, players)

    def choose_id(self, tables: Any, record: Any) -> ActionId:
        players = int(record["players"])
        if self._tables.hold(tables) or self._network is None or self._players != players:
            self._network = network_for(self._tables.array.tobytes(), players)
            self._players = players
        network, views = self._network, array_of(record)
        mask = np.zeros(network.num_actions, np.bool_)
        row = np.zeros(network.observation_size(players), np.int16)
        one_game.fill_mask(self._tables.array, views, mask)
        seat = int(record["seat"])
        one_game.fill_observation(self._tables.array, views, *self._scratch, seat, row)
        return int(np.where(mask, network.logits(row, players), -np.inf).argmax())


def network_for(tables: bytes, players: int) -> PolicyNetwork:
    """The network for a board, which is known by its tables."""
    for known in known_tables():
        board = load_board(known.board)
        if players in known.players and tables_array(board).tobytes() == tables:
            check_weights(board, players)
            return _network_at(weights_path(known.board))
    names = ", ".join(map(str, known_tables()))
    raise BotError(f"there is no network for this board with {players} players, only for {names}")


@lru_cache(maxsize=8)
def _network_at(path: Path) -> PolicyNetwork:
    """One for tables of all sizes."""
    return PolicyNetwork(load_weights(path))
