"""Bots by name."""

from functools import partial

from anden.boards import Board

from .base import DEFAULT_SECONDS, Bot
from .champion_bot import ChampionBot
from .errors import BotError
from .greedy_bot import GreedyBot
from .levels import EasyBot, ExpertBot, HardBot, LevelPlanner, MediumBot, character_named
from .loader import BotFactory, find_factory
from .mcts_bot import MctsBot
from .neural_bot import NeuralBot
from .planner_bot import PlannerBot
from .random_bot import RandomBot

LEVELS: dict[str, type[LevelPlanner] | type[ExpertBot]] = {
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

# Those that play only what they have learned; nobody is offered them as an opponent unasked.
SPECIALISTS: dict[str, BotFactory] = {"neural": NeuralBot, "champion": ChampionBot}

MOST_CORES = 64  # that one champion may ask for

SEARCHERS = ("mcts", "expert", "champion")  # those that compile the search


def is_searcher(bot: str) -> bool:
    """Whether a bot, with a character or without, compiles the search."""
    return bot.partition(":")[0] in SEARCHERS


def check_bot(name: str, board: Board | None = None, players: int = 2) -> None:
    """Raises BotError, which says what else there is, if no bot can be made from this spec.

    With a board, also if the bot can't play it with this many players.
    """
    factory = _factory(name)
    if isinstance(factory, partial):
        factory = factory.func
    if board is not None and isinstance(factory, type) and issubclass(factory, Bot):
        factory.check_table(board, players)


def can_play(name: str, board: Board, players: int) -> bool:
    """Whether a bot that there is plays this board with this many players."""
    try:
        check_bot(name, board, players)
    except BotError:
        return False
    return True


def make_bot(name: str, seed: int, seconds: float = DEFAULT_SECONDS) -> Bot:
    """A bot of this spec for one seat of one game; the seed fixes its choices.

    The spec is a name, `LEVEL:CHARACTER`, `champion:CORES`, `FILE.py[:CLASS]` or `exec:COMMAND`.
    The seed is told to the bot, so it must not be the game's.
    """
    return _factory(name)(seed, seconds)


def _factory(name: str) -> BotFactory:
    first, _, rest = name.partition(":")
    if first in LEVELS and (found := character_named(rest)) is not None:
        return partial(LEVELS[first], character=found)
    if first == "champion" and rest.isdecimal() and 1 <= int(rest) <= MOST_CORES:
        return partial(ChampionBot, cores=int(rest))
    return find_factory(name, {**BOTS, **SPECIALISTS})
