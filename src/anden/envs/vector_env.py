"""Gymnasium's vector environment over a batch: many games of self-play, one action each."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from anden.boards import Board
from anden.core import game_seed
from anden.core.compiled.one_game import see_ends
from anden.core.game_core import tables_array
from anden.kernel import NET, SKETCH
from anden.kernel.ids import Seat

from .base import IdGame
from .batch import Batch
from .bounds import observation_high, return_bounds

METADATA: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}

Array = NDArray[Any]


class SelfPlayVectorEnv(VectorEnv[Array, Array, Array]):
    """Each step takes the action of the seat to act in every game, and shows the next seat's view.

    The reward returned is that of the seat that acted. `info` holds, one row per game:
    `action_mask` and `seat` of the seat to act next; `rewards` of all seats for this step;
    `totals`, the final scores of the last game that ended there. A game that ends is redealt in
    the same step, so its row already shows the next game. As Gymnasium does in this mode, steps in
    which games end add `final_obs`, an array of objects, and `final_info`, a dictionary: the end
    of those games as the seat that acted sees it. `_final_obs` tells which games they are, and each
    other key has such a mask too. Nothing is ever truncated.

    An illegal action ends its game, as in the environment of one seat: the seat that chose it gets
    the lowest possible reward, the others nothing, and `info["illegal"]` tells which games these
    were.
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
        *,
        glance: bool = True,
    ) -> None:
        """`copy` False hands out the batch's own arrays, which the next step overwrites; `glance`
        False observes the position alone.
        """
        self.batch = Batch(board, players, num_envs, reward=reward, threads=threads, glance=glance)
        self.num_envs = num_envs
        self.copy = copy
        high = observation_high(self.batch.board, players, glance=glance)
        self.single_observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.int16)
        self.single_action_space = spaces.Discrete(self.batch.buffers.masks.shape[1])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._games = np.arange(num_envs)
        self._all: Array = np.ones(num_envs, np.bool_)
        self._before = np.zeros_like(self.batch.states)  # the states before the last step
        self._last: Array = np.zeros_like(self.batch.buffers.observations)
        self._tables_array = tables_array(self.batch.board)
        self._scratch = np.zeros(1, NET), np.zeros(1, SKETCH)
        self._one = IdGame(self.batch.board, players, reward, glance=glance)  # scratch
        self.illegal_reward, _ = return_bounds(self.batch.board, reward)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deals new games; without a seed, the next games of the last seed's series."""
        super().reset(seed=seed)
        # Drawn, so that a reset without a seed deals other games than the last one.
        low, high = (int(word) for word in self.np_random.integers(1 << 63, size=2))
        self.batch.reset(low | high << 64)
        return self._own(self.batch.buffers.observations), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        chosen = self.batch.check_actions(actions)
        acted = self.batch.buffers.seats.copy()
        illegal = ~self.batch.are_legal(chosen)
        forfeited = np.flatnonzero(illegal)
        totals = self.batch.buffers.totals[forfeited]
        if len(forfeited):  # anything legal, which the forfeit then undoes
            chosen = np.where(illegal, self.batch.buffers.masks.argmax(axis=1), chosen)
        self._before.view(np.uint8)[:] = self.batch.states.view(np.uint8)
        buffers = self.batch.step(chosen)
        for game in forfeited:
            self._forfeit(int(game), int(acted[game]))
        buffers.totals[forfeited] = totals
        info = self._info(illegal)
        if buffers.dones.any():
            info |= self._final(chosen, acted, illegal)
        return (
            self._own(buffers.observations),
            buffers.rewards[self._games, acted],
            self._own(buffers.dones),
            np.zeros(self.num_envs, np.bool_),
            info,
        )

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()

    def _forfeit(self, game: int, seat: Seat) -> None:
        """Ends a game in which the seat chose an illegal action, and deals the next one."""
        batch, buffers, one = self.batch, self.batch.buffers, self._one
        buffers.rewards[game] = 0
        buffers.rewards[game, seat] = self.illegal_reward
        if buffers.dones[game]:  # the legal action has ended it too: the next one is dealt
            return
        buffers.dones[game] = True
        batch.episodes[game] += 1
        one.deal(game_seed(batch.seed, game + self.num_envs * int(batch.episodes[game])))
        batch.states[game] = one.states[0]
        buffers.seats[game] = one.seat
        buffers.masks[game] = one.mask(one.seat)
        buffers.observations[game] = one.observe(one.seat)

    def _info(self, illegal: Array | None = None) -> dict[str, Any]:
        buffers = self.batch.buffers
        info = {
            "action_mask": self._own(buffers.masks),
            "seat": self._own(buffers.seats),
            "rewards": self._own(buffers.rewards),
            "totals": self._own(buffers.totals),
            "illegal": np.zeros(self.num_envs, np.bool_) if illegal is None else illegal,
        }
        return info | {f"_{key}": self._own(self._all) for key in info}

    def _final(self, actions: Array, acted: Array, illegal: Array) -> dict[str, Any]:
        """How the games that this step ended looked to the seats that ended them."""
        dones = self.batch.buffers.dones.copy()
        played = actions.astype(np.int32, copy=False)
        scratch = self._scratch
        ended = dones & ~illegal
        see_ends(self._tables_array, self._before, *scratch, ended, played, acted, self._last)
        for game in np.flatnonzero(illegal):  # as it was
            self._one.states[0] = self._before[game]
            self._last[game] = self._one.observe(int(acted[game]))
        final_obs = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(dones):
            final_obs[game] = self._last[game].copy()
        ends = {
            "seat": acted,
            "rewards": self.batch.buffers.rewards,
            "totals": self.batch.buffers.totals,
        }
        final_info: dict[str, Any] = {}
        for key, values in ends.items():
            final_info[key] = np.zeros_like(values)
            final_info[key][dones] = values[dones]
            final_info[f"_{key}"] = dones.copy()
        return {
            "final_obs": final_obs,
            "_final_obs": dones,
            "final_info": final_info,
            "_final_info": dones.copy(),
        }

    def _own(self, array: Array) -> Array:
        return array.copy() if self.copy else array
