"""Puts messages into the queue, in the transaction of what they are about.

A message is a job. It is the work of one process at a time, and survives all of them.
"""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from time import time

from sqlalchemy import Connection

from anden.kernel.ids import Seat

from ..clock import SLOW
from ..fair_turns import Payer
from ..identity import ACCOUNT, new_id
from ..settings import ServerSettings
from ..storage import Lobby, NewJob, TooManyJobsError
from ..storage.jobs import JobQueue
from ..storage.listeners import PUSH, WEBHOOK, ListenerRow, listeners_for
from ..storage.turns import Noted

log = logging.getLogger("anden.server")

NOTICE_JOB = "notice"
TURN, END, TEST = "turn", "end", "test"
_SECONDS = 0.5  # that a message takes, about


@dataclass(frozen=True)
class Notice:
    """A message to one listener, as it stands in the queue."""

    id: str  # the same however often it is sent
    listener: str
    event: str
    created: float
    game: str | None = None
    seat: Seat | None = None


class Herald:
    def __init__(self, queue: JobQueue, settings: ServerSettings, wake: Callable[[], None]) -> None:
        self._queue, self._settings, self.wake = queue, settings, wake

    def tell_turns(self, connection: Connection, lobby: Lobby, noted: Noted) -> None:
        """Tells those whose turn has begun, unless they have another seat that waits already."""
        waiting = noted.ends.keys() - noted.begun
        known = {member.device for member in lobby.holders if member.seat in waiting}
        seats = {
            member.device: member.seat
            for member in sorted(lobby.holders, key=lambda member: -member.seat)
            if member.seat in noted.begun and member.device not in known
        }
        self._tell(connection, TURN, lobby, seats)

    def tell_end(self, connection: Connection, lobby: Lobby) -> None:
        """Tells all players of a game by correspondence that it has ended."""
        if lobby.row.clock in SLOW:
            holders = sorted(lobby.holders, key=lambda member: -member.seat)
            self._tell(connection, END, lobby, {m.device: m.seat for m in holders})

    def tell_test(self, connection: Connection, listener: ListenerRow) -> None:
        """Something to see whether it arrives."""
        self._post(connection, listener, TEST, None, None)

    def _tell(
        self, connection: Connection, event: str, lobby: Lobby, seats: Mapping[str, Seat]
    ) -> None:
        kinds = {PUSH: self._settings.push, WEBHOOK: self._settings.webhooks}
        if not seats or not any(kinds.values()):
            return
        for person, listener in listeners_for(connection, seats.keys(), ACCOUNT):
            if kinds[listener.kind] and not listener.is_broken and person in seats:
                self._post(connection, listener, event, lobby.row.id, seats[person])

    def _post(
        self,
        connection: Connection,
        listener: ListenerRow,
        event: str,
        game_id: str | None,
        seat: Seat | None,
    ) -> None:
        """In the place of what waits to tell it the same about the same game."""
        notice = Notice(new_id(), listener.id, event, time(), game_id, seat)
        start = f"{NOTICE_JOB}:{listener.id}:{event}:{game_id or ''}:"
        self._queue.withdraw(connection, start)
        job = NewJob(
            key=start + notice.id,
            kind=NOTICE_JOB,
            payload=json.dumps(asdict(notice)),
            owner=Payer(listener.device, "").owner,
            game_id=game_id,
            seconds=_SECONDS,
        )
        try:
            self._queue.put(connection, job)
        except TooManyJobsError:
            log.warning("somebody has too many messages waiting: one is left out")
