"""About the server itself, and the bots it has."""

from typing import Any

from fastapi import APIRouter

import anden
from anden.bots import BOTS
from anden.bots.registry import LEVELS
from anden.locales import LANGUAGES, texts

from ..bot_pool import OWN
from ..clock import CLOCKS
from ..personas import NAMES
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
        "clocks": {
            name: None if kind is None else {"start": kind.start, "gain": kind.gain}
            for name, kind in CLOCKS.items()
        },
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
    own = [name for name, _ in caller.open_tables.settings.bots]
    bots += [{"name": f"{OWN}{name}", "about": "", "is_level": False} for name in own]
    return {"bots": bots, "characters": list(NAMES)}
