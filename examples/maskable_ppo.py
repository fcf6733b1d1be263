"""MaskablePPO of sb3-contrib learns to beat random players, through the PettingZoo environment.

    pip install "anden[envs,learn]"
    python examples/maskable_ppo.py 100000

Without a number of steps it only shows that everything fits together.
"""

import sys
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from anden.envs import anden_v0

LEARNER = "player_0"


class OneLearner(gymnasium.Env[NDArray[np.float32], np.int64]):
    """The game as `LEARNER` lives it: the other agents move between two of its steps."""

    def __init__(self, board: str = "london", players: int = 2) -> None:
        self.aec = anden_v0.raw_env(board=board, players=players, reward="margin")
        size = self.aec.observation_space(LEARNER)["observation"].shape
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, size, np.float32)
        self.action_space = self.aec.action_space(LEARNER)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        self.aec.reset(seed=int(self.np_random.integers(1 << 32)))
        self._play_others()
        return self._observation(), {}

    def step(
        self, action: np.int64
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        self.aec.step(int(action))
        self._play_others()
        margin = float(self.aec.rewards[LEARNER])  # 0 until the game is over
        return self._observation(), margin / 100, self._is_over, False, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """What MaskablePPO asks for."""
        return self._mask(LEARNER)

    @property
    def _is_over(self) -> bool:
        return bool(self.aec.terminations[LEARNER])

    def _play_others(self) -> None:
        while not self._is_over and self.aec.agent_selection != LEARNER:
            legal = np.flatnonzero(self._mask(self.aec.agent_selection))
            self.aec.step(int(self.np_random.choice(legal)))

    def _mask(self, agent: str) -> NDArray[np.bool_]:
        mask: NDArray[np.int8] = self.aec.observe(agent)["action_mask"]
        return mask.astype(np.bool_)

    def _observation(self) -> NDArray[np.float32]:
        row: NDArray[np.int16] = self.aec.observe(LEARNER)["observation"]
        return row.astype(np.float32)


def mean_margin(model: MaskablePPO, games: int) -> float:
    """By how many points the model wins on average."""
    env, total = OneLearner(), 0.0
    for seed in range(games):
        observation, _ = env.reset(seed=seed)
        done = False
        while not done:
            action, _ = model.predict(observation, action_masks=env.action_masks())
            observation, reward, done, _, _ = env.step(np.int64(action))
            total += 100 * reward
    return total / games


if __name__ == "__main__":
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 128
    is_trial = steps <= 128
    model = MaskablePPO(
        "MlpPolicy", OneLearner(), n_steps=128 if is_trial else 2048, n_epochs=4, gamma=1.0, seed=1
    )
    model.learn(steps)
    margin = mean_margin(model, 2 if is_trial else 100)
    print(f"{steps} steps learned; margin over a random player: {margin:+.1f}")
