"""One look of a network that has learned from games against itself and planners."""

from functools import lru_cache
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
from .weights import check_weights, known_tables, load_weights


class NeuralBot(RecordBot):
    """Takes the action that its network finds likeliest; there is no luck in it."""

    def __init__(self, seed: int = 0, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__(seed, seconds)
        self._states, self._views = np.zeros(1, STATE), np.zeros(1, STATE)
        self._scratch = np.zeros(1, NET), np.zeros(1, SKETCH)

    @classmethod
    def check_table(cls, board: Board, players: int) -> None:
        check_weights(board, players)

    def choose_id(self, tables: Any, record: Any) -> ActionId:
        network, its_tables = _network_for(tables.tobytes(), int(record["players"]))
        self._states[0] = record
        mask = np.zeros(network.num_actions, np.bool_)
        one_game.fill_mask(its_tables, self._states, mask)
        row = np.zeros(network.observation_size, np.int16)
        views, seat = self._views, int(record["seat"])
        one_game.fill_observation(its_tables, self._states, views, *self._scratch, seat, row)
        return int(np.where(mask, network.logits(row), -np.inf).argmax())


@lru_cache(maxsize=8)
def _network_for(tables: bytes, players: int) -> tuple[PolicyNetwork, Any]:
    """The network for a board, which is known by its tables, and those tables."""
    for known in known_tables():
        board = load_board(known.board)
        array = tables_array(board)
        if known.players == players and array.tobytes() == tables:
            return PolicyNetwork(load_weights(board, players)), array
    names = ", ".join(map(str, known_tables()))
    raise BotError(f"there is no network for this board with {players} players, only for {names}")
