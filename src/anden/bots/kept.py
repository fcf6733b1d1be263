"""Processes of bots that wait for their next game."""

import atexit
import threading
from collections.abc import Hashable

from .child import Child

MAX_WAITING = 5  # of one kind: as many as a game has seats


class KeptChildren:
    """Started programs by kind. They end with this process, which holds their input."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, list[Child]] = {}
        self._lock = threading.Lock()

    def take(self, kind: Hashable) -> Child | None:
        """One that is still running, or None."""
        while True:
            with self._lock:
                children = self._waiting.get(kind)
                if not children:
                    return None
                child = children.pop()
            if child.is_running:
                return child
            child.close(farewell=0)

    def put(self, kind: Hashable, child: Child) -> None:
        with self._lock:
            children = self._waiting.setdefault(kind, [])
            is_kept = len(children) < MAX_WAITING
            if is_kept:
                children.append(child)
        if not is_kept:
            child.close()

    def close(self) -> None:
        with self._lock:
            children = [child for waiting in self._waiting.values() for child in waiting]
            self._waiting.clear()
        for child in children:
            child.close()


KEPT = KeptChildren()
atexit.register(KEPT.close)
