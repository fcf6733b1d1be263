"""What can go wrong with the store."""

from anden.locales.errors import TranslatedError


class StorageError(Exception):
    """The store did not take it or does not answer. Whether it was written is not known."""


class ConflictError(StorageError):
    """Somebody else has written this row."""


class BadValueError(StorageError):
    """The database has no way to write this value, a text with a zero byte for example."""


class OtherSchemaError(StorageError):
    """The tables are of another version; `revision` says which, None where there are none."""

    def __init__(self, revision: str | None) -> None:
        super().__init__(f"the tables have version {revision}")
        self.revision = revision


class GoneError(StorageError):
    """There is no such game any more."""


class InUseError(StorageError):
    """Another process serves the games of this file."""


class NewerSchemaError(StorageError):
    """A newer version of Andén has written these tables."""


class DriverError(StorageError):
    """What speaks to this kind of database is not installed, or there is no such kind."""


class SealError(TranslatedError):
    """The key for seeds can't be used."""
