"""Which bots are played compiled, and how a seat then plays."""

from collections.abc import Sequence
from typing import Any

from anden.bots import BOTS
from anden.bots.greedy_bot import GreedyBot
from anden.bots.levels import LevelPlanner
from anden.bots.luck import luck_of
from anden.bots.planner_bot import PlannerBot
from anden.core.compiled.one_game import Records

_COMPILED = {
    name: bot
    for name, bot in BOTS.items()
    if isinstance(bot, type) and issubclass(bot, GreedyBot | PlannerBot)
}


def is_compiled(bot: str) -> bool:
    """Whether a bot is played without Python between its choices: all that neither search nor
    come from outside.
    """
    return bot in _COMPILED


def fill_styles(
    names: Sequence[str], seeds: Sequence[int], tables: Any, styles: Records, params: Any
) -> None:
    """The style and the params of every seat, from the bots themselves."""
    for seat, (name, seed) in enumerate(zip(names, seeds, strict=True)):
        style = styles[seat]
        style["luck"] = luck_of(seed)
        style["greed"] = style["slips"] = 0.0
        bot_type = _COMPILED[name]
        style["is_greedy"] = issubclass(bot_type, GreedyBot)
        if issubclass(bot_type, PlannerBot):
            style["orders"] = bot_type.orders
            params[seat] = _params(bot_type, seed, tables)
        if issubclass(bot_type, LevelPlanner):
            style["greed"], style["slips"] = bot_type.greed, bot_type.slips


def _params(bot_type: type[PlannerBot], seed: int, tables: Any) -> Any:
    return bot_type(seed).params(tables)
