"""What examples/ppo_london.py has learned, as a bot: the likeliest action of its network.

Try it: anden arena --board london --bots examples/bots/learned.py,greedy --games 100
It reads ppo-london.pt in the working folder, or the file that ANDEN_LEARNED names.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from anden.boards import load_board
from anden.bots import BotError, RecordBot
from anden.envs.bounds import observation_high
from anden.game import Action, View
from anden.kernel import legal_mask
from anden.kernel.encode import OBSERVATION_VERSION, encode_position


class LearnedBot(RecordBot):
    def __init__(self, seed: int = 0, seconds: float = 1.0) -> None:
        super().__init__(seed, seconds)
        path = Path(os.environ.get("ANDEN_LEARNED", "ppo-london.pt"))
        if not path.is_file():
            raise BotError(f"{path} does not exist; train it, or name another with ANDEN_LEARNED")
        saved = torch.load(path, "cpu", weights_only=True)
        if saved["observation_version"] != OBSERVATION_VERSION:
            raise BotError(f"{path} was trained on other observations; train it again")
        self._board, self._players = load_board(saved["board"]), saved["players"]
        self._high = observation_high(self._board, self._players, glance=False)
        weights = [tensor.numpy() for tensor in saved["network"].values()]
        self._layers = list(zip(weights[::2], weights[1::2], strict=True))

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        if view.board != self._board or view.players != self._players:
            learnt = f"{self._board.id} with {self._players} players"
            raise BotError(f"it has learned {learnt}, not {view.board.id} with {view.players}")
        return super().choose(view, legal)

    def choose_id(self, tables: Any, record: Any) -> int:
        observation = np.zeros(len(self._high), np.int16)
        encode_position(tables, record, observation)
        logits = self._logits(observation)
        mask = np.zeros(len(logits), np.bool_)
        legal_mask(tables, record, mask)
        return int(np.where(mask, logits, -np.inf).argmax())

    def _logits(self, observation: NDArray[np.int16]) -> NDArray[np.float32]:
        out = (observation / self._high).astype(np.float32)
        for weight, bias in self._layers[:-1]:
            out = np.maximum(weight @ out + bias, 0)
        weight, bias = self._layers[-1]
        logits: NDArray[np.float32] = (weight @ out + bias)[:-1]  # the last is the value
        return logits
