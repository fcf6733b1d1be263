"""About the server itself, and the bots it has."""

from typing import Any

from fastapi import APIRouter

import anden
from anden.bots import BOTS, is_searcher
from anden.bots.registry import LEVELS
from anden.core.background import seconds_left
from anden.locales import LANGUAGES, texts

from ..bot_pool import OWN
from ..clock import CLOCKS, ClockKind
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
        "clocks": {name: None if kind is None else _clock(kind) for name, kind in CLOCKS.items()},
        "addresses": list(caller.open_tables.settings.addresses),
    }


@router.get("/bots")
async def list_bots(caller: CallerOf) -> dict[str, Any]:
    known, left = texts(caller.language), seconds_left()
    bots = [
        {
            "name": name,
            "about": known.get(f"bots.about_{name}", ""),
            "is_level": name in LEVELS,
            "ready_in": left if is_searcher(name) else 0,
        }
        for name in BOTS
    ]
    bots += [
        {
            "name": f"{OWN}{name}",
            "about": "",
            "is_level": False,
            "ready_in": left if is_searcher(spec) else 0,
        }
        for name, spec in caller.open_tables.settings.bots
    ]
    return {"bots": bots, "characters": list(NAMES)}


def _clock(kind: ClockKind) -> dict[str, Any]:
    return {"start": kind.start, "gain": kind.gain, "is_slow": kind.is_slow}
