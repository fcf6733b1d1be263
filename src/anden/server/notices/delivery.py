"""The kind of job that a message is: it is sent, again later, or not at all any more.

An address that fails is tried again after the times of the setting, counted for the address and not
for each message, and given up after the last of them.
"""

import json
import logging
from functools import partial
from time import time

import anden

from .. import metrics
from ..jobs import Again
from ..one_thread import OneThread
from ..outbound import Outbound, OutboundError
from ..settings import ServerSettings
from ..storage import JobRow, Store
from ..storage.listeners import (
    PUSH,
    ListenerRow,
    drop_listeners,
    listeners,
    note_failure,
    note_success,
    note_test,
)
from .cases import Case, find_case
from .herald import TEST, Notice
from .push_keys import PushKeys
from .webpush import BrowserKeys, encrypt
from .wording import as_bytes, body_of, push_text, signature, topic

log = logging.getLogger("anden.server")

# What becomes of a message.
DELIVERED, FAILED, BROKEN, GONE, SEEN, PAST = (
    "delivered",
    "failed",
    "broken",
    "gone",
    "seen",
    "past",
)

_KEY_SECONDS = 600.0  # until a message is tried again whose secret could not be read
_MOST_SECONDS = 28 * 24 * 3600  # that push services keep a message
_END_SECONDS = 7 * 24 * 3600  # that a browser may be off when a game ends
_NEVER_AGAIN = "410"
# No such subscription any more, or it was made with another key of this server.
_UNSUBSCRIBED = (401, 403, 404, 410)


class NoticeWork:
    def __init__(self, store: OneThread[Store], settings: ServerSettings, keys: PushKeys) -> None:
        self._store, self._settings, self._keys = store, settings, keys
        self.outbound = Outbound(settings.outbound_seconds, settings.outbound_local)

    async def do(self, job: JobRow) -> str | Again:
        notice = Notice(**json.loads(job.payload))
        case = await self._store.run(partial(find_case, notice=notice))
        if case is None:
            return PAST
        if case.listener.kind == PUSH and case.is_seen:
            return _counted(case.listener, SEEN)
        if case.secret is None:
            return self._unreadable(job, case)
        wait = (case.listener.next_try or 0.0) - time()
        if wait > 0 and notice.event != TEST:
            return Again(job.payload, wait)
        send = self._push if case.listener.kind == PUSH else self._call
        try:
            status = await send(case)
        except OutboundError as error:
            return await self._failed(job, case, error.result)
        return await self._answered(job, case, status)

    def _unreadable(self, job: JobRow, case: Case) -> str | Again:
        """The operator's key is missing, which no address has to answer for."""
        log.error("a message can't be sent: its secret is encrypted with another key")
        is_test = case.notice.event == TEST
        return _counted(case.listener, FAILED) if is_test else Again(job.payload, _KEY_SECONDS)

    async def _push(self, case: Case) -> int:
        listener, now = case.listener, time()
        signer = await self._keys.signer()
        if signer is None:
            raise OutboundError("off")
        seconds = _END_SECONDS if case.due is None else max(case.due - now, 0)
        headers = {
            "content-type": "application/octet-stream",
            "content-encoding": "aes128gcm",
            "ttl": str(int(min(seconds, _MOST_SECONDS))),
            "topic": topic(case.notice),
            "urgency": "normal",
            "authorization": signer.authorization(listener.url, now),
        }
        text = as_bytes(push_text(case.notice, case.lobby, case.due, listener.language))
        sealed = encrypt(text, BrowserKeys.from_text(case.secret or ""))
        return await self.outbound.post(listener.url, headers, sealed)

    async def _call(self, case: Case) -> int:
        body = as_bytes(body_of(case.notice, case.lobby, case.due))
        headers = {
            "content-type": "application/json",
            "user-agent": f"Anden/{anden.__version__}",
            "x-anden-event": case.notice.event,
            "x-anden-delivery": case.notice.id,
            "x-anden-signature": signature(case.secret or "", body, time()),
        }
        return await self.outbound.post(case.listener.url, headers, body)

    async def _answered(self, job: JobRow, case: Case, status: int) -> str | Again:
        listener = case.listener
        if 200 <= status < 300:
            note = partial(note_success, listener_id=listener.id, result=str(status), now=time())
            await self._store.run(lambda store: store.write(note))
            return _counted(listener, DELIVERED)
        if listener.kind == PUSH and status in _UNSUBSCRIBED:
            is_it = listeners.c.id == listener.id
            await self._store.run(lambda store: store.write(lambda c: drop_listeners(c, is_it)))
            return _counted(listener, GONE)
        return await self._failed(job, case, str(status))

    async def _failed(self, job: JobRow, case: Case, result: str) -> str | Again:
        """Another try, when it is time; after the last one the address is given up.

        A test that fails says so, and counts for nothing: whoever sets an address up tries often.
        """
        listener, now = case.listener, time()
        if case.notice.event == TEST:
            tell = partial(note_test, listener_id=listener.id, result=result, now=now)
            await self._store.run(lambda store: store.write(tell))
            return _counted(listener, FAILED)
        wait = self._wait(listener, result)
        next_try = None if wait is None else now + wait
        note = partial(note_failure, row=listener, result=result, now=now, next_try=next_try)
        await self._store.run(lambda store: store.write(note))
        _counted(listener, BROKEN if wait is None else FAILED)
        return FAILED if wait is None else Again(job.payload, wait)

    def _wait(self, listener: ListenerRow, result: str) -> float | None:
        """Seconds until the next try; None after the last."""
        retries = self._settings.notice_retries
        is_last = listener.failures >= len(retries) or listener.is_broken or result == _NEVER_AGAIN
        return None if is_last else retries[listener.failures]


def _counted(listener: ListenerRow, result: str) -> str:
    metrics.notices.labels(listener.kind, result).inc()
    return result
