"""Every text of the terminal and of the reasons, in the languages of the interface.

A text is a format string. One that counts has two forms, `{"one": …, "many": …}`, and picks by
the parameter `n`.
"""

import json
import os
from functools import cache
from importlib import resources
from typing import Any

LANGUAGES = ("en", "es")


def system_language() -> str:
    """What the machine speaks, if it is one of ours; else English."""
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return locale[:2].casefold() if locale[:2].casefold() in LANGUAGES else "en"


@cache
def texts(language: str) -> dict[str, Any]:
    """All texts of a language by key."""
    file = resources.files(__name__) / f"{language}.json"
    loaded: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def translate(language: str, key: str, **params: object) -> str:
    """The text with its parameters filled in."""
    text = texts(language)[key]
    if isinstance(text, dict):
        text = text["one" if params.get("n") == 1 else "many"]
    return str(text).format(**params)
