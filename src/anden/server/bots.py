"""Lets the bots of a table play, at a pace that reveals nothing about their cards."""

import asyncio
import logging
import math
from time import monotonic
from typing import TYPE_CHECKING
from weakref import ref

from anden.bots import is_searcher
from anden.kernel.ids import Seat

from . import metrics, tasks
from .bot_pool import BotPool, plain_choice
from .bot_work import bot_job, question_of
from .errors import RefusedError
from .jobs import JobError, Jobs
from .settings import PACES
from .storage.rows import BOT

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger("anden.server")

_SHARE = 0.6  # of the pace that a bot may think
_MIN_SECONDS = 0.05
_RETRY_SECONDS = (0.2, 1.0, 2.0, 5.0, 15.0)  # when the store does not take a move


class Thinker:
    """Asks bots. Where several processes share the work, searches are jobs for any of them."""

    def __init__(self, pool: BotPool, jobs: Jobs, is_shared: bool) -> None:
        self._pool, self._jobs, self._is_shared = pool, jobs, is_shared

    async def choose(self, table: "Table", seat: Seat, seconds: float) -> str:
        assert table.game is not None
        question = question_of(table.lobby, table.game, seat, seconds, table.audience.payer())
        if not (self._is_shared and is_searcher(question.bot)):
            return await self._pool.choose(question)
        try:
            return await self._jobs.ask(bot_job(table.lobby, table.seq, seat, question))
        except JobError as error:
            log.error("bot %s of game %s failed: %s", question.bot, table.id, error)
            return plain_choice(question)


class BotDriver:
    """One for each table, which it holds only while it runs.

    It runs while a bot is to act and somebody looks on, and then ends.
    """

    def __init__(self, table: "Table", thinker: Thinker, pace_scale: float) -> None:
        self._ref, self._thinker, self._scale = ref(table), thinker, pace_scale
        self._task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        table = self._ref()
        if table is not None and not self.is_running and self._next_seat(table) is not None:
            self._task = tasks.begin(self._run(table), f"the bots of game {table.id}")

    async def stop(self) -> None:
        task, self._task = self._task, None  # what ends it holds the table
        if task is not None:
            await tasks.end(task)

    async def _run(self, table: "Table") -> None:
        failures = 0
        while (seat := self._next_seat(table)) is not None:
            began, seq = monotonic(), table.seq
            pace = self._pace(table)
            seconds = max(_MIN_SECONDS, _SHARE * pace)
            with metrics.asked_bot():
                action = await self._thinker.choose(table, seat, seconds)
            await asyncio.sleep(wait_seconds(pace, monotonic() - began))
            if table.lobby.seats[seat].kind != BOT:
                continue  # its player came back meanwhile
            try:
                await table.act(seat, action, seq, None)
                failures = 0
            except RefusedError as refusal:
                if table.seq > seq or not table.is_playing:
                    continue  # it was played at another process, or ended meanwhile
                log.error("a bot of game %s was refused: %s", table.id, refusal.code)
                await asyncio.sleep(_RETRY_SECONDS[min(failures, len(_RETRY_SECONDS) - 1)])
                failures += 1

    def _pace(self, table: "Table") -> float:
        return PACES[table.lobby.row.pace] * self._scale

    def _next_seat(self, table: "Table") -> Seat | None:
        """A bot's seat that is to act; while tickets are dealt, any that has not chosen."""
        game = table.game
        if game is None or not table.is_playing or not table.is_watched:
            return None
        seats = [n for n, seat in enumerate(table.lobby.seats) if seat.kind == BOT]
        return next((seat for seat in seats if game.can_act(seat)), None)


def wait_seconds(pace: float, thought: float) -> float:
    """How long to hold a choice back: until the next full beat.

    A bot that has only one move left, or many cards to think about, is not told apart by time.
    """
    if pace <= 0:
        return 0.0
    return max(1, math.ceil(thought / pace)) * pace - thought
