"""Opponents. They see views, never the state."""

from .asking import ask
from .base import Bot, RecordBot
from .errors import BotError
from .registry import BOTS, check_bot, make_bot

__all__ = ["BOTS", "Bot", "BotError", "RecordBot", "ask", "check_bot", "make_bot"]
