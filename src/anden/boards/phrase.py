"""Texts that are put into a language only when somebody reads them."""

from __future__ import annotations

from collections.abc import Sequence

from anden.locales import translate


class Phrase:
    """A text of the locales with what is filled in, which may be such texts again."""

    def __init__(self, key: str, **params: object) -> None:
        self.key, self.params = key, params

    def text(self, language: str) -> str:
        filled = {name: _in(language, value) for name, value in self.params.items()}
        return translate(language, self.key, **filled)

    def __str__(self) -> str:
        return self.text("en")

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.key, self.params)


def one_of_these(options: Sequence[str]) -> Phrase | str:
    """The options as a phrase, such as `'usa', 'europe' or 'london'`."""
    *head, last = [f"'{option}'" for option in options]
    return Phrase("board.or", some=", ".join(head), last=last) if head else last


def _in(language: str, value: object) -> object:
    return value.text(language) if isinstance(value, Phrase) else value


def _restored(key: str, params: dict[str, object]) -> Phrase:
    return Phrase(key, **params)
