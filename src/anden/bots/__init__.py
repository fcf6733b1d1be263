"""Opponents. They see views, never the state."""

from .base import Bot
from .registry import BOTS, make_bot

__all__ = ["BOTS", "Bot", "make_bot"]
