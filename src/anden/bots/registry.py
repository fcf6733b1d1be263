"""Bots by name."""

from collections.abc import Callable

from .base import Bot
from .greedy_bot import GreedyBot
from .random_bot import RandomBot

BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def make_bot(name: str, seed: int) -> Bot:
    """A bot of this name; the seed fixes its choices."""
    if name not in BOTS:
        raise ValueError(f"no bot is called {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name](seed)
