"""Gymnasium's vector environment over a batch: many games of self-play, one action each."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from anden.boards import Board

from .batch import Batch
from .bounds import observation_high

METADATA: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}

Array = NDArray[Any]


class SelfPlayVectorEnv(VectorEnv[Array, Array, Array]):
    """Each step takes the action of the seat to act in every game, and shows the next seat's view.

    The reward returned is that of the seat that acted. `info` holds, one row a game:
    `action_mask` and `seat` of the seat to act next; `rewards` of all seats for this step;
    `totals`, the final scores of the last game that ended there. A game that ends is dealt anew in
    the same step, so its row already shows the next game; a `final_obs` is not kept, and nothing
    is ever truncated. An illegal action raises EnvError, and nothing changes.
    """

    metadata = METADATA

    def __init__(
        self,
        board: Board | str = "usa",
        players: int = 2,
        num_envs: int = 1024,
        reward: str = "margin",
        threads: int | None = None,
        copy: bool = True,
    ) -> None:
        """`copy` False hands out the batch's own arrays, which the next step overwrites."""
        self.batch = Batch(board, players, num_envs, reward=reward, threads=threads)
        self.num_envs = num_envs
        self.copy = copy
        high = observation_high(self.batch.board, players)
        self.single_observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.int16)
        self.single_action_space = spaces.Discrete(self.batch.buffers.masks.shape[1])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._games = np.arange(num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deals every game anew; without a seed, the next games of the last seed's series."""
        super().reset(seed=seed)
        # Drawn, so that a reset without a seed deals other games than the last one.
        low, high = (int(word) for word in self.np_random.integers(1 << 63, size=2))
        self.batch.reset(low | high << 64)
        return self._own(self.batch.buffers.observations), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        acted = self.batch.buffers.seats.copy()
        buffers = self.batch.step(actions)
        return (
            self._own(buffers.observations),
            buffers.rewards[self._games, acted],
            self._own(buffers.dones),
            np.zeros(self.num_envs, np.bool_),
            self._info(),
        )

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()

    def _info(self) -> dict[str, Any]:
        buffers = self.batch.buffers
        return {
            "action_mask": self._own(buffers.masks),
            "seat": self._own(buffers.seats),
            "rewards": self._own(buffers.rewards),
            "totals": self._own(buffers.totals),
        }

    def _own(self, array: Array) -> Array:
        return array.copy() if self.copy else array
