"""What can be wrong with a board, or with a name on it."""

from anden.boards.phrase import Phrase
from anden.locales.errors import TranslatedError


class BoardError(ValueError):
    """A board file that can't be used: file, place, reason and remedy, in any language."""

    def __init__(self, reason: Phrase, *places: str) -> None:
        super().__init__(reason, *places)
        self.reason, self.places = reason, places

    def text(self, language: str) -> str:
        """What is wrong and where, in English or Spanish."""
        return ": ".join(filter(None, (*self.places, self.reason.text(language))))

    def __str__(self) -> str:
        return self.text("en")


class NoBoardFileError(BoardError):
    """There is no file to read a board from, or it can't be opened."""


class BoardNameError(TranslatedError, ValueError):
    """A name of a city, route, ticket or colour that fits nothing, or several things."""


class UnusableNameError(BoardNameError):
    """A name that a board can't give to one of its things."""

    def __init__(self, reason: Phrase) -> None:
        super().__init__(reason.key, **reason.params)
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return UnusableNameError, (self.reason,)
