"""What can't be reviewed."""

from anden.locales.errors import TranslatedError


class ReviewError(TranslatedError, ValueError):
    """A game or a seat that can't be reviewed; the message says why and what to do."""
