"""The built web client, if there is one: hashed files for ever, the page always fresh."""

import html
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, Response

from anden.locales import translate

from .errors import RefusedError
from .language import language_of

WEB = Path(__file__).parent / "web"
_FOR_EVER = "public, max-age=31536000, immutable"

router = APIRouter()


@router.get("/{path:path}", include_in_schema=False)
async def serve_file(path: str, request: Request) -> Response:
    """A file of the client; every other path is a place inside the page."""
    if path.startswith("api/"):
        raise RefusedError("request/not-found")
    file = _file(path)
    if file is not None:
        is_hashed = path.startswith("assets/")
        return FileResponse(file, headers={"cache-control": _FOR_EVER if is_hashed else "no-cache"})
    if Path(path).suffix:
        raise RefusedError("request/not-found")
    page = WEB / "index.html"
    if page.is_file():
        return FileResponse(page, headers={"cache-control": "no-cache"})
    return _hint(language_of(request.headers))


def _file(path: str) -> Path | None:
    """The file inside the folder, never one outside it."""
    try:
        file = (WEB / path).resolve()
        is_inside = file.is_relative_to(WEB.resolve())
        return file if path and is_inside and file.is_file() else None
    except (OSError, ValueError):  # a name no file can have
        return None


def _hint(language: str) -> Response:
    text = html.escape(translate(language, "server.build_hint"))
    page = f"<!doctype html><html lang={language}><meta charset=utf-8><title>Andén</title><p>{text}"
    return HTMLResponse(page)
