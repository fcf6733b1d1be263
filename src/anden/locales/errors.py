"""Errors that can be told in every language of the interface."""

from typing import Any

from . import texts, translate


class TranslatedError(Exception):
    """A text of the locales with what is filled in, which may be such errors again.

    As a string it is in English; `told` has it in any language. What is no key is told as it is.
    """

    def __init__(self, key: str, **params: object) -> None:
        self.key, self.params = key, params
        super().__init__(self.told("en"))

    def told(self, language: str) -> str:
        """What went wrong, in a language."""
        if self.key not in texts(language):
            return self.key
        filled = {name: _told(value, language) for name, value in self.params.items()}
        return translate(language, self.key, **filled)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.key, self.params)


def _told(value: object, language: str) -> object:
    """Other errors may say it in languages too, under the name `text`."""
    tell = getattr(value, "told", None) or getattr(value, "text", None)
    return tell(language) if callable(tell) else value


def _restored(kind: type[TranslatedError], key: str, params: dict[str, object]) -> TranslatedError:
    return kind(key, **params)
