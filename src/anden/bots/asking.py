"""Asking a bot for its action, the cheap way where there is one."""

from collections.abc import Sequence

from anden.game import Action, View
from anden.game.events import Event

from .base import Bot, RecordBot


def ask(bot: Bot, view: View, events: Sequence[Event] = ()) -> Action:
    """The bot's action for the view's seat, which is to act; not checked.

    `events` is what `Game.events_for` the seat tells since the bot was last asked.
    """
    if events:
        bot.hear(events)
    return bot.choose(view, () if isinstance(bot, RecordBot) else view.legal_actions())
