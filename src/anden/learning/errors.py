"""What can be wrong with a training."""

from anden.workers.errors import WorkError


class LearningError(WorkError):
    """A training that can't be done or resumed; the message says why and what to do."""
