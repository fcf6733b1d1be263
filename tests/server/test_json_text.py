"""Messages as text."""

import json

from anden.server.json_text import as_text, joined


def test_text_reads_back_as_what_it_was_made_from() -> None:
    message = {
        "text": 'ñ "quoted" \\ \n \u2028 \N{STEAM LOCOMOTIVE}',
        "numbers": [0, -1, 0.5, 2**53],
    }
    message |= {"none": None, "yes": True, "pairs": {"a": [], "b": {}}, "deep": [[["x"]]]}
    text = as_text(message)
    assert json.loads(text) == message
    assert "ñ" in text and "\n" not in text


def test_tuples_are_lists() -> None:
    assert json.loads(as_text({"row": ("red", None)})) == {"row": ["red", None]}


def test_joined_objects_have_all_members() -> None:
    parts = {"a": 1}, {"b": {"c": "}{"}, "d": [1, 2]}, {"e": None}
    assert json.loads(joined(*map(as_text, parts))) == parts[0] | parts[1] | parts[2]
