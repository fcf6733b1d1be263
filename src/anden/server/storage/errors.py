"""What can go wrong with the store."""


class StorageError(Exception):
    """The store did not take it or does not answer. Whether it was written is not known."""


class ConflictError(StorageError):
    """Somebody else has written this row."""
