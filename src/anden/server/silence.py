"""Whoever says nothing for a while has gone."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self


class Silence:
    """Calls for an end when nothing has been heard for so long: one timer, however much is said."""

    def __init__(self, seconds: float, end: Callable[[], None]) -> None:
        self._seconds, self._end = seconds, end
        self._loop = asyncio.get_running_loop()
        self._last = self._loop.time()

    def heard(self) -> None:
        """Something was heard."""
        self._last = self._loop.time()

    def __enter__(self) -> Self:
        self._timer = self._loop.call_later(self._seconds, self._look)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()

    def _look(self) -> None:
        left = self._last + self._seconds - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._look)
        else:
            self._end()
