"""One look of a network that has learned from games against itself and planners."""

from typing import Any

import numpy as np

from anden.kernel.ids import ActionId

from .network_seat import NetworkBot


class NeuralBot(NetworkBot):
    """Takes the action that its network finds likeliest; there is no luck in it."""

    def choose_id(self, tables: Any, record: Any) -> ActionId:
        players = int(record["players"])
        network = self._place.take(tables, players)
        row, mask = self._place.see(network, record)
        return int(np.where(mask, network.logits(row, players), -np.inf).argmax())
