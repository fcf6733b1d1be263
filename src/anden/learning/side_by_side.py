"""Games of one size side by side on either device, with their buffers as tensors."""

from dataclasses import fields
from typing import Any

import numpy as np
import torch
from torch import Tensor

from anden.boards import Board
from anden.core.game_core import tables_array
from anden.envs import Batch
from anden.envs.cuda import CudaBatch, cuda_module, share
from anden.envs.cuda.batch import GLANCERS
from anden.envs.cuda.toolkit import glance_kernels, launch
from anden.kernel import SKETCH
from anden.kernel.hidden import hidden_size

from .settings import TrainingSettings


class SideBySide:
    """A batch of games; every step writes its tensors anew."""

    seats: Tensor
    masks: Tensor
    observations: Tensor
    rewards: Tensor  # points just scored, by seat
    dones: Tensor
    totals: Tensor
    hiddens: Tensor

    def __init__(
        self, board: Board, players: int, games: int, settings: TrainingSettings, seed: int
    ) -> None:
        self._is_cuda = settings.device == "cuda"
        self._tables_array: Any = tables_array(board)
        size = (board, players, games)
        shape = games, hidden_size(len(board.tickets), players)
        self.batch: Any
        if self._is_cuda:
            self.batch = CudaBatch(*size, seed=seed, reward="points", check=False)
            first_legal = share(self.batch.buffers.masks, "torch").int().argmax(-1)
            self.batch.step(first_legal)  # compiles what steps need
            self.batch.reset()
            self._tables_array = cuda_module().to_device(self._tables_array)
            self._hiddens = cuda_module().device_array(shape, np.int16)
        else:
            self.batch = Batch(*size, seed=seed, reward="points", threads=settings.threads or None)
            self._hiddens = np.zeros(shape, np.int16)
            self._sketches = np.zeros(1, SKETCH)
        for field in fields(self.batch.buffers):
            setattr(self, field.name, self._tensor(getattr(self.batch.buffers, field.name)))
        self.hiddens = self._tensor(self._hiddens)
        self._look_deeper()

    def step(self, actions: Tensor) -> None:
        self.batch.step(actions if self._is_cuda else actions.numpy())
        self._look_deeper()

    def _tensor(self, array: Any) -> Tensor:
        tensor: Tensor = share(array, "torch") if self._is_cuda else torch.from_numpy(array)
        return tensor

    def _look_deeper(self) -> None:
        if self._is_cuda:
            grid = len(self.hiddens), GLANCERS
            hidden = self._tables_array, self.batch.states, self._hiddens
            launch(glance_kernels().fill_hiddens, grid, *hidden)
        else:
            from .compiled.rival_games import fill_hiddens

            fill_hiddens(self._tables_array, self.batch.states, self._sketches, self._hiddens)
