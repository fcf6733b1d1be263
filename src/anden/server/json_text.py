"""Messages as text, and texts put together without being read."""

import json
from typing import Any

_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def as_text(message: dict[str, Any]) -> str:
    return _encoder.encode(message)


def joined(*objects: str) -> str:
    """One JSON object with the members of several, none of which is empty."""
    return "{" + ",".join([text[1:-1] for text in objects]) + "}"
