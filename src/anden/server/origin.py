"""Whether a request comes from a page of this server."""

from collections.abc import Mapping
from urllib.parse import urlsplit

_SAME_SITE = ("same-origin", "none")


def is_own_origin(headers: Mapping[str, str], allowed: tuple[str, ...]) -> bool:
    """Browsers say which page asks. Programs say nothing, and have no cookie to misuse."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in _SAME_SITE
    if origin in allowed:
        return True
    return urlsplit(origin).netloc.casefold() == headers.get("host", "").casefold() != ""
