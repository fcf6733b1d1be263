"""How people are told outside of the page: by push on this browser, by webhooks."""

from typing import Any

from fastapi import APIRouter

from ..bodies import NewWebhook, Subscription
from ..notices.desk import NoticeDesk
from ..storage.listeners import ListenerRow
from ..views import moment
from .caller import Caller, CallerOf

router = APIRouter()


@router.get("/push")
async def show_push(caller: CallerOf) -> dict[str, Any]:
    return await _push(caller)


@router.put("/push")
async def subscribe(body: Subscription, caller: CallerOf) -> dict[str, Any]:
    """This browser is told from now on, in that language."""
    caller.known_device()
    assert caller.session is not None
    await _desk(caller).subscribe(
        caller.session, body.endpoint, body.p256dh, body.auth, body.language
    )
    return await _push(caller)


@router.delete("/push")
async def unsubscribe(caller: CallerOf) -> dict[str, Any]:
    if caller.session is not None:
        await _desk(caller).unsubscribe(caller.session)
    return await _push(caller)


@router.get("/webhooks")
async def list_webhooks(caller: CallerOf) -> dict[str, Any]:
    settings = caller.open_tables.settings
    return {
        "most": settings.max_webhooks if settings.webhooks else 0,
        "webhooks": [_shown(row) for row in await _desk(caller).webhooks(caller.device)],
    }


@router.post("/webhooks", status_code=201)
async def add_webhook(body: NewWebhook, caller: CallerOf) -> dict[str, Any]:
    person = caller.known_device()
    row = await _desk(caller).add_webhook(person, body.url, caller.language)
    return _shown(row) | {"secret": row.secret}


@router.delete("/webhooks/{webhook_id}", status_code=204)
async def remove_webhook(webhook_id: str, caller: CallerOf) -> None:
    await _desk(caller).remove_webhook(caller.device, webhook_id)


@router.post("/webhooks/{webhook_id}/test", status_code=202)
async def test_webhook(webhook_id: str, caller: CallerOf) -> dict[str, Any]:
    """Puts a message without a game into the queue."""
    await _desk(caller).test_webhook(caller.device, webhook_id)
    return await list_webhooks(caller)


def _desk(caller: Caller) -> NoticeDesk:
    return caller.open_tables.notices


async def _push(caller: Caller) -> dict[str, Any]:
    row = await _desk(caller).pushed_to(caller.session)
    return {
        "key": await _desk(caller).key(),
        "is_on": row is not None,
        "language": None if row is None else row.language,
    }


def _state(row: ListenerRow) -> str:
    if row.is_broken:
        return "broken"
    if row.result is None:
        return "new"
    return "working" if row.result.startswith("2") else "failing"  # a test counts for nothing else


def _shown(row: ListenerRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "url": row.url,
        "created": moment(row.created),
        "state": _state(row),
        "tried": None if row.tried is None else moment(row.tried),
        "result": row.result,
        "next_try": None if row.next_try is None else moment(row.next_try),
    }
