"""What can go wrong with a dataset."""

from anden.arena.errors import ArenaError


class DatasetError(ArenaError):
    """A dataset that can't be written or read; the message says why and what to do.

    Pools and disks raise ArenaError itself, whose messages have the same form.
    """
