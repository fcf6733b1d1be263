"""Gymnasium's environment: one seat against bots, registered as `anden/<Board>-v0`."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from anden.boards import Board
from anden.bots import Bot, BotError, ask, check_bot, make_bot
from anden.kernel.ids import ActionId, Seat

from .base import IdGame
from .bounds import observation_high, return_bounds
from .errors import EnvError
from .render import RENDER_MODES, render

METADATA: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

Observation = NDArray[np.int16]


class SingleSeatEnv(gymnasium.Env[Observation, np.int64]):
    """A seat among bots, which see their own views only.

    The observation is docs/observation.md; `action_masks()` and `info["action_mask"]` tell what
    is legal. An illegal action ends the episode with the lowest possible reward, and
    `info["illegal"]`. Rewards of the bots' actions in between are added to the seat's own.
    """

    metadata = METADATA

    def __init__(
        self,
        board: Board | str = "usa",
        players: int = 2,
        opponents: Sequence[str] = ("greedy",),
        seat: Seat | None = 0,
        reward: str = "margin",
        render_mode: str | None = None,
        *,
        glance: bool = True,
    ) -> None:
        """`opponents` go clockwise, or one name is for all; `seat` None draws one per game;
        `glance` False observes the position alone.
        """
        self.game = IdGame(board, players, reward, glance=glance)
        self.opponents = _check_opponents(opponents, self.game.board, players)
        if seat is not None and not 0 <= seat < players:
            raise EnvError(f"the seat must be 0 to {players - 1} or None, not {seat}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise EnvError(f"no render mode is called {render_mode!r}; choose {RENDER_MODES}")
        self.render_mode = render_mode
        self.seat = seat or 0
        self.illegal_reward, _ = return_bounds(self.game.board, reward)
        high = observation_high(self.game.board, players, glance=glance)
        self.observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.int16)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._fixed_seat = seat
        self._bots: dict[int, Bot] = {}
        self._is_running = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals the game of this seed; without one, the next game of the last seed's series."""
        super().reset(seed=seed)
        players = self.game.players
        drawn = int(self.np_random.integers(players))
        self.seat = drawn if self._fixed_seat is None else self._fixed_seat
        luck = [int(number) for number in self.np_random.integers(1 << 63, size=players)]
        self.game.deal(luck[0] if seed is None else seed)
        self._bots = {
            (self.seat + place) % players: make_bot(name, luck[place])
            for place, name in enumerate(self.opponents, 1)
        }
        self._is_running = True
        self._let_bots_play()
        if self.render_mode == "human":
            self.render()
        return self.game.observe(self.seat), self._info()

    def step(
        self, action: np.int64 | ActionId
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if not self._is_running:
            raise EnvError("the episode is over or has not begun: call reset() first")
        is_illegal = not self.game.is_legal(action)
        if is_illegal:
            reward = self.illegal_reward
        else:
            self.game.play(action)
            reward = float(self.game.rewards[self.seat]) + self._let_bots_play()
        self._is_running = not is_illegal and not self.game.is_over
        if self.render_mode == "human":
            self.render()
        info = self._info() | {"illegal": is_illegal}
        return self.game.observe(self.seat), reward, not self._is_running, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal now, as sb3-contrib asks for it."""
        return self.game.mask(self.seat)

    def render(self) -> Any:
        """Text shows what the seat may know; pictures show what is public."""
        return render(self.game.view(self.seat), self.render_mode)

    def _let_bots_play(self) -> float:
        """Plays until the seat is to act or the game ends; what that earned the seat."""
        earned = 0.0
        while not self.game.is_over and self.game.seat != self.seat:
            seat = self.game.seat
            for action in self.game.ids_of(ask(self._bots[seat], self.game.view(seat))):
                self.game.play(action)
                earned += float(self.game.rewards[self.seat])
        return earned

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks().astype(np.int8)}
        info |= {"seat": self.seat, "illegal": False}
        return info | ({"totals": self.game.totals} if self.game.is_over else {})


def _check_opponents(opponents: Sequence[str], board: Board, players: int) -> tuple[str, ...]:
    """A name for each of the other seats."""
    names = (opponents,) if isinstance(opponents, str) else tuple(opponents)
    if len(names) == 1:
        names *= players - 1
    if len(names) != players - 1:
        raise EnvError(f"{players} players need 1 or {players - 1} opponents, not {len(names)}")
    for name in names:
        try:
            check_bot(name, board, players)
        except BotError as error:
            raise EnvError(str(error)) from error
    return names
