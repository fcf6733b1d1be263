"""What can be wrong with a bot."""

from anden.locales.errors import TranslatedError

CRASH = "crash"  # it ended, or could not be started, or raised
LATE = "late"
GARBAGE = "garbage"  # what it said is no answer
ILLEGAL = "illegal"


class BotError(TranslatedError, ValueError):
    """No such bot, or one that cannot be used; the message says what to do."""


class BotFault(BotError):  # noqa: N818 # a fault of the bot's, not an error of ours
    """A bot that was asked and gave no legal action in time. The move is forfeited."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(kind)
        self.args = (kind, detail)
        self.kind = kind  # CRASH, LATE, GARBAGE or ILLEGAL
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"

    def __reduce__(self) -> tuple[object, ...]:
        return BotFault, (self.kind, self.detail)
