"""What a worker does: plays sets of a match, wherever it runs."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

import anden
from anden.bots import make_bot
from anden.bots.guard import Guard
from anden.bots.seat_note import write_seat
from anden.core import GameCore
from anden.kernel.ids import ActionId
from anden.referee import BotMaker, Notes, Referee, Rows, Scribe, close_all, rehearse, seat_bot
from anden.referee.seating import HURRY
from anden.review.table_luck import TableLuck
from anden.workers import check_version

from .outcome import MAX_FAULTS, Fault, Played
from .schedule import Pairing, set_games
from .settings import MatchSettings, read_settings, write_settings


@dataclass(frozen=True)
class MatchJob:
    """A match as it is sent to workers, which find `make` by its name."""

    settings: str
    wants_records: bool = False
    make: BotMaker = make_bot
    version: str = anden.__version__

    def worker(self) -> "MatchWorker":
        return MatchWorker(self)


def make_job(
    settings: MatchSettings, wants_records: bool = False, make: BotMaker = make_bot
) -> MatchJob:
    return MatchJob(json.dumps(write_settings(settings)), wants_records, make)


class MatchWorker:
    """Plays the sets of one job."""

    def __init__(self, job: MatchJob) -> None:
        check_version(job.version)
        self.settings = _loaded(job.settings)
        self._job = job

    def warm_up(self) -> None:
        """Lets the bots load and compile what they need, before their time is measured."""
        for name in self.settings.entries:
            seats = range(self.settings.players)
            rehearse(self.settings.board, [self._seated(name, seat, HURRY) for seat in seats])

    def play_set(self, number: int) -> Played:
        games = [self._play_game(pairing) for pairing in set_games(self.settings, number)]
        return Played(
            number,
            np.concatenate([game.rows for game in games]),
            tuple(fault for game in games for fault in game.faults),
            tuple(game.record for game in games if game.record is not None),
            tuple(game.luck for game in games if game.luck is not None),
        )

    def _play_game(self, pairing: Pairing) -> "_PlayedGame":
        settings = self.settings
        seats = zip(pairing.entry_by_seat, pairing.bot_seed_by_seat, strict=True)
        names = settings.entries
        bots = [self._seated(names[entry], seed, settings.seconds) for entry, seed in seats]
        try:
            referee = Referee(settings.board, bots, pairing.deal)
            scribe = self._scribe(pairing) if self._job.wants_records else None
            luck = TableLuck(settings.board, settings.players) if settings.luck_adjusted else None
            referee.play(_All([notes for notes in (scribe, luck) if notes is not None]))
            rows = referee.rows()
        finally:
            close_all(bots)
        rows["set"], rows["rotation"] = pairing.set, pairing.rotation
        rows["entry"] = pairing.entry_by_seat
        record = None if scribe is None else scribe.text(referee.core, rows["score"].tolist())
        shares = None if luck is None else tuple(luck.by_seat(referee.core))
        return _PlayedGame(rows, _faults(pairing, bots), record, shares)

    def _seated(self, name: str, seed: int, seconds: float) -> Guard:
        return seat_bot(self._job.make, name, seed, seconds)

    def _scribe(self, pairing: Pairing) -> Scribe:
        settings = self.settings
        names = [settings.names[entry] for entry in pairing.entry_by_seat]
        notes = {
            "arena": f"set {pairing.set}, game {pairing.rotation + 1} of {settings.players}",
            "bots": json.dumps(names),
            "seats": _seats_note(names),
        }
        return Scribe(settings.board, pairing.deal, notes)


@dataclass(frozen=True)
class _PlayedGame:
    rows: Rows
    faults: list[Fault]
    record: str | None
    luck: tuple[float, ...] | None


@dataclass(frozen=True)
class _All:
    """Several that take a game down."""

    notes: Sequence[Notes]

    def note(self, core: GameCore, action: ActionId) -> None:
        for one in self.notes:
            one.note(core, action)


@lru_cache(maxsize=4)
def _loaded(settings: str) -> MatchSettings:
    return read_settings(json.loads(settings))


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


def _seats_note(names: Sequence[str]) -> str:
    """Who sat where, as the terminal reads it: no two seats have the same name."""
    return ",".join(write_seat(f"{name} {seat}", name) for seat, name in enumerate(names, 1))
