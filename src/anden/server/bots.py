"""Lets the bots of a table play, at a pace that reveals nothing about their cards."""

import asyncio
import hashlib
import logging
import math
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from anden.kernel.ids import Seat

from .board_files import board_path
from .bot_pool import BotPool, Question
from .errors import RefusedError
from .settings import PACES
from .storage.rows import BOT

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger("anden.server")

_SHARE = 0.6  # of the pace that a bot may think
_MIN_SECONDS = 0.05
_RETRY_SECONDS = (0.2, 1.0, 2.0, 5.0, 15.0)  # when the store does not take a move


class BotDriver:
    """One for each table. It runs while a bot is to act, and ends by itself."""

    def __init__(self, table: "Table", pool: BotPool, pace_scale: float) -> None:
        self._table, self._pool, self._scale = table, pool, pace_scale
        self._task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        if not self.is_running and self._next_seat() is not None:
            self._task = asyncio.create_task(self._run())
            self._task.add_done_callback(_report)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        failures = 0
        while (seat := self._next_seat()) is not None:
            began, seq = monotonic(), self._table.seq
            action = await self._pool.choose(self._question(seat))
            await asyncio.sleep(wait_seconds(self._pace, monotonic() - began))
            if self._table.lobby.seats[seat].kind != BOT:
                continue  # its player came back meanwhile
            try:
                await self._table.act(seat, action, seq, None)
                failures = 0
            except RefusedError as refusal:
                log.error("a bot of game %s was refused: %s", self._table.id, refusal.code)
                await asyncio.sleep(_RETRY_SECONDS[min(failures, len(_RETRY_SECONDS) - 1)])
                failures += 1

    @property
    def _pace(self) -> float:
        return PACES[self._table.lobby.row.pace] * self._scale

    def _next_seat(self) -> int | None:
        """A bot's seat that is to act; while tickets are dealt, any that has not chosen."""
        game = self._table.game
        if game is None or not self._table.is_playing:
            return None
        seats = [n for n, seat in enumerate(self._table.lobby.seats) if seat.kind == BOT]
        if game.phase == "setup":
            return next((seat for seat in seats if not game.position.has_chosen(seat)), None)
        return game.to_act if game.to_act in seats else None

    def _question(self, seat: Seat) -> Question:
        game, row = self._table.game, self._table.lobby.row
        bot = self._table.lobby.seats[seat].bot
        assert game is not None
        assert bot is not None
        return Question(
            game=row.id,
            board=str(board_path(row.board) or row.board),
            seat=seat,
            bot=bot,
            seed=bot_seed(row.seed, seat),
            seconds=max(_MIN_SECONDS, _SHARE * self._pace),
            view=game.view(seat).state.tobytes(),
            events=game.events_for(seat),
        )


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("a bot driver ended", exc_info=task.exception())


def bot_seed(seed: str, seat: Seat) -> int:
    """What fixes a bot's choices. The game's seed can't be found from it."""
    digest = hashlib.sha256(f"bot {seat} {seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def wait_seconds(pace: float, thought: float) -> float:
    """How long to hold a choice back: until the next full beat.

    A bot that has only one move left, or many cards to think about, is not told apart by time.
    """
    if pace <= 0:
        return 0.0
    return max(1, math.ceil(thought / pace)) * pace - thought
