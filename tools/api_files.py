"""Writes docs/api/openapi.json and asyncapi.json anew: `python -m tools.api_files`."""

import json
import tempfile
from pathlib import Path
from typing import Any

from anden.server import ServerSettings, create_app
from anden.server.wire.schema import asyncapi, openapi

FOLDER = Path(__file__).parents[1] / "docs" / "api"


def api_files() -> dict[str, str]:
    """What the two files should hold, by name."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(ServerSettings(data=Path(folder)))
        return {"openapi.json": _text(openapi(app)), "asyncapi.json": _text(asyncapi())}


def _text(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name, text in api_files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
