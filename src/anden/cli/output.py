"""Output that any terminal takes: signs that its code page lacks are written with others."""

import codecs
import json
import sys
import unicodedata
from typing import Any

_HANDLER = "anden"
_LIKE = str.maketrans(
    {
        "–": "-",
        "—": "-",
        "−": "-",
        "·": "-",
        "…": "...",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "‘": "'",
        "’": "'",
        "¿": "",
        "¡": "",
        "█": "#",
        "━": "-",
        "╸": "-",
        "╺": "-",
    }
)


def take_any_text() -> None:
    """Nothing that is printed can fail for want of a sign, so that no result is lost to that."""
    codecs.register_error(_HANDLER, _replace)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_HANDLER)


def print_json(value: Any, *, err: bool = False) -> None:
    """One JSON object on a line; what the code page lacks is escaped, never replaced."""
    text = json.dumps(value, ensure_ascii=False)
    stream = sys.stderr if err else sys.stdout
    try:
        text.encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        text = json.dumps(value)
    print(text, file=stream, flush=True)


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


def plain(text: str) -> str:
    """The text in ASCII, as near as it gets.

    >>> plain("Zúrich – 5 € …")
    'Zurich - 5 ? ...'
    """
    letters = unicodedata.normalize("NFKD", text.translate(_LIKE))
    kept = (c for c in letters if not unicodedata.combining(c))
    return "".join(c if c.isascii() else "?" for c in kept)
