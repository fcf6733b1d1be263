"""What can go wrong where work is spread out."""

from typing import Any

from anden.locales.errors import TranslatedError


class WorkError(TranslatedError, ValueError):
    """Work that can't be done or resumed; the message says why and what to do."""


class MissingExtraError(WorkError):
    """A library is not installed."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__("arena.error_extra", library=library, extra=extra)

    def __reduce__(self) -> tuple[Any, ...]:
        return MissingExtraError, (self.params["library"], self.params["extra"])


def unusable(path: object, error: OSError) -> WorkError:
    return WorkError("arena.error_unusable", path=path, detail=error.strerror or error)


def unwritable(path: object, error: OSError) -> WorkError:
    return WorkError("arena.error_unwritable", path=path, detail=error.strerror or error)
