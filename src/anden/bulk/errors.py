"""What can go wrong with a dataset."""

from anden.workers import WorkError


class DatasetError(WorkError):
    """A dataset that can't be written or read; the message says why and what to do."""
