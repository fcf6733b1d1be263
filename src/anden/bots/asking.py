"""Asking a bot for its action, the cheap way where there is one."""

from anden.game import Action, View

from .base import Bot, RecordBot


def ask(bot: Bot, view: View) -> Action:
    """The bot's action for the view's seat, which is to act; not checked."""
    return bot.choose(view, () if isinstance(bot, RecordBot) else view.legal_actions())
