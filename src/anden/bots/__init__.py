"""Opponents. They see views, never the state."""

from .asking import ask
from .base import Bot, RecordBot
from .errors import BotError, BotFault
from .external import ExternalBot
from .loader import bot_label, bot_name, split_specs
from .registry import (
    BOTS,
    LEVELS,
    SEARCHERS,
    SPECIALISTS,
    can_play,
    check_bot,
    is_searcher,
    make_bot,
)

__all__ = [
    "BOTS",
    "LEVELS",
    "SEARCHERS",
    "SPECIALISTS",
    "Bot",
    "BotError",
    "BotFault",
    "ExternalBot",
    "RecordBot",
    "ask",
    "bot_label",
    "bot_name",
    "can_play",
    "check_bot",
    "is_searcher",
    "make_bot",
    "split_specs",
]
