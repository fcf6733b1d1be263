"""Reads values of a board file, and says where and what when one isn't as it should be."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import NoReturn, TypeVar, cast

from anden.boards.errors import BoardError
from anden.boards.limits import MAX_NAME_LENGTH
from anden.boards.names import near_matches
from anden.boards.phrase import Phrase, one_of_these

Value = TypeVar("Value")
Number = TypeVar("Number", int, float)

_ID = re.compile("[a-z0-9_]+")
_LANGUAGE = re.compile("[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")
_LONGEST_SHOWN = 40
_MOST_NAMED = 10
_TYPES = {
    dict: Phrase("board.type_object"),
    list: Phrase("board.type_list"),
    str: Phrase("board.type_text"),
    bool: Phrase("board.type_boolean"),
    int: Phrase("board.type_integer"),
    float: Phrase("board.type_number"),
    type(None): Phrase("board.type_null"),
}


class JsonObject(dict[str, object]):
    """A JSON object that remembers whether a key came twice."""

    repeated: str | None = None

    @classmethod
    def from_pairs(cls, pairs: list[tuple[str, object]]) -> "JsonObject":
        self = cls()
        for key, value in pairs:
            if key in self:
                self.repeated = key
            self[key] = value
        return self


def shown(value: object) -> str | Phrase:
    """A value of a file made short and safe to print."""
    if isinstance(value, dict | list):
        return _TYPES[list if isinstance(value, list) else dict]
    return _shown_text(value)


def _shown_text(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    if not text.isprintable():
        text = json.dumps(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


class Reader:
    """One value and its place, such as `routes[12] (denver-omaha).length`."""

    def __init__(self, value: object, origin: str, place: str = "") -> None:
        self.value = value
        self._origin = origin
        self._place = place

    def fail(self, key: str, **params: object) -> NoReturn:
        self.fail_for(Phrase(key, **params))

    def fail_for(self, reason: Phrase) -> NoReturn:
        raise BoardError(reason, self._origin, self._place)

    def expect(self, required: str, optional: str = "") -> "Reader":
        """Itself, once it is sure to be an object with these keys and no others."""
        known = [*required.split(), *optional.split()]
        keys = self._object()
        for key in keys:
            if key not in known:
                near = near_matches(key, known)
                remedy = _did_you_mean(near) if near else Phrase("board.remove_it")
                self.fail("board.unknown_key", name=shown(key), remedy=remedy)
        for key in required.split():
            if key not in keys:
                self.fail("board.key_missing", name=key)
        return self

    def __getitem__(self, key: str) -> "Reader":
        step = key if key.isascii() and key.isidentifier() else _shown_text(key)
        return Reader(self._object()[key], self._origin, f"{self._place}.{step}".lstrip("."))

    def __contains__(self, key: str) -> bool:
        return key in self._object()

    def entries(self) -> Iterator[tuple[str, "Reader"]]:
        """The keys and values of an object whose keys are the author's choice."""
        if not self._object():
            self.fail("board.no_entry")
        for key in self._object():
            yield key, self[key]

    def items(self, low: int, high: int) -> list["Reader"]:
        values = self._typed(list)
        if not low <= len(values) <= high:
            self.fail("board.entries", n=len(values), range=_range(low, high))
        return [
            Reader(value, self._origin, f"{self._place}[{number}]{_label(value)}")
            for number, value in enumerate(values)
        ]

    def integer(self, low: int, high: int) -> int:
        return self._within(self._typed(int), low, high)

    def number(self, low: int, high: int) -> float:
        if type(self.value) is int:
            return float(self.integer(low, high))
        return self._within(self._typed(float), low, high) + 0.0  # there is no -0.0

    def boolean(self) -> bool:
        return self._typed(bool)

    def identifier(self) -> str:
        text = self.text()
        if not _ID.fullmatch(text):
            self.fail("board.not_an_id", value=shown(text))
        return text

    def text(self) -> str:
        """A name: it will be printed in terminals, so control characters are refused."""
        text = self._typed(str)
        if not text.strip():
            self.fail("board.no_name")
        if len(text) > MAX_NAME_LENGTH:
            self.fail("board.name_too_long", value=shown(text), max=MAX_NAME_LENGTH)
        if not text.isprintable():
            self.fail("board.unprintable", value=shown(text))
        if text != text.strip():
            self.fail("board.space_around", value=shown(text))
        return text

    def by_language(self) -> dict[str, "Reader"]:
        """The entries by language code; English must be one of them."""
        readers = dict(self.entries())
        for language in readers:
            if not _LANGUAGE.fullmatch(language):
                self.fail("board.not_a_language", value=shown(language))
        if "en" not in readers:
            self.fail("board.no_english")
        return readers

    def names(self) -> dict[str, str]:
        return {language: name.text() for language, name in self.by_language().items()}

    def one_of(self, unknown: str, options: Mapping[str, Value]) -> Value:
        """What the text stands for among the options; `unknown` is the key of what is said else."""
        text = self._typed(str)
        if text not in options:
            near = near_matches(text, options)
            remedy = _did_you_mean(near) if near else _use_some(list(options))
            self.fail(unknown, value=shown(text), remedy=remedy)
        return options[text]

    def _object(self) -> dict[str, object]:
        value = self._typed(dict)
        if isinstance(value, JsonObject) and value.repeated is not None:
            self.fail("board.key_twice", name=shown(value.repeated))
        return value

    def _typed(self, wanted: type[Value]) -> Value:
        # `type` and not `isinstance`: true and false are no numbers here.
        kind = dict if isinstance(self.value, JsonObject) else type(self.value)
        if kind is not wanted:
            self.fail("board.wrong_type", found=_TYPES[kind], wanted=_TYPES[wanted])
        return cast(Value, self.value)

    def _within(self, value: Number, low: int, high: int) -> Number:
        if not low <= value <= high:
            self.fail("board.out_of_range", value=shown(value), range=_range(low, high))
        return value


def _did_you_mean(near: list[str]) -> Phrase:
    return Phrase("board.did_you_mean", options=one_of_these(near))


def _range(low: int, high: int) -> Phrase:
    if low == high:
        return Phrase("board.exactly", number=low)
    return Phrase("board.from_to", low=low, high=high)


def _use_some(options: list[str]) -> Phrase:
    if len(options) <= _MOST_NAMED:
        return Phrase("board.use_one_of", options=one_of_these(options))
    return Phrase("board.use_an_id", number=len(options))


def _label(value: object) -> str:
    """What an entry of a list calls itself: its id, or the ids of its two cities."""
    if not isinstance(value, dict):
        return ""
    cities = value.get("cities")
    parts = cities if isinstance(cities, list) and len(cities) == 2 else [value.get("id")]
    ids = [part[:_LONGEST_SHOWN] for part in parts if isinstance(part, str)]
    return f" ({'-'.join(ids)})" if len(ids) == len(parts) and all(map(_ID.fullmatch, ids)) else ""
