"""What a worker does: plays the games of a part, wherever it runs."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

import anden
from anden.bots import make_bot
from anden.bots.guard import Guard
from anden.core import split_seed
from anden.core.compiled.whole_games import BOT_GAME, FULL, NO_ROWS, play_game
from anden.core.game_core import tables_array
from anden.envs.spaces import observation_size
from anden.referee import BotMaker, Referee, close_all, rehearse, seat_bot
from anden.referee.seating import HURRY
from anden.workers import check_version

from .parts import Part, Scores, encode_part
from .rows import RESULTS, CountNotes, RowNotes, Rows
from .settings import DatasetSettings, read_settings, write_settings
from .styles import is_compiled, styles_of


@dataclass(frozen=True)
class DataJob:
    """Games as they are sent to workers, which find `make` by its name."""

    settings: str
    wants_rows: bool = True
    make: BotMaker = make_bot
    version: str = anden.__version__

    def worker(self) -> "DataWorker":
        return DataWorker(self)


def make_job(
    settings: DatasetSettings, wants_rows: bool = True, make: BotMaker = make_bot
) -> DataJob:
    return DataJob(json.dumps(write_settings(settings)), wants_rows, make)


class DataWorker:
    """Plays the parts of one job."""

    def __init__(self, job: DataJob) -> None:
        check_version(job.version)
        self.settings = _loaded(job.settings)
        self._job = job
        self._rows = Rows(observation_size(self.settings.board, self.settings.players))
        is_fast = job.make is make_bot and all(map(is_compiled, self.settings.bots))
        self._play = _CompiledGames(self.settings).play if is_fast else self._play_guarded
        self._is_fast = is_fast
        self._forfeits = 0

    def warm_up(self) -> None:
        """Lets the bots load and compile what they need, before their time is measured."""
        if self._is_fast:
            self._play(0, self._rows)
        else:
            rehearse(self.settings.board, self._bots(0, HURRY))

    def play_set(self, number: int) -> Part:
        """The part of this number."""
        rows = self._rows
        rows.clear()
        self._forfeits = 0
        wanted = rows if self._job.wants_rows else None
        played = [self._play(game, wanted) for game in self.settings.games_of(number)]
        scores = Scores(
            [results["score"].tolist() for _, results in played],
            [results["rank"].tolist() for _, results in played],
            [decisions for decisions, _ in played],
            self._forfeits,
        )
        if wanted is None:
            return Part(number, scores)
        return Part(number, scores, encode_part(rows.columns(), rows.size, scores))

    def _play_guarded(self, game: int, rows: Rows | None) -> tuple[int, Any]:
        """A game of any bots: its decisions, and its results by seat."""
        settings = self.settings
        notes = CountNotes() if rows is None else RowNotes(rows)
        bots = self._bots(game, settings.seconds)
        try:
            referee = Referee(settings.board, bots, settings.deal_seed(game))
            referee.play(notes)
            found = referee.rows()
        finally:
            close_all(bots)
        self._forfeits += int(found["forfeits"].sum())
        results = np.zeros(settings.players, RESULTS)
        results["score"], results["rank"] = found["score"], found["rank"]
        if rows is not None:
            rows.finish(game, notes.decisions, results)
        return notes.decisions, results

    def _bots(self, game: int, seconds: float) -> list[Guard]:
        settings = self.settings
        return [
            seat_bot(self._job.make, name, settings.bot_seed(game, seat), seconds)
            for seat, name in enumerate(settings.bot_by_seat)
        ]


class _CompiledGames:
    """Games of compiled bots only."""

    def __init__(self, settings: DatasetSettings) -> None:
        self._settings = settings
        self._tables_array = tables_array(settings.board)
        self._games = np.zeros(1, BOT_GAME)
        self._games["players"] = settings.players
        self._no_rows = Rows(0)

    def play(self, game: int, rows: Rows | None) -> tuple[int, Any]:
        settings, players = self._settings, self._settings.players
        seeds = [settings.bot_seed(game, seat) for seat in range(players)]
        styles = styles_of(settings.bot_by_seat, seeds, self._tables_array[0])
        self._games["styles"][0, :players] = styles
        while (decisions := self._try(settings.deal_seed(game), rows)) == FULL:
            if rows is not None:
                rows.grow()
        result = self._games["result"][0]
        results = np.zeros(players, RESULTS)
        results["score"], results["rank"] = result["total"][:players], result["rank"][:players]
        if rows is not None:
            rows.finish(game, decisions, results)
        return decisions, results

    def _try(self, seed: int, rows: Rows | None) -> int:
        at, target = (NO_ROWS, self._no_rows) if rows is None else (rows.length, rows)
        seeds = split_seed(seed)
        return int(play_game(self._tables_array, self._games, *seeds, target.arrays, at))


@lru_cache(maxsize=4)
def _loaded(settings: str) -> DatasetSettings:
    return read_settings(json.loads(settings))
