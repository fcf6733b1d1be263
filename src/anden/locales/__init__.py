"""Every text of the terminal and of the reasons, in the languages of the interface.

A text is a format string. One that counts has two forms, `{"one": …, "many": …}`, and picks by
the parameter `n`.
"""

import ctypes
import json
import os
from functools import cache
from importlib import resources
from locale import windows_locale
from typing import Any

LANGUAGES = ("en", "es")


def system_language() -> str:
    """What the machine speaks, if it is one of ours; else English."""
    told = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), None)
    language = (_windows_locale() if told is None else told)[:2].casefold()
    return language if language in LANGUAGES else "en"


def _windows_locale() -> str:
    """What Windows shows its own texts in, since it sets no variable; elsewhere nothing."""
    windows = getattr(ctypes, "windll", None)
    if windows is None:
        return ""
    return windows_locale.get(windows.kernel32.GetUserDefaultUILanguage(), "")


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
