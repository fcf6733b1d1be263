"""The bot under test: made here, or in a process whose hashes fall otherwise."""

import hashlib
import inspect
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from anden.boards import Board

from ..base import Bot
from ..external import ExternalBot
from ..loader import EXEC, BotFactory, host_command, host_env, program_command
from ..registry import BOTS, SPECIALISTS, can_play, make_bot


@dataclass(frozen=True)
class Subject:
    make: Callable[[int], Bot]  # from a seed
    make_elsewhere: Callable[[int], Bot] | None  # None: there is no way
    seconds: float
    plays: Callable[[Board, int], bool] = lambda board, players: True  # so many players


def subject_of(bot: str | BotFactory, seconds: float) -> Subject:
    """A bot by spec, or by its class, which is then tested in this process."""
    target = bot if isinstance(bot, str) else _target(bot)
    elsewhere = None
    if target is not None:
        elsewhere = _elsewhere(target, seconds)
    if isinstance(bot, str):
        make = partial(make_bot, bot, seconds=seconds)
        return Subject(make, elsewhere, seconds, partial(can_play, bot))
    return Subject(lambda seed: bot(seed, seconds), elsewhere, seconds)


def bot_seed(seed: int, number: int) -> int:
    """A seed for a bot that tells nothing of the game's, and that every language can hold."""
    digest = hashlib.sha256(f"bot {number} of contract {seed}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


def _elsewhere(target: str, seconds: float) -> Callable[[int], Bot]:
    env = {"PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"}
    if target.startswith(EXEC):
        command = program_command(target)
        return lambda seed: ExternalBot(command, seed, seconds, env=env)
    command = host_command(target)
    env |= host_env(target)
    return lambda seed: ExternalBot(command, seed, seconds, env=env, is_host=True)


def _target(factory: BotFactory) -> str | None:
    """What the host calls a class; None for what it can't find: functions, classes in functions."""
    for name, registered in {**BOTS, **SPECIALISTS}.items():
        if registered is factory:
            return name
    if not inspect.isclass(factory) or not factory.__qualname__.isidentifier():
        return None
    return f"{inspect.getfile(factory)}:{factory.__qualname__}"
