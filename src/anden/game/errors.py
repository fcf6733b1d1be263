"""What can go wrong at a table. Nothing has changed when one of these is raised."""

from anden.locales import translate
from anden.locales.errors import TranslatedError

from .reasons import Reason


class GameError(ValueError):
    """A request that the game can't serve; the message says why and what to do."""


class NotationError(TranslatedError, GameError):
    """Text that is not an action on this board."""


class WrongSeatError(GameError):
    """A seat that does not exist, or is not to act."""


class IllegalActionError(GameError):
    """An action the rules forbid now."""

    def __init__(self, action: object, reason: Reason) -> None:
        super().__init__(f"can't {action}: {reason}")
        self.action, self.reason = str(action), reason

    def told(self, language: str) -> str:
        """The action, the reason against it and its rule, in a language."""
        told = {"action": self.action, "reason": self.reason.text(language)}
        return translate(language, "record.not_allowed", rule=self.reason.rule, **told)

    def __reduce__(self) -> tuple[object, ...]:
        return IllegalActionError, (self.action, self.reason)


class RecordError(TranslatedError, GameError):
    """A record that can't be trusted: damaged, cut off, forged, or of other rules."""


class NoFileError(RecordError):
    """There is no file to read a record from, or it can't be opened."""
