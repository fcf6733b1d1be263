"""How a server ends: it says that it will, lets people be sent elsewhere, and finishes."""

from time import monotonic
from types import FrameType

import uvicorn
from fastapi import FastAPI


class DrainingServer(uvicorn.Server):
    """At the first signal /readyz says no; the server stops after a while, or at the second."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, drain_seconds: float) -> None:
        super().__init__(config)
        self._app, self._drain_seconds = app, drain_seconds
        self._stop_at = float("inf")

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        is_first = not self._app.state.is_stopping
        self._app.state.is_stopping = True
        if is_first and self._drain_seconds > 0:
            self._captured_signals.append(sig)
            self._stop_at = monotonic() + self._drain_seconds
        else:
            super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        if monotonic() >= self._stop_at:
            self.should_exit = True
        return await super().on_tick(counter)
