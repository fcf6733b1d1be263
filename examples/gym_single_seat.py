"""A policy of one line against the greedy bot, through Gymnasium."""

import gymnasium
import numpy as np

import anden  # noqa: F401 # Gymnasium then knows its environments

CLAIM = 128  # the first action that claims a route: docs/observation.md

env = gymnasium.make("anden/London-v0", players=2, opponents=("greedy",), seat=0)

for seed in range(3):
    _, info = env.reset(seed=seed)
    is_over = False
    while not is_over:
        legal = np.flatnonzero(info["action_mask"])
        action = legal[-1] if legal[-1] >= CLAIM else legal[0]
        _, margin, is_over, _, info = env.step(action)
    print(f"game {seed}: {info['totals']}, margin {margin}")
env.close()
