"""What can go wrong where work is spread out."""

from anden.locales import translate


class WorkError(ValueError):
    """Work that can't be done or resumed; the message says why and what to do.

    The message is in English; `told` has it in every language of the interface.
    """

    def __init__(self, key: str, **params: object) -> None:
        self.key = key
        self.params = params
        super().__init__(self.told("en"))

    def told(self, language: str) -> str:
        params = {
            name: value.told(language) if isinstance(value, WorkError) else value
            for name, value in self.params.items()
        }
        return translate(language, self.key, **params)


class MissingExtraError(WorkError):
    """A library is not installed."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__("arena.error_extra", library=library, extra=extra)


def unusable(path: object, error: OSError) -> WorkError:
    return WorkError("arena.error_unusable", path=path, detail=error.strerror or error)


def unwritable(path: object, error: OSError) -> WorkError:
    return WorkError("arena.error_unwritable", path=path, detail=error.strerror or error)
