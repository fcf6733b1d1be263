"""About the server itself, and the bots it has."""

from typing import Any

from fastapi import APIRouter

import anden
from anden.bots import BOTS
from anden.bots.registry import LEVELS
from anden.locales import LANGUAGES, texts

from ..settings import PACES, PROTOCOL
from .caller import CallerOf

router = APIRouter()


@router.get("/server")
async def about(caller: CallerOf) -> dict[str, Any]:
    return {
        "version": anden.__version__,
        "protocol": PROTOCOL,
        "languages": list(LANGUAGES),
        "paces": list(PACES),
        "addresses": list(caller.open_tables.settings.addresses),
    }


@router.get("/bots")
async def list_bots(caller: CallerOf) -> dict[str, Any]:
    known = texts(caller.language)
    bots = [
        {
            "name": name,
            "about": known.get(f"bots.about_{name}", ""),
            "is_level": name in LEVELS,
        }
        for name in BOTS
    ]
    return {"bots": bots}
