"""Hears what the other processes of a PostgreSQL database have changed.

News can be missed: while the connection is lost, nobody keeps them. So a notice says only where to
look, and after every new connection the listener says that everything has to be looked at.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import URL

from .database import CHANNEL

log = logging.getLogger("anden.server")

AGAIN = "again"  # the topic that says: something may have been missed
_SILENCE_SECONDS = 15.0  # the processes' own signs of life are heard too
_PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)
_LOOK_SECONDS = 0.5

Hear = Callable[[str, list[str]], None]


class Listener:
    """A thread with a connection of its own; `hear` is called there."""

    def __init__(self, url: URL, process: str, hear: Hear) -> None:
        self._url, self._process, self._hear = url, process, hear
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="news", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._is_over.set()
        self._thread.join()

    def _run(self) -> None:
        import psycopg

        failures = 0
        while not self._is_over.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, connect_timeout=5) as own:
                    own.execute(f"LISTEN {CHANNEL}")
                    failures = 0
                    self._hear(AGAIN, [])
                    self._listen(own)
            except psycopg.Error as error:
                if failures == 0 and not self._is_over.is_set():
                    log.error("news from other processes are not heard: %s", error)
                self._is_over.wait(_PAUSES[min(failures, len(_PAUSES) - 1)])
                failures += 1

    @property
    def _address(self) -> str:
        plain = self._url.set(drivername="postgresql")
        return plain.render_as_string(hide_password=False)

    def _listen(self, connection: Any) -> None:
        """Until the server stops, or nothing is heard for too long."""
        heard = time.monotonic()
        while not self._is_over.is_set():
            for notice in connection.notifies(timeout=_LOOK_SECONDS, stop_after=1):
                heard = time.monotonic()
                self._pass_on(notice.payload)
            if time.monotonic() - heard > _SILENCE_SECONDS:
                return

    def _pass_on(self, text: str) -> None:
        sender, topic, *names = text.split(" ")
        if sender != self._process:
            self._hear(topic, names)
