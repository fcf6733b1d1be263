"""PettingZoo's environment: agents act one after the other (AEC)."""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from anden.boards import Board

from .base import IdGame
from .bounds import observation_high
from .errors import EnvError
from .render import RENDER_MODES, render

Observation = dict[str, NDArray[Any]]


class AndenAECEnv(AECEnv):  # type: ignore[misc] # PettingZoo is untyped
    """All seats of one game. An illegal action raises EnvError and changes nothing.

    Observations are dictionaries: `observation` is docs/observation.md for that agent, and
    `action_mask` has a 1 for each of its legal actions, which only the agent to act has any of.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "anden_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        board: Board | str = "usa",
        players: int = 2,
        reward: str = "margin",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise EnvError(f"no render mode is called {render_mode!r}; choose {RENDER_MODES}")
        self.game = IdGame(board, players, reward)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        high = observation_high(self.game.board, players)
        actions = self.game.num_actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(high), high, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._luck: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the game of this seed; without one, the next game of the last seed's series."""
        if seed is not None or self._luck is None:
            self._luck, _ = seeding.np_random(seed)
        self.game.deal(int(self._luck.integers(1 << 63)) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[self.game.seat]

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        return {
            "observation": self.game.observe(seat),
            "action_mask": self.game.mask(seat).astype(np.int8),
        }

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.play(action)
        self._cumulative_rewards[agent] = 0.0
        for seat, name in enumerate(self.possible_agents):
            self.rewards[name] = float(self.game.rewards[seat])
        self._accumulate_rewards()
        if self.game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.game.seat]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Text shows what the agent to act may know; pictures show what is public."""
        seat = None if self.game.is_over else self.game.seat
        return render(self.game.view(seat), self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
