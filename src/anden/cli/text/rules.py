"""The rules as players read them: one by its number, those with a word in them, or their titles."""

import json
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

from anden import locales
from anden.boards.names import fold, in_language

from .speech import Speech
from .words import MisreadError

_LETTERS = {"usa": "CU", "europe": "CE", "london": "CL"}  # of the rules that hold on each board


@cache
def _all_rules() -> list[dict[str, Any]]:
    file = resources.files(locales) / "rules.json"
    loaded: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def rules(speech: Speech, wanted: str) -> Iterator[str]:
    """The rule of this number, or this board's rules with these words; without any, all titles."""
    letters = _LETTERS.get(speech.board.id, "C")
    here = [rule for rule in _all_rules() if rule["id"][0] in letters]
    if not wanted:
        yield from (f"{rule['id']}: {_told(speech, rule)[0]}." for rule in here)
        yield speech.text("text.rule_how")
        return
    found = [rule for rule in _all_rules() if fold(rule["id"]) == fold(wanted)]
    found = found or [rule for rule in here if _has_words(speech, rule, wanted)]
    if not found:
        raise MisreadError("text.unknown_rule", rule=wanted[:40])
    for rule in found:
        title, text = _told(speech, rule)
        yield f"{rule['id']}: {title}. {text}"


def _has_words(speech: Speech, rule: dict[str, Any], wanted: str) -> bool:
    text = fold(" ".join(_told(speech, rule)))
    return all(fold(word) in text for word in wanted.split())


def _told(speech: Speech, rule: dict[str, Any]) -> list[str]:
    """Title and text, with the words and numbers of the board."""
    board = speech.board
    pieces = in_language(board.pieces.names, speech.language).many
    wild = speech.kind("wild")
    params = {
        "count": board.pieces.count,
        "hand": board.starting_hand,
        "draw": board.ticket_draw.count,
        "pieces": pieces,
        "pieces_cap": pieces[:1].upper() + pieces[1:],
        "wild": wild,
        "wild_cap": wild[:1].upper() + wild[1:],
    }
    return [part.format(**params) for part in in_language(rule, speech.language)]
