"""Bots on their way to the table and away from it."""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TypeAlias

from anden.boards import Board
from anden.bots import Bot, BotFault, ExternalBot
from anden.bots.errors import CRASH
from anden.bots.guard import Guard
from anden.game import Action, View

from .referee import Referee

BotMaker: TypeAlias = Callable[[str, int, float], Bot]  # from a name, a seed and seconds

HURRY = 0.001  # seconds for a choice while rehearsing
REHEARSAL_SECONDS = 10.0  # at most


def seat_bot(make: BotMaker, name: str, seed: int, seconds: float) -> Guard:
    """A guarded bot; one that can't be made forfeits all its choices, with the reason."""
    try:
        return Guard(make(name, seed, seconds))
    except Exception as error:
        return Guard(_Absent(f"{type(error).__name__}: {error}"))


def close_all(bots: Iterable[Guard]) -> None:
    for bot in bots:
        with suppress(Exception):  # the game is over: nothing hangs on it
            bot.close()


def rehearse(board: Board, bots: Sequence[Guard]) -> None:
    """Lets bots load and compile what they need, before their time is measured; closes them.

    Bots in processes of their own are left out: each has to load what it needs by itself.
    """
    try:
        if not any(isinstance(bot.bot, ExternalBot) for bot in bots):
            Referee(board, bots, 0).play(until=time.perf_counter() + REHEARSAL_SECONDS)
    finally:
        close_all(bots)


class _Absent(Bot):
    """In the place of a bot that could not be made."""

    def __init__(self, detail: str) -> None:
        super().__init__()
        self._detail = detail

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        raise BotFault(CRASH, f"it could not be made: {self._detail}")
