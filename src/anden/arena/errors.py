"""What can go wrong with a match."""

from anden.workers import WorkError


class ArenaError(WorkError):
    """A match that can't be played or resumed; the message says why and what to do."""
