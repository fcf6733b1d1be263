"""Bots think in processes of their own, so that the server never waits for one.

Whose bots have thought least comes next. A game's own bots, which may remember something between
their turns, always live in the same process.
"""

import asyncio
import hashlib
import io
import logging
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from multiprocessing import connection
from typing import Any

import numpy as np

from anden.boards import load_board
from anden.boards.tables import build_tables
from anden.bots import Bot, BotError, is_searcher, make_bot
from anden.bots.guard import Guard
from anden.core.background import interpret_until_compiled, is_compiled
from anden.core.warm_up import warm_up
from anden.game import View
from anden.game.events import Event
from anden.kernel import STATE
from anden.kernel.ids import Seat
from anden.machine.meanwhile import interpret_meanwhile

from .fair_turns import FairTurns, Payer

log = logging.getLogger("anden.server")

OWN = "own:"  # before the name of a bot that the server was started with

_LOOK_SECONDS = 0.2  # between two looks at whether a search can begin
_COMPILE_SECONDS = 300.0  # that it waits for that at most
_NICE = 5
_MAX_BOTS = 200  # that one process remembers


@dataclass(frozen=True)
class Question:
    """All a bot is told: the view of its seat, and what happened as that seat may know it."""

    game: str
    board: str  # a name, or the path of a file
    seat: Seat
    bot: str
    seed: int
    seconds: float
    view: bytes
    events: tuple[Event, ...]
    payer: Payer = field(default_factory=Payer)


class BotPool:
    def __init__(
        self, processes: int, timeout: float, own: Mapping[str, str] | None = None
    ) -> None:
        """`own` are the specs of bots that the server was started with, by name."""
        self._size, self._timeout, self._own = processes, timeout, own or {}
        self._executors = [_new_executor(processes) for _ in range(max(processes, 1))]
        self._thinking = [0] * len(self._executors)
        self._turns = FairTurns(len(self._executors))

    async def choose(self, question: Question) -> str:
        """The bot's action in notation; a plain legal one if it crashes or takes too long."""
        spec = self._own.get(question.bot.removeprefix(OWN))
        remembers = question.bot.startswith(OWN)
        if remembers:
            question = replace(question, bot=spec or "random")
        if is_searcher(question.bot):
            await _until_compiled()
        async with self._turns.turn(question.payer):
            place = self._place(question.game if remembers else None)
            self._thinking[place] += 1
            try:
                return await self._ask(place, replace(question, payer=Payer()))
            finally:
                self._thinking[place] -= 1

    def _place(self, game: str | None) -> int:
        """The process that has least to do; for a bot that may remember, always the same one."""
        places = len(self._executors)
        if game is not None:
            return hashlib.sha256(game.encode()).digest()[0] % places
        return min(range(places), key=self._thinking.__getitem__)

    async def _ask(self, place: int, question: Question) -> str:
        executor = self._executors[place]
        loop = asyncio.get_running_loop()
        try:
            answer = loop.run_in_executor(executor, answer_question, question)
            async with asyncio.timeout(self._timeout):
                return await answer
        except (TimeoutError, BrokenExecutor, BotError) as error:
            log.error("bot %s of game %s failed: %r", question.bot, question.game, error)
            if self._executors[place] is executor:
                self._replace(place)
            return plain_choice(question)

    def warm_up(self) -> None:
        """Starts the processes, and loads what the bots need before anybody waits for it."""
        for executor in self._executors:
            executor.submit(load_strategies)

    def close(self) -> None:
        for executor in self._executors:
            _stop(executor)

    def _replace(self, place: int) -> None:
        _stop(self._executors[place])
        self._executors[place] = _new_executor(self._size)


async def _until_compiled() -> None:
    """Interpreted, a search would find nothing. After long enough, its process compiles it."""
    for _ in range(round(_COMPILE_SECONDS / _LOOK_SECONDS)):
        if is_compiled():
            return
        await asyncio.sleep(_LOOK_SECONDS)


def _new_executor(processes: int) -> Executor:
    if processes == 0:
        return ThreadPoolExecutor(1, "bots")
    context = multiprocessing.get_context("spawn")  # this process has threads: it can't be forked
    return ProcessPoolExecutor(1, context, initializer=begin_process)


def _stop(executor: Executor) -> None:
    processes: dict[int, Any] = getattr(executor, "_processes", None) or {}
    running = list(processes.values())
    executor.shutdown(wait=False, cancel_futures=True)
    for process in running:
        process.kill()


def begin_process() -> None:
    """Ctrl-C is for the server to handle; without a server there is nothing left to do.

    The server itself comes first where both want a core.
    """
    if hasattr(os, "nice"):
        os.nice(_NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        connection.wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=end_with_parent, daemon=True).start()


class _Memory:
    """The bots of this process, the most recent ones, and how many events each has heard."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, int, str], tuple[Guard, int]] = OrderedDict()

    def ask(self, question: Question) -> str:
        key = (question.game, question.seat, question.bot)
        guard, heard = self._bots.get(key) or (_new_guard(question), 0)
        self._bots[key] = (guard, len(question.events))
        self._bots.move_to_end(key)
        if len(self._bots) > _MAX_BOTS:
            self._bots.popitem(last=False)[1][0].close()
        if guard.listens and question.events[heard:]:
            guard.hear(question.events[heard:])
        return str(guard.choose(_view(question)))


_memory = _Memory()


def answer_question(question: Question) -> str:
    if is_searcher(question.bot):
        interpret_meanwhile(False)
    else:
        interpret_until_compiled()
    return _memory.ask(question)


def plain_choice(question: Question) -> str:
    """What a bot does that can't be asked."""
    return str(Guard(_Absent()).choose(_view(question)))


def load_strategies() -> None:
    if is_compiled():
        warm_up(out=io.StringIO())


def _new_guard(question: Question) -> Guard:
    return Guard(make_bot(question.bot, question.seed, question.seconds))


def _view(question: Question) -> View:
    record = np.frombuffer(bytearray(question.view), STATE)[0]
    return View(load_board(question.board), record, _tables(question.board), question.seat)


@cache
def _tables(board: str) -> Any:
    return build_tables(load_board(board))


class _Absent(Bot):
    """Has no answer, so that its guard gives one."""
