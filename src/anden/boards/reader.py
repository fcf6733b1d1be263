"""Reads values of a board file, and says where and what when one isn't as it should be."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import NoReturn, TypeVar, cast

from anden.boards.errors import BoardError
from anden.boards.limits import MAX_NAME_LENGTH
from anden.boards.names import near_matches, or_list

Value = TypeVar("Value")
Number = TypeVar("Number", int, float)

_ID = re.compile("[a-z0-9_]+")
_LANGUAGE = re.compile("[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")
_LONGEST_SHOWN = 40
_TYPE_NAMES = {
    dict: "an object",
    list: "a list",
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    type(None): "null",
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


def shown(value: object) -> str:
    """A value of a file made short and safe to print."""
    if isinstance(value, dict | list):
        return _TYPE_NAMES[list if isinstance(value, list) else dict]
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

    def fail(self, reason: str) -> NoReturn:
        raise BoardError(": ".join(part for part in (self._origin, self._place, reason) if part))

    def expect(self, required: str, optional: str = "") -> "Reader":
        """Itself, once it is sure to be an object with these keys and no others."""
        known = [*required.split(), *optional.split()]
        keys = self._object()
        for key in keys:
            if key not in known:
                near = near_matches(key, known)
                remedy = f"did you mean {or_list(near)}?" if near else "remove it"
                self.fail(f"unknown key {shown(key)}; {remedy}")
        for key in required.split():
            if key not in keys:
                self.fail(f"the key '{key}' is missing; add it")
        return self

    def __getitem__(self, key: str) -> "Reader":
        step = key if key.isascii() and key.isidentifier() else shown(key)
        return Reader(self._object()[key], self._origin, f"{self._place}.{step}".lstrip("."))

    def __contains__(self, key: str) -> bool:
        return key in self._object()

    def entries(self) -> Iterator[tuple[str, "Reader"]]:
        """The keys and values of an object whose keys are the author's choice."""
        if not self._object():
            self.fail("is empty; add an entry")
        for key in self._object():
            yield key, self[key]

    def items(self, low: int, high: int) -> list["Reader"]:
        values = self._typed(list)
        if not low <= len(values) <= high:
            self.fail(f"has {len(values)} entries; it must have {_range(low, high)}")
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
            self.fail(f"{shown(text)} is not an id; use only a-z, 0-9 and _")
        return text

    def text(self) -> str:
        """A name: it will be printed in terminals, so control characters are refused."""
        text = self._typed(str)
        if not text.strip():
            self.fail("is empty; write a name")
        if len(text) > MAX_NAME_LENGTH:
            self.fail(f"{shown(text)} has over {MAX_NAME_LENGTH} characters; shorten it")
        if not text.isprintable():
            self.fail(f"{shown(text)} has unprintable characters; remove them")
        if text != text.strip():
            self.fail(f"{shown(text)} starts or ends with a space; remove it")
        return text

    def by_language(self) -> dict[str, "Reader"]:
        """The entries by language code; English must be one of them."""
        readers = dict(self.entries())
        for language in readers:
            if not _LANGUAGE.fullmatch(language):
                self.fail(f"{shown(language)} is not a language code; use one such as 'en' or 'es'")
        if "en" not in readers:
            self.fail("the English name is missing; add the key 'en'")
        return readers

    def names(self) -> dict[str, str]:
        return {language: name.text() for language, name in self.by_language().items()}

    def one_of(self, kind: str, options: Mapping[str, Value]) -> Value:
        """What the text stands for among the options."""
        text = self._typed(str)
        if text not in options:
            near = near_matches(text, options)
            remedy = f"did you mean {or_list(near)}?" if near else f"use {_some(list(options))}"
            self.fail(f"unknown {kind} {shown(text)}; {remedy}")
        return options[text]

    def _object(self) -> dict[str, object]:
        value = self._typed(dict)
        if isinstance(value, JsonObject) and value.repeated is not None:
            self.fail(f"the key {shown(value.repeated)} appears twice; remove one")
        return value

    def _typed(self, wanted: type[Value]) -> Value:
        # `type` and not `isinstance`: true and false are no numbers here.
        kind = dict if isinstance(self.value, JsonObject) else type(self.value)
        if kind is not wanted:
            self.fail(f"is {_TYPE_NAMES[kind]}; it must be {_TYPE_NAMES[wanted]}")
        return cast(Value, self.value)

    def _within(self, value: Number, low: int, high: int) -> Number:
        if not low <= value <= high:
            self.fail(f"{shown(value)} is out of range; use {_range(low, high)}")
        return value


def _range(low: int, high: int) -> str:
    return f"exactly {low}" if low == high else f"{low} to {high}"


def _some(options: list[str]) -> str:
    return or_list(options) if len(options) <= 10 else f"one of the file's {len(options)} ids"


def _label(value: object) -> str:
    """What an entry of a list calls itself: its id, or the ids of its two cities."""
    if not isinstance(value, dict):
        return ""
    cities = value.get("cities")
    parts = cities if isinstance(cities, list) and len(cities) == 2 else [value.get("id")]
    ids = [part[:_LONGEST_SHOWN] for part in parts if isinstance(part, str)]
    return f" ({'-'.join(ids)})" if len(ids) == len(parts) and all(map(_ID.fullmatch, ids)) else ""
