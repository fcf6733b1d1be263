"""What a worker does: plays sets of a match, wherever it runs."""

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

import anden
from anden.boards.tables import build_tables
from anden.bots import Bot, BotFault, ExternalBot, make_bot
from anden.bots.errors import CRASH
from anden.bots.guard import Guard
from anden.game import Action, View

from .errors import ArenaError
from .outcome import MAX_FAULTS, Fault, Played, Rows
from .play import Referee
from .recording import Scribe
from .schedule import Pairing, set_games
from .settings import Settings, read_settings, write_settings

BotMaker: TypeAlias = Callable[[str, int, float], Bot]  # from a name, a seed and seconds

WARM_UP_SECONDS = 10.0  # for each bot, at most
_HURRY = 0.001


@dataclass(frozen=True)
class Job:
    """A match as it is sent to workers, which find `make` by its name."""

    settings: str
    wants_records: bool = False
    make: BotMaker = make_bot
    version: str = anden.__version__

    def worker(self) -> "Worker":
        return Worker(self)


def make_job(settings: Settings, wants_records: bool = False, make: BotMaker = make_bot) -> Job:
    return Job(json.dumps(write_settings(settings)), wants_records, make)


class Worker:
    """Plays the sets of one job."""

    def __init__(self, job: Job) -> None:
        if job.version != anden.__version__:
            raise ArenaError(
                "arena.error_other_version", worker=anden.__version__, match=job.version
            )
        self.settings, self.tables = _loaded(job.settings)
        self._job = job

    def warm_up(self) -> None:
        """Lets the bots load and compile what they need, before their time is measured."""
        players = self.settings.players
        for name in self.settings.entries:
            bots = [self._guarded(name, seat, _HURRY) for seat in range(players)]
            until = time.perf_counter() + WARM_UP_SECONDS
            try:
                if not isinstance(bots[0].bot, ExternalBot):  # those are started anew every game
                    Referee(self.settings.board, self.tables, bots, 0).play(until=until)
            finally:
                _close(bots)

    def play_set(self, number: int) -> Played:
        games = [self._play_game(pairing) for pairing in set_games(self.settings, number)]
        return Played(
            number,
            np.concatenate([rows for rows, _, _ in games]),
            tuple(fault for _, faults, _ in games for fault in faults),
            tuple(record for _, _, record in games if record is not None),
        )

    def _play_game(self, pairing: Pairing) -> tuple[Rows, list[Fault], str | None]:
        settings = self.settings
        seats = zip(pairing.entry_by_seat, pairing.bot_seed_by_seat, strict=True)
        names = settings.entries
        bots = [self._guarded(names[entry], seed, settings.seconds) for entry, seed in seats]
        try:
            referee = Referee(settings.board, self.tables, bots, pairing.deal)
            scribe = self._scribe(pairing) if self._job.wants_records else None
            referee.play(scribe)
            rows = referee.rows()
        finally:
            _close(bots)
        rows["set"], rows["rotation"] = pairing.set, pairing.rotation
        rows["entry"] = pairing.entry_by_seat
        record = None if scribe is None else scribe.text(referee.state, rows["score"].tolist())
        return rows, _faults(pairing, bots), record

    def _guarded(self, name: str, seed: int, seconds: float) -> Guard:
        try:
            return Guard(self._job.make(name, seed, seconds))
        except Exception as error:
            return Guard(_Absent(f"{type(error).__name__}: {error}"))

    def _scribe(self, pairing: Pairing) -> Scribe:
        settings = self.settings
        names = [settings.entries[entry] for entry in pairing.entry_by_seat]
        notes = {
            "arena": f"set {pairing.set}, game {pairing.rotation + 1} of {settings.players}",
            "bots": json.dumps(names),
            "seats": _seats_note(names),
        }
        return Scribe(settings.board, self.tables, pairing.deal, notes)


class _Absent(Bot):
    """In the place of a bot that could not be made."""

    def __init__(self, detail: str) -> None:
        super().__init__()
        self._detail = detail

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        raise BotFault(CRASH, f"it could not be made: {self._detail}")


@lru_cache(maxsize=4)
def _loaded(settings: str) -> tuple[Settings, Any]:
    read = read_settings(json.loads(settings))
    return read, build_tables(read.board)


def _faults(pairing: Pairing, bots: Sequence[Guard]) -> list[Fault]:
    return [
        Fault(
            pairing.set,
            pairing.rotation,
            pairing.entry_by_seat[seat],
            forfeit.kind,
            forfeit.detail,
            forfeit.move,
        )
        for seat, bot in enumerate(bots)
        for forfeit in bot.forfeits[:MAX_FAULTS]
    ]


def _close(bots: Sequence[Guard]) -> None:
    for bot in bots:
        with suppress(Exception):  # the game is over: nothing hangs on it
            bot.close()


def _seats_note(names: Sequence[str]) -> str:
    """Who sat where, as the terminal reads it: no two seats have the same name."""
    return ",".join(f"bot:{name}:{name} {seat}" for seat, name in enumerate(names, 1))
