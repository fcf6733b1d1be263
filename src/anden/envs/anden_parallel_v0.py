"""PettingZoo's module for the game with all agents asked at once; `env()` is its AEC form."""

from typing import Any

from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from .parallel_env import AndenParallelEnv

__all__ = ["env", "parallel_env"]

parallel_env = AndenParallelEnv


def env(**options: Any) -> Any:
    """The parallel environment with its agents asked one after the other in every cycle.

    For games in turns `anden_v0.env` is the natural choice: there only the agent to act is asked.
    """
    return wrappers.OrderEnforcingWrapper(parallel_to_aec(parallel_env(**options)))
