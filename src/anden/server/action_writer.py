"""Stores the actions of all tables: those that come while others are written go together."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from .clock import SLOW
from .one_thread import OneThread
from .storage import ActionRow, GameRow, Store

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
        self._writing: asyncio.Task[None] | None = None

    async def append(self, game: GameRow, row: ActionRow) -> None:
        """Returns when the action is stored for good; ConflictError if its number is taken."""
        stored = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(game, row, stored))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        try:
            await stored
        finally:
            del stored  # what it raises holds this frame, and the frame held what raises

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
            rows = [(waiting.game, waiting.row) for waiting in batch]
            outcomes: Sequence[Exception | None]
            try:
                outcomes = await self._store.run(partial(Store.append, rows=rows, slow=SLOW.keys()))
            except Exception as error:  # nobody may wait for ever, whatever went wrong
                outcomes = [error] * len(batch)
            for waiting, outcome in zip(batch, outcomes, strict=True):
                if waiting.stored.done():
                    continue  # who asked for it has been cancelled
                if outcome is None:
                    waiting.stored.set_result(None)
                else:
                    waiting.stored.set_exception(outcome)
        self._writing = None
