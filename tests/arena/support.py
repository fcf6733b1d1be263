"""Bots for matches in tests: quick ones, and ones that misbehave."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from anden.arena import MatchSettings
from anden.boards import load_board
from anden.bots import Bot, RecordBot, make_bot
from anden.game import Action, DrawCard, View
from anden.kernel import legal_words
from anden.kernel.playout import count_actions, nth_action
from anden.referee import ROW, Rows


class QuickBot(RecordBot):
    """Any legal action, in microseconds."""

    def choose_id(self, tables: Any, record: Any) -> int:
        words = legal_words(tables, record)
        return int(nth_action(words, self.random.randrange(count_actions(words))))


class FirstBot(RecordBot):
    """Always the first legal action."""

    def choose_id(self, tables: Any, record: Any) -> int:
        return int(nth_action(legal_words(tables, record), 0))


class CrashBot(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        raise RuntimeError("no idea")


class QuitBot(RecordBot):
    def choose_id(self, tables: Any, record: Any) -> int:
        raise SystemExit(3)


class IllegalBot(RecordBot):
    """Names a station on boards that have none; and writes into what it is shown."""

    def choose_id(self, tables: Any, record: Any) -> int:
        record["stations_left"][:] = 3
        record["phase"] = 1
        return 256


class ForgerBot(Bot):
    """Draws a colour whether it lies there or not."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        view.state["row"][:] = 0
        view.state["phase"] = 1
        return DrawCard(view.board.cards.colours[0].id)


class GarbageBot(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Any:
        return "draw deck"


class GarbageIdBot(RecordBot):
    def choose_id(self, tables: Any, record: Any) -> Any:
        return 1.5


class DyingBot(QuickBot):
    """Takes its process down with it the first time it is asked, by the file it leaves."""

    mark = Path()

    def choose_id(self, tables: Any, record: Any) -> int:
        if self.seconds > 0.01 and not self.mark.exists():  # not while warming up
            self.mark.touch()
            os._exit(9)
        return super().choose_id(tables, record)


class DeadBot(QuickBot):
    """Takes its process down with it every time."""

    def choose_id(self, tables: Any, record: Any) -> int:
        if self.seconds > 0.01:
            os._exit(9)
        return super().choose_id(tables, record)


BOTS: dict[str, type[Bot]] = {
    "quick": QuickBot,
    "quick2": QuickBot,
    "first": FirstBot,
    "crash": CrashBot,
    "quit": QuitBot,
    "illegal": IllegalBot,
    "forger": ForgerBot,
    "garbage": GarbageBot,
    "garbage_id": GarbageIdBot,
    "dead": DeadBot,
}


def make(name: str, seed: int, seconds: float) -> Bot:
    """One of these bots, or a regular one; `dying:FILE` leaves that file."""
    if name == "absent":
        raise OSError("not here")
    if name.startswith("dying:"):
        bot = DyingBot(seed, seconds)
        bot.mark = Path(name.partition(":")[2])
        return bot
    return BOTS[name](seed, seconds) if name in BOTS else make_bot(name, seed, seconds)


def settings(*bots: str, players: int = 2, board: str = "london", seed: int = 0) -> MatchSettings:
    return MatchSettings(load_board(board), bots, players, seed)


def without_times(rows: Rows) -> list[Any]:
    """What must be the same wherever and however a match is played."""
    copy = rows.copy()
    copy["seconds"] = 0
    return [str(row) for row in copy.reshape(-1)]


def made_up_rows(games: Sequence[Sequence[tuple[int, int]]], players: int = 2) -> Rows:
    """Rows of games told as (entry, score) by seat; `players` games in a row are a set."""
    rows = np.zeros((len(games), players), ROW)
    for index, game in enumerate(games):
        scores = [score for _, score in game]
        for seat, (entry, score) in enumerate(game):
            row = rows[index, seat]
            row["set"], row["rotation"] = divmod(index, players)
            row["seat"], row["entry"], row["score"] = seat, entry, score
            row["rank"] = 1 + sum(other > score for other in scores)
            row["route_points"] = score
            row["moves"] = 1
    return rows
