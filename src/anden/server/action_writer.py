"""Stores the actions of all tables: those that come while others are written go together."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from . import metrics
from .clock import SLOW
from .one_thread import OneThread
from .storage import ActionRow, GameRow, StorageError, Store

_MOST = 500  # actions that one transaction takes


@dataclass(frozen=True)
class _Waiting:
    game: GameRow
    row: ActionRow
    stored: asyncio.Future[None]


class ActionWriter:
    def __init__(self, store: OneThread[Store]) -> None:
        self._store = store
        self._waiting: list[_Waiting] = []
        self._is_writing = False

    async def append(self, game: GameRow, row: ActionRow) -> None:
        """Returns when the action is stored for good; ConflictError if its number is taken."""
        loop = asyncio.get_running_loop()
        stored = loop.create_future()
        self._waiting.append(_Waiting(game, row, stored))
        if not self._is_writing:
            self._is_writing = True
            loop.call_soon(self._write)  # with those that come at the same moment
        try:
            await stored
        finally:
            del stored  # what it raises holds this frame, and the frame held what raises

    def _write(self) -> None:
        batch, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
        rows = [(waiting.game, waiting.row) for waiting in batch]
        write = partial(Store.append, rows=rows, slow=SLOW.keys())
        try:
            written = self._store.ask(write)
        except RuntimeError as error:  # the store has been closed
            self._settle(batch, [error] * len(batch))
        else:
            written.add_done_callback(partial(self._on_written, batch, perf_counter()))

    def _on_written(
        self,
        batch: list[_Waiting],
        began: float,
        written: asyncio.Future[list[StorageError | None]],
    ) -> None:
        if (error := written.exception()) is None:
            metrics.store_seconds.observe(perf_counter() - began)
            self._settle(batch, written.result())
        else:  # nobody may wait for ever, whatever went wrong
            self._settle(batch, [error] * len(batch))

    def _settle(self, batch: list[_Waiting], outcomes: Sequence[BaseException | None]) -> None:
        for waiting, outcome in zip(batch, outcomes, strict=True):
            if waiting.stored.done():
                continue  # who asked for it has been cancelled
            if outcome is None:
                waiting.stored.set_result(None)
            else:
                waiting.stored.set_exception(outcome)
        if self._waiting:
            self._write()
        else:
            self._is_writing = False
