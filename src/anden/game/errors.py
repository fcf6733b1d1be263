"""What can go wrong at a table. Nothing has changed when one of these is raised."""

from .reasons import Reason


class GameError(ValueError):
    """A request that the game can't serve; the message says why and what to do."""


class NotationError(GameError):
    """Text that is not an action on this board."""


class WrongSeatError(GameError):
    """A seat that does not exist, or is not to act."""


class IllegalActionError(GameError):
    """An action the rules forbid now."""

    def __init__(self, action: object, reason: Reason) -> None:
        super().__init__(f"can't {action}: {reason}")
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (str(self), self.reason))


def _rebuild(message: str, reason: Reason) -> IllegalActionError:
    error = IllegalActionError.__new__(IllegalActionError)
    error.args = (message,)
    error.reason = reason
    return error


class RecordError(GameError):
    """A record that can't be trusted: damaged, cut off, forged, or of other rules."""


class NoFileError(RecordError):
    """There is no file to read a record from, or it can't be opened."""
