"""The language a request wants its texts in."""

from collections.abc import Mapping

from anden.locales import LANGUAGES

_MAX_LENGTH = 200


def language_of(headers: Mapping[str, str]) -> str:
    """The first language of `Accept-Language` that there is."""
    wanted = headers.get("accept-language", "")[:_MAX_LENGTH]
    for part in wanted.split(","):
        language = part.strip()[:2].casefold()
        if language in LANGUAGES:
            return language
    return "en"
