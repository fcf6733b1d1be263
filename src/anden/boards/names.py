"""Names as people type them: any language, with or without capitals, accents, spaces."""

import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import TypeVar

from anden.boards.errors import BoardNameError, UnusableNameError
from anden.boards.phrase import Phrase, one_of_these

Name = TypeVar("Name")

_MOST_FOLDED = 4096  # names that are kept: most are asked for again
_LONGEST_COMPARED = 60  # difflib slows down with the square of the length
_NOT_DECOMPOSED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "\N{LATIN SMALL LETTER DOTLESS I}": "i", "æ": "ae", "œ": "oe"}
)


@lru_cache(_MOST_FOLDED)
def fold(text: str) -> str:
    """The letters and digits of a text in lower case and without accents.

    >>> fold("St. Paul's"), fold("KØBENHAVN"), fold("el_paso")
    ('stpauls', 'kobenhavn', 'elpaso')
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(c for c in plain if unicodedata.category(c)[0] in "LN").translate(
        _NOT_DECOMPOSED
    )


def near_matches(text: str, options: Iterable[str]) -> list[str]:
    return get_close_matches(text[:_LONGEST_COMPARED], list(options), n=3, cutoff=0.6)


def in_language(names: Mapping[str, Name], language: str) -> Name:
    """The name in a language, or the English one, which every board has."""
    return names.get(language, names["en"])


_TAKEN = {"city": "board.name_of_city", "colour": "board.name_of_colour"}


class NameIndex:
    """Finds numbered things by any of their names."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._by_folded: dict[str, tuple[int, str]] = {}

    def add(self, index: int, label: str, names: Iterable[str]) -> None:
        """Lets the names, and the label that errors call it by, stand for the index."""
        for name in (label, *names):
            folded = fold(name)
            if not folded:
                raise UnusableNameError(Phrase("board.name_empty", name=repr(name)))
            owner, owner_label = self._by_folded.setdefault(folded, (index, label))
            if owner != index:
                taken = Phrase(_TAKEN[self._kind], name=repr(name), owner=repr(owner_label))
                raise UnusableNameError(taken)

    def find(self, text: str) -> int | None:
        entry = self._by_folded.get(fold(text))
        return None if entry is None else entry[0]

    def index(self, text: str) -> int:
        """Like find, but an unknown name is an error that tells the near ones."""
        found = self.find(text)
        if found is None:
            near = near_matches(fold(text), self._by_folded)
            labels = dict.fromkeys(self._by_folded[folded][1] for folded in near)
            raise unknown_name(self._kind, text, labels)
        return found


_UNKNOWN = {
    "city": "board.called_city",
    "colour": "board.called_colour",
    "route": "board.called_route",
    "ticket": "board.called_ticket",
}


def unknown_name(kind: str, text: str, near: Iterable[str]) -> BoardNameError:
    shown = repr(text[:_LONGEST_COMPARED])
    return with_hint(BoardNameError(_UNKNOWN[kind], name=shown), near)


def with_hint(problem: BoardNameError, near: Iterable[str]) -> BoardNameError:
    """The same error, which asks whether one of these was meant, if there are any."""
    options = list(near)
    if not options:
        return problem
    hint = Phrase("board.did_you_mean", options=one_of_these(options))
    return BoardNameError("board.with_hint", problem=problem, hint=hint)
