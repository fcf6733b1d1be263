"""Both languages say the same things, and nothing is said without a text or written without use."""

import json
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from anden.boards import builtin_boards, load_board
from anden.bots import BOTS, SPECIALISTS
from anden.bots.levels import CHARACTERS
from anden.bots.registry import LEVELS
from anden.cli.text.words import COMMANDS
from anden.game.reasons import _REASONS
from anden.locales import LANGUAGES, texts, translate
from anden.puzzles import THEMES

SOURCES = Path(__file__).parent.parent / "src" / "anden"
AREAS = (
    "board|reason|command|help|word|event|text|cli|bots|arena|server|play|train|coach|record|cuda"
    "|admin|puzzle|review|work"
)
LITERAL = re.compile(rf"""["']((?:{AREAS})(?:\.[a-z_]+)+)["']""")


@cache
def written_keys() -> frozenset[str]:
    """Every key that stands in the source as it is."""
    sources = (path.read_text("utf-8") for path in sorted(SOURCES.rglob("*.py")))
    return frozenset(key for source in sources for key in LITERAL.findall(source))


def composed_keys() -> set[str]:
    """Every key that the source puts together."""
    decisions = {key for name in builtin_boards() for key in load_board(name).tie_breaks}
    return {
        *(f"reason.{name}" for name, _ in _REASONS.values()),
        "reason.too_few_of_one_colour",
        *(f"command.{name}" for name in COMMANDS),
        *(f"help.{name}" for name in COMMANDS),
        *(f"text.decided.{name}" for name in (*decisions, "shared")),
        *(f"text.offer_{status}" for status in ("done", "open", "cut_off")),
        *(f"bots.about_{name}" for name in (*BOTS, *SPECIALISTS)),
        *(f"bots.character_{character.name}" for character in CHARACTERS),
        *(f"text.news_{status}" for status in ("done", "cut_off")),
        *(f"puzzle.theme_{theme}" for theme in THEMES),
        *(f"puzzle.ask_{theme}" for theme in THEMES),
        *(f"puzzle.fare_{level}" for level in LEVELS),
        *(f"puzzle.loss_{unit}" for unit in ("points", "percent")),
        "puzzle.do_draw_deck",
        "puzzle.do_draw_tickets",
    }


def forms(language: str, key: str) -> list[str]:
    text = texts(language)[key]
    return list(text.values()) if isinstance(text, dict) else [text]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice(language: str) -> None:
    text = (SOURCES / "locales" / f"{language}.json").read_text("utf-8")
    pairs = json.loads(text, object_pairs_hook=lambda pairs: pairs)
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys))


def test_languages_have_the_same_keys() -> None:
    for language in LANGUAGES:
        assert set(texts(language)) == set(texts("en"))


@pytest.mark.parametrize("key", sorted(texts("en")))
def test_text_has_the_same_placeholders_in_every_language(key: str) -> None:
    expected = set().union(*(placeholders(form) for form in forms("en", key)))
    for language in LANGUAGES:
        found = set().union(*(placeholders(form) for form in forms(language, key)))
        assert found == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_that_counts_has_one_and_many(language: str) -> None:
    for key, text in texts(language).items():
        assert isinstance(text, str) or set(text) == {"one", "many"}, key
        assert all(form.strip() for form in forms(language, key)), key


def test_every_key_in_the_source_has_a_text() -> None:
    keys = set(texts("en"))
    missing = {
        key
        for key in written_keys() | composed_keys()
        if key not in keys and not {f"{key}.you", f"{key}.other"} <= keys
    }
    assert not missing


def test_every_text_is_used() -> None:
    used = written_keys() | composed_keys()
    unused = {
        key
        for key in texts("en")
        if key not in used and key.removesuffix(".you").removesuffix(".other") not in used
    }
    assert not unused


def test_spanish_is_not_english() -> None:
    same_by_nature = {"arena.bot", "text.bot_name", "text.needed_route", "word.no"}
    same_by_nature |= {"board.with_hint", "record.action_misread"}  # signs alone
    same = {key for key in texts("en") if forms("en", key) == forms("es", key)}
    assert same == same_by_nature


@pytest.mark.parametrize(
    ("language", "n", "text"),
    [("en", 1, "1 point"), ("en", 2, "2 points"), ("es", 1, "1 punto"), ("es", 0, "0 puntos")],
)
def test_number_picks_the_form(language: str, n: int, text: str) -> None:
    assert translate(language, "text.points", n=n) == text
