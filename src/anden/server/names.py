"""What a person may be called: one line, something to see, and not what another one looks like."""

import unicodedata

from .errors import RefusedError

MAX_NAME = 30
_MAX_MARKS = 2  # on one letter
# Characters that Unicode calls letters or symbols, and that nobody can see.
_BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def tidy_name(text: str) -> str:
    """A name that fits on a line and between the commas of a record's notes."""
    shown = "".join(c if c.isprintable() and c != "," else " " for c in text)
    seen = _with_few_marks("".join(c for c in shown if not _is_blank(c)))
    return " ".join(unicodedata.normalize("NFC", seen).split())[:MAX_NAME].strip()


def wanted_name(text: str) -> str:
    """The name that somebody has typed, as it is kept; refused if nothing of it is left."""
    name = tidy_name(text)
    if not any(character.isalnum() for character in name):
        raise RefusedError("seat/name-empty")
    return name


def likeness(name: str) -> str:
    """The same for names that read alike: however wide or in which case they are written."""
    return unicodedata.normalize("NFKC", name).casefold()


def _is_blank(character: str) -> bool:
    """Also what only changes how another character looks."""
    code = ord(character)
    is_selector = 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF or code == 0x34F
    return character in _BLANK or is_selector


def _with_few_marks(text: str) -> str:
    kept, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= _MAX_MARKS:
            kept.append(character)
    return "".join(kept)
