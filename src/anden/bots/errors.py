"""What can be wrong with a bot."""


class BotError(ValueError):
    """No such bot, or one that cannot be used; the message says what to do."""
