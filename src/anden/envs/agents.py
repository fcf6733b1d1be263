"""One game with a named agent in every seat: what PettingZoo's two kinds of environment share."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray

from anden.boards import Board

from .base import IdGame
from .bounds import observation_high
from .errors import EnvError
from .render import RENDER_MODES, render

Observation = dict[str, NDArray[Any]]


class AgentTable:
    """The game, its agents, and what each may see and do.

    Observations are dictionaries: `observation` is docs/observation.md for that agent, and
    `action_mask` has a 1 for each of its legal actions, which only the agent to act has any of.
    """

    def __init__(
        self,
        board: Board | str,
        players: int,
        reward: str,
        render_mode: str | None,
        *,
        glance: bool = True,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise EnvError(f"no render mode is called {render_mode!r}; choose {RENDER_MODES}")
        self.game = IdGame(board, players, reward, glance=glance)
        self.agents = [f"player_{seat}" for seat in range(players)]
        high = observation_high(self.game.board, players, glance=glance)
        actions = self.game.num_actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(high), high, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.agents}
        self._luck: np.random.Generator | None = None

    def deal(self, seed: int | None) -> None:
        """Deals the game of this seed; without one, the next game of the last seed's series."""
        if seed is not None or self._luck is None:
            self._luck, _ = seeding.np_random(seed)
        self.game.deal(int(self._luck.integers(1 << 63)) if seed is None else seed)

    def observe(self, agent: str) -> Observation:
        seat = self.agents.index(agent)
        return {
            "observation": self.game.observe(seat),
            "action_mask": self.game.mask(seat).astype(np.int8),
        }

    def rewards(self) -> dict[str, float]:
        """Of the last action."""
        return {agent: float(self.game.rewards[seat]) for seat, agent in enumerate(self.agents)}

    def render(self, mode: str | None) -> str | NDArray[np.uint8] | None:
        """Text shows what the agent to act may know; pictures show what is public."""
        seat = None if self.game.is_over else self.game.seat
        return render(self.game.view(seat), mode)
