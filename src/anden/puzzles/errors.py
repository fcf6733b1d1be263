"""What is wrong with the name of a puzzle or with an answer."""

from anden.locales.errors import TranslatedError


class PuzzleError(TranslatedError):
    """There is no such puzzle, or the answer is none that it takes."""
