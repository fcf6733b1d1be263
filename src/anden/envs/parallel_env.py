"""PettingZoo's parallel environment: every agent is asked in every cycle."""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from anden.boards import Board

from .agents import AgentTable, Observation
from .errors import EnvError
from .render import RENDER_MODES

Step = tuple[
    dict[str, Observation],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


class AndenParallelEnv(ParallelEnv):  # type: ignore[misc] # PettingZoo is untyped
    """All seats of one game, for libraries that ask all agents at once.

    The game itself is played in turns: a cycle is one action of the agent to act, which alone has
    legal actions in its mask, and what the others answer is ignored. An illegal action changes
    nothing; `infos` then has `illegal` for its agent, which is asked again. The game is truncated
    after `max_cycles`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "anden_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        board: Board | str = "usa",
        players: int = 2,
        reward: str = "margin",
        render_mode: str | None = None,
        max_cycles: int = 10_000,
        *,
        glance: bool = True,
    ) -> None:
        """`glance` False observes the position alone."""
        if max_cycles < 1:
            raise EnvError(f"max_cycles must be 1 or more, not {max_cycles}")
        self._table = AgentTable(board, players, reward, render_mode, glance=glance)
        self.game = self._table.game
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = self._table.agents
        self.agents: list[str] = []
        self.observation_spaces = self._table.observation_spaces
        self.action_spaces = self._table.action_spaces
        self._cycles = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deals the game of this seed; without one, the next game of the last seed's series."""
        self._table.deal(seed)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> Step:
        if not self.agents:
            raise EnvError("the game is over; reset deals another")
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        agent = self.possible_agents[self.game.seat]
        rewards = dict.fromkeys(self.agents, 0.0)
        if agent in actions and self.game.is_legal(actions[agent]):
            self.game.play(actions[agent])
            rewards = self._table.rewards()
        else:
            infos[agent]["illegal"] = True
        self._cycles += 1
        is_over = self.game.is_over
        is_cut = not is_over and self._cycles >= self.max_cycles
        terminations = dict.fromkeys(self.agents, is_over)
        truncations = dict.fromkeys(self.agents, is_cut)
        observations = self._observations()
        if is_over or is_cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._table.observe(agent) for agent in self.agents}

    def render(self) -> str | NDArray[np.uint8] | None:
        """Text shows what the agent to act may know; pictures show what is public."""
        return self._table.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
