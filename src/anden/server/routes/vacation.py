"""Vacation: the days of correspondence games do not run."""

from typing import Any

from fastapi import APIRouter

from ..bodies import Vacation
from ..views import moment
from .caller import Caller, CallerOf

router = APIRouter(prefix="/vacation")


@router.get("")
async def show(caller: CallerOf) -> dict[str, Any]:
    return await _shown(caller)


@router.put("")
async def take(body: Vacation, caller: CallerOf) -> dict[str, Any]:
    await caller.open_tables.correspondence.go_away(caller.known_device(), body.days)
    return await _shown(caller)


@router.delete("")
async def end(caller: CallerOf) -> dict[str, Any]:
    if caller.device is not None:
        await caller.open_tables.correspondence.come_back(caller.device)
    return await _shown(caller)


async def _shown(caller: Caller) -> dict[str, Any]:
    told = await caller.open_tables.correspondence.vacation(caller.device or "")
    until = told["until"]
    return told | {"until": None if until is None else moment(until)}
