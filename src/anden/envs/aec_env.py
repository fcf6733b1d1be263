"""PettingZoo's environment: agents act one after the other (AEC)."""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from anden.boards import Board

from .agents import AgentTable, Observation
from .errors import EnvError
from .render import RENDER_MODES


class AndenAECEnv(AECEnv):  # type: ignore[misc] # PettingZoo is untyped
    """All seats of one game. An illegal action raises EnvError and changes nothing.

    With `max_cycles` the game is truncated after so many actions, as in the parallel environment.
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
        max_cycles: int | None = None,
        *,
        glance: bool = True,
    ) -> None:
        """`glance` False observes the position alone."""
        super().__init__()
        if max_cycles is not None and max_cycles < 1:
            raise EnvError(f"max_cycles must be 1 or more, not {max_cycles}")
        self._table = AgentTable(board, players, reward, render_mode, glance=glance)
        self.game = self._table.game
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self._cycles = 0
        self.possible_agents = self._table.agents
        self.agents: list[str] = []
        self.observation_spaces = self._table.observation_spaces
        self.action_spaces = self._table.action_spaces

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the game of this seed; without one, the next game of the last seed's series."""
        self._table.deal(seed)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[self.game.seat]

    def observe(self, agent: str) -> Observation:
        return self._table.observe(agent)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._table.rewards()
        self._accumulate_rewards()
        self._cycles += 1
        if self.game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._cycles == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.game.seat]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Text shows what the agent to act may know; pictures show what is public."""
        return self._table.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
