"""A match whose searches take as long as they need: `python -m benchmarks.patient champion mcts`.

For busy machines, where the clock would cut searches short: here each simulates all its steps.
The first bot plays every seat of each deal in turn, the second bot all the others. Every game is
a line of JSON in the file `--out`; `python -m benchmarks.styles FILE` sums up how they were played.
"""

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from anden.arena.intervals import share_interval
from anden.boards import load_board
from anden.bots import make_bot
from anden.bots.base import Bot, RecordBot
from anden.bots.mcts_bot import MctsBot
from anden.core import GameCore, game_seed
from anden.kernel.actions import DRAW_TICKETS
from anden.kernel.layout import TURN

SOURCES = ("route_points", "ticket_points", "longest_points", "station_points", "district_points")

Game = dict[str, Any]  # what is written of one


@dataclass(frozen=True)
class Match:
    bot: str
    rivals: str
    board: str = "usa"
    players: int = 2
    time_ms: int = 200
    seed: int = 11
    changes: tuple[str, ...] = ()  # of the first bot's settings, each a text NAME=VALUE


def patient(name: str, seed: int, seconds: float, changes: tuple[str, ...] = ()) -> RecordBot:
    bot: Bot = make_bot(name, seed, seconds)
    assert isinstance(bot, RecordBot)
    if isinstance(bot, MctsBot):
        bot.watches_clock = False
    for change in changes:
        setting, _, value = change.partition("=")
        setattr(bot, setting, type(getattr(bot, setting))(float(value)))
    return bot


class Seat:
    """A bot at the table, and what it did so far."""

    def __init__(self, name: str, bot: RecordBot) -> None:
        self.name, self._bot = name, bot
        self.decisions = self.turns = self.drawn = 0
        self.seconds = 0.0

    def play(self, core: GameCore) -> None:
        view = core.seen_by(core.seat)[0]
        start = perf_counter()
        action = self._bot.choose_id(core.tables, view)
        self.seconds += perf_counter() - start
        self.decisions += 1
        self.turns += core.phase == TURN
        self.drawn += action == DRAW_TICKETS
        core.step(action)

    def told(self, core: GameCore, at: int) -> dict[str, Any]:
        result, state = core.results[0], core.state
        kept = int(state["tickets"][at])
        return {
            "bot": self.name,
            "total": int(result["total"][at]),
            **{source: int(result[source][at]) for source in SOURCES},
            "kept": kept.bit_count(),
            "completed": int(result["completed"][at]).bit_count(),
            "drawn": self.drawn,
            "turns": self.turns,
            "pieces": int(state["pieces"][at]),
            "cards": int(state["hand_size"][at]),
            "decisions": self.decisions,
            "seconds": round(self.seconds, 4),
        }


def play_game(match: Match, deal: int, place: int) -> Game:
    """One game, the first bot in seat `place`."""
    core = GameCore(load_board(match.board), match.players)
    core.deal(game_seed(match.seed, deal), 0)
    seats = []
    for at in range(match.players):
        is_first = at == place
        name, changes = (match.bot, match.changes) if is_first else (match.rivals, ())
        seats.append(Seat(name, patient(name, 100 * deal + at, match.time_ms / 1000, changes)))
    while not core.is_over:
        seats[core.seat].play(core)
    ranks = core.score()["rank"][: match.players]
    share = float(ranks[place] == 1) / int((ranks == 1).sum())
    told = [seat.told(core, at) for at, seat in enumerate(seats)]
    return {**asdict(match), "deal": deal, "place": place, "share": share, "seats": told}


def play_deal(match: Match, deal: int) -> list[Game]:
    """Every seat in turn."""
    return [play_game(match, deal, place) for place in range(match.players)]


def share_of(games: list[Game]) -> str:
    """The first bot's wins, with the interval over deals."""
    deals = sorted({game["deal"] for game in games})
    won = np.array([sum(g["share"] for g in games if g["deal"] == deal) for deal in deals])
    counts = np.array([float(sum(g["deal"] == deal for g in games)) for deal in deals])
    low, high = share_interval(won, counts) or (0.0, 1.0)
    return f"{len(games)} games: {won.sum() / counts.sum():.1%} ({low:.1%} to {high:.1%})"


def play_deals(match: Match, deals: range, workers: int) -> Iterator[list[Game]]:
    """Deal by deal, in order."""
    play = partial(play_deal, match)
    if workers == 1:
        yield from map(play, deals)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play, deals)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot")
    parser.add_argument("rivals")
    parser.add_argument("--board", default="usa")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="deal to begin with")
    parser.add_argument("--time-ms", type=int, default=200)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, help="file to which games are added")
    parser.add_argument(
        "--set", action="append", default=[], help="NAME=VALUE, of the first bot's settings"
    )
    wanted = parser.parse_args()
    names = (wanted.bot, wanted.rivals, wanted.board, wanted.players)
    match = Match(*names, wanted.time_ms, wanted.seed, tuple(wanted.set))
    deals = range(wanted.first, wanted.first + wanted.deals)
    games: list[Game] = []
    with ExitStack() as stack:
        out = stack.enter_context(wanted.out.open("a")) if wanted.out else None
        for played in play_deals(match, deals, wanted.workers):
            games += played
            print(share_of(games), flush=True)
            if out is not None:
                out.writelines(json.dumps(game) + "\n" for game in played)
                out.flush()


if __name__ == "__main__":
    main()
