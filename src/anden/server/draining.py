"""How a server ends: it says that it will, lets people be sent elsewhere, and finishes."""

import asyncio
from contextlib import suppress
from time import monotonic
from types import FrameType

import uvicorn
from fastapi import FastAPI

_TICK_SECONDS = 1.0  # the date in answers is as old at most


class DrainingServer(uvicorn.Server):
    """At the first signal /readyz says no; the server stops after a while, or at the second.

    It does not look ten times a second whether it is to stop, but is told.
    """

    def __init__(self, config: uvicorn.Config, app: FastAPI, drain_seconds: float) -> None:
        self._is_to_stop = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._told = asyncio.Event()
        super().__init__(config)
        self._app, self._drain_seconds = app, drain_seconds
        self._stop_at = float("inf")

    @property
    def should_exit(self) -> bool:
        return self._is_to_stop

    @should_exit.setter
    def should_exit(self, is_to_stop: bool) -> None:
        """From any thread, and where a signal interrupts."""
        self._is_to_stop = is_to_stop
        self._look_again()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        is_first = not self._app.state.is_stopping
        self._app.state.is_stopping = True
        if is_first and self._drain_seconds > 0:
            self._captured_signals.append(sig)
            self._stop_at = monotonic() + self._drain_seconds
            self._look_again()
        else:
            super().handle_exit(sig, frame)

    async def main_loop(self) -> None:
        self._loop = asyncio.get_running_loop()
        while True:
            self._told.clear()
            if await self.on_tick(0):
                break
            with suppress(TimeoutError):
                seconds = min(_TICK_SECONDS, self._stop_at - monotonic())
                await asyncio.wait_for(self._told.wait(), max(seconds, 0.0))
        self._loop = None

    async def on_tick(self, counter: int) -> bool:
        if monotonic() >= self._stop_at:
            self.should_exit = True
        return await super().on_tick(counter)

    def _look_again(self) -> None:
        if (loop := self._loop) is not None:
            with suppress(RuntimeError):  # it has ended by itself
                loop.call_soon_threadsafe(self._told.set)
