"""Bots by name."""

from collections.abc import Callable
from typing import TypeAlias

from .base import DEFAULT_SECONDS, Bot
from .errors import BotError
from .greedy_bot import GreedyBot
from .random_bot import RandomBot

BotFactory: TypeAlias = Callable[[int, float], Bot]  # from a seed and the seconds for a choice

BOTS: dict[str, BotFactory] = {"random": RandomBot, "greedy": GreedyBot}


def check_bot(name: str) -> None:
    """Raises BotError, which names the alternatives, if no bot is called so."""
    if name not in BOTS:
        raise BotError(f"no bot is called {name!r}; there are {', '.join(BOTS)}")


def make_bot(name: str, seed: int, seconds: float = DEFAULT_SECONDS) -> Bot:
    """A bot of this name for one seat of one game; the seed fixes its choices."""
    check_bot(name)
    return BOTS[name](seed, seconds)
