"""PettingZoo's module for the game: `env()` is safe, `raw_env()` is bare, and `parallel_env()` asks
all agents at once.
"""

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from anden.boards import Board

from .aec_env import AndenAECEnv
from .bounds import return_bounds
from .parallel_env import AndenParallelEnv

__all__ = ["env", "parallel_env", "raw_env"]

raw_env = AndenAECEnv
parallel_env = AndenParallelEnv


def env(
    board: Board | str = "usa",
    players: int = 2,
    reward: str = "margin",
    render_mode: str | None = None,
    max_cycles: int | None = None,
    *,
    glance: bool = True,
) -> AECEnv:
    """An environment in which an illegal action ends the game with the lowest possible reward."""
    bare = raw_env(board, players, reward, render_mode, max_cycles, glance=glance)
    lowest, _ = return_bounds(bare.game.board, reward)
    safe = wrappers.TerminateIllegalWrapper(bare, illegal_reward=lowest)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(safe))
