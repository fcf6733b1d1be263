"""Messages as text."""

import json
from typing import Any

from anden.server.json_text import as_text, joined


def test_text_reads_back_as_what_it_was_made_from() -> None:
    message: dict[str, Any] = {"text": 'ñ "quoted" \\ \n \u2028 \N{STEAM LOCOMOTIVE}'}
    message |= {"numbers": [0, -1, 0.5, 2**53], "none": None, "yes": True}
    message |= {"pairs": {"a": [], "b": {}}, "deep": [[["x"]]]}
    text = as_text(message)
    assert json.loads(text) == message
    assert "ñ" in text
    assert "\n" not in text


def test_tuples_are_lists() -> None:
    assert json.loads(as_text({"row": ("red", None)})) == {"row": ["red", None]}


def test_joined_objects_have_all_members() -> None:
    one, two, three = {"a": 1}, {"b": {"c": "}{"}, "d": [1, 2]}, {"e": None}
    assert json.loads(joined(as_text(one), as_text(two), as_text(three))) == one | two | three
