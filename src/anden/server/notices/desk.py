"""Where people say how they want to be told, and stop it again."""

import hashlib
from dataclasses import replace
from time import time
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from ..errors import RefusedError
from ..identity import new_id
from ..outbound import Outbound
from ..storage.jobs import OPEN_STATES
from ..storage.listeners import (
    PUSH,
    WEBHOOK,
    ListenerRow,
    add_listener,
    count_listeners,
    drop_listeners,
    drop_push,
    is_marked,
    listeners,
    listeners_of,
)
from ..storage.schema import jobs
from .herald import NOTICE_JOB, TEST, Herald
from .push_keys import PushKeys
from .webpush import PushError, read_keys
from .wording import new_secret

if TYPE_CHECKING:
    from ..open_tables import OpenTables


class NoticeDesk:
    def __init__(
        self, open_tables: "OpenTables", keys: PushKeys, outbound: Outbound, herald: Herald
    ) -> None:
        self._tables, self._keys, self._herald = open_tables, keys, herald
        self._outbound = outbound

    async def key(self) -> str | None:
        """What browsers are subscribed with; None where nothing is pushed."""
        signer = await self._keys.signer()
        return None if signer is None else signer.public

    async def pushed_to(self, session: str | None) -> ListenerRow | None:
        """The subscription of a browser, if it has one that works."""
        if session is None:
            return None
        found = await self._tables.read(lambda c: listeners_of(c, session, PUSH))
        return next((row for row in found if not row.is_broken), None)

    async def subscribe(
        self, session: str, endpoint: str, p256dh: str, auth: str, language: str
    ) -> None:
        """Tells this browser from now on; a former subscription of it is replaced."""
        if await self.key() is None:
            raise RefusedError("push/none-here")
        try:
            keys = read_keys(p256dh, auth).as_text()
        except (ValueError, PushError):
            raise RefusedError("push/keys") from None
        await self._outbound.check(endpoint)
        mark = _hash(PUSH, endpoint)
        row = ListenerRow(new_id(), PUSH, session, endpoint, mark, keys, language, time())

        def put(connection: Connection) -> None:
            drop_push(connection, session, mark)
            add_listener(connection, self._closed(row))

        await self._tables.write(put)

    async def unsubscribe(self, session: str) -> None:
        await self._tables.write(lambda c: drop_push(c, session))

    async def webhooks(self, person: str | None) -> list[ListenerRow]:
        if person is None:
            return []
        return await self._tables.read(lambda c: listeners_of(c, person, WEBHOOK))

    async def add_webhook(self, person: str, url: str, language: str) -> ListenerRow:
        """Its secret is told to the person this once."""
        self._check_webhooks()
        await self._outbound.check(url)
        most, mark = self._tables.settings.max_webhooks, _hash(WEBHOOK, person, url)
        row = ListenerRow(new_id(), WEBHOOK, person, url, mark, new_secret(), language, time())

        def add(connection: Connection) -> None:
            self._tables.store.tool.hold(connection, f"webhooks {person}")
            if count_listeners(connection, person, WEBHOOK) >= most:
                raise RefusedError("webhook/too-many", n=most)
            if is_marked(connection, mark):
                raise RefusedError("webhook/there-already")
            add_listener(connection, self._closed(row))

        await self._tables.write(add)
        return row

    async def remove_webhook(self, person: str | None, webhook_id: str) -> None:
        row = await self._own(person, webhook_id)
        await self._tables.write(lambda c: drop_listeners(c, listeners.c.id == row.id))

    async def test_webhook(self, person: str | None, webhook_id: str) -> None:
        """Sends something, also to an address that was given up: if it answers, it is back."""
        self._check_webhooks()
        row = await self._own(person, webhook_id)

        def post(connection: Connection) -> None:
            if not _is_being_tested(connection, row):
                self._herald.tell_test(connection, row)

        await self._tables.write(post)
        self._herald.wake()

    def _closed(self, row: ListenerRow) -> ListenerRow:
        """As it is stored."""
        return replace(row, secret=self._tables.store.tool.secrets.closed(row.id, row.secret))

    def _check_webhooks(self) -> None:
        if not self._tables.settings.webhooks:
            raise RefusedError("webhook/none-here")

    async def _own(self, person: str | None, webhook_id: str) -> ListenerRow:
        rows = await self.webhooks(person)
        row = next((row for row in rows if row.id == webhook_id), None)
        if row is None:
            raise RefusedError("webhook/unknown")
        return row


def _is_being_tested(connection: Connection, row: ListenerRow) -> bool:
    start = f"{NOTICE_JOB}:{row.id}:{TEST}:"
    wanted = jobs.select().where(jobs.c.key.startswith(start), jobs.c.state.in_(OPEN_STATES))
    return connection.execute(wanted.limit(1)).first() is not None


def _hash(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
