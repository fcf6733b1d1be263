"""Bots by name."""

from .base import DEFAULT_SECONDS, Bot
from .greedy_bot import GreedyBot
from .levels import EasyBot, ExpertBot, HardBot, MediumBot
from .loader import BotFactory, find_factory
from .mcts_bot import MctsBot
from .planner_bot import PlannerBot
from .random_bot import RandomBot

LEVELS: dict[str, BotFactory] = {
    "easy": EasyBot,
    "medium": MediumBot,
    "hard": HardBot,
    "expert": ExpertBot,
}

BOTS: dict[str, BotFactory] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "planner": PlannerBot,
    "mcts": MctsBot,
    **LEVELS,
}

SEARCHERS = ("mcts", "expert")  # those that compile the search


def check_bot(name: str) -> None:
    """Raises BotError, which says what else there is, if no bot can be made from this spec."""
    find_factory(name, BOTS)


def make_bot(name: str, seed: int, seconds: float = DEFAULT_SECONDS) -> Bot:
    """A bot of this spec for one seat of one game; the seed fixes its choices.

    The spec is a name, `FILE.py[:CLASS]` or `exec:COMMAND`. The seed is told to the bot, so it
    must not be the game's.
    """
    return find_factory(name, BOTS)(seed, seconds)
