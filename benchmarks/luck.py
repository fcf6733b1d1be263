"""What luck-adjusted results are worth: `python -m benchmarks.luck play TABLE --out FILE`.

TABLE is a board and the bots of a match, one for each seat: `usa:hard,planner`. `play` plays deals
of it and notes their luck, a deal to a line; the same command resumes, and ends after `--minutes`.
`plain` plays 100,000 games of it without, and prints what the first bot wins. `sum FILE --truth
0.41` tells by how much the variance is smaller, and how often intervals of short matches hold that;
`fit FILE...` fits the numbers of `anden.review.table_luck`.
"""

import argparse
import json
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anden.arena.intervals import mean_interval
from anden.boards import load_board
from anden.bots import make_bot
from anden.bots.base import RecordBot
from anden.bulk.styles import styles_of
from anden.core import GameCore
from anden.core.compiled.whole_games import BOT_GAME, deal_game, play_on
from anden.core.game_core import tables_array
from anden.core.seeds import split_seed
from anden.kernel import RESULT
from anden.kernel.actions import DRAW_DECK, DRAW_TICKETS
from anden.kernel.scoring import final_scores
from anden.review.table_luck import CARD_SPREAD, DEAL, DEAL_SPREAD, LATE, MIDDLE, Event, TableLuck

KINDS = ("deal", "late", "middle", "early", "open", "tickets", "tunnel")
MATCH = 10  # deals of a short match

Floats = NDArray[np.float64]


def deal_line(table: str, seed: int, number: int) -> dict[str, Any]:
    """A deal from every seat: wins, luck, and luck by kind, of the first bot."""
    name, bots = _table(table)
    wins, lucks, kinds, seconds = [], [], [], 0.0
    for rotation in range(len(bots)):
        luck, core = _luck(table, seed, number), GameCore(load_board(name), len(bots))
        core.deal(luck.getrandbits(120))
        seeds = [luck.getrandbits(60) for _ in bots]
        order = [(seat - rotation) % len(bots) for seat in range(len(bots))]
        players = [make_bot(bots[at], seeds[at]) for at in order]
        notes = TableLuck(core.board, len(bots))
        while not core.is_over:
            bot = players[core.seat]
            assert isinstance(bot, RecordBot)
            action = bot.choose_id(core.tables, core.look()[0][0])
            start = time.process_time()
            notes.note(core, action)
            seconds += time.process_time() - start
            core.step(action)
        lucks.append(notes.by_seat(core)[rotation])
        kinds.append([round(float(kind), 6) for kind in _by_kind(notes.events, rotation)])
        wins.append(_share(core.score(), len(bots), rotation))
    facts = {"number": number, "wins": wins, "luck": lucks, "kinds": kinds}
    return facts | {"seconds": round(seconds / len(bots), 3)}


def _table(table: str) -> tuple[str, list[str]]:
    name, _, bots = table.partition(":")
    return name, bots.split(",")


def _luck(table: str, seed: int, number: int) -> Random:
    return Random(f"luck {table} {seed} {number}")


def _share(result: Any, players: int, seat: int) -> float:
    is_first = result["rank"][:players] == 1
    return float(is_first[seat] / is_first.sum())


def _by_kind(events: list[Event], seat: int) -> Floats:
    """What is left of noisy gains, summed up by kind of event."""
    sums = np.zeros(len(KINDS))
    for event in events:
        weighed = event.weighed
        spread = (DEAL_SPREAD if weighed.action == DEAL else CARD_SPREAD) ** 2
        gain = float(event.gains[seat]) * spread / (spread + weighed.noise)
        sums[KINDS.index(_kind_of(event))] += gain
    return sums


def _kind_of(event: Event) -> str:
    action, left = event.weighed.action, event.weighed.left
    if action == DEAL:
        return "deal"
    if action == DRAW_DECK:
        return "late" if left <= LATE else "middle" if left <= MIDDLE else "early"
    return "tickets" if action == DRAW_TICKETS else "open" if action < DRAW_DECK else "tunnel"


def plain(table: str, seed: int, games: int) -> None:
    """What the first bot wins of so many games, each of another deal and from any seat."""
    name, bots = _table(table)
    tables = tables_array(load_board(name))
    game, result = np.zeros(1, BOT_GAME), np.zeros(1, RESULT)
    game["players"] = len(bots)
    shares = np.zeros(games)
    for number in range(games):
        luck = _luck(table, seed, -1 - number)
        rotation = number % len(bots)
        order = [bots[(seat - rotation) % len(bots)] for seat in range(len(bots))]
        seeds = [luck.getrandbits(60) for _ in bots]
        game["styles"][0, : len(bots)] = styles_of(order, seeds, tables[0])
        deal_game(tables, game, *split_seed(luck.getrandbits(120)))
        play_on(tables, game)
        final_scores(tables[0], game[0]["state"], result[0], game[0]["net"])
        shares[number] = _share(result[0], len(bots), rotation)
    error = shares.std(ddof=1) / np.sqrt(games)
    print(f"{table}, {games:,} games: {shares.mean():.4f} ± {error:.4f}")


def read(path: Path) -> tuple[Floats, Floats, Floats, Floats]:
    """By deal and game: wins, luck and luck by kind; and by deal the seconds."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    names = ("wins", "luck", "kinds", "seconds")
    wins, luck, kinds, seconds = (np.array([line[name] for line in lines]) for name in names)
    return wins, luck, kinds, seconds


def tell_sum(path: Path, truth: float | None) -> None:
    wins, luck, _, seconds = read(path)
    rest = wins - luck
    print(f"{wins.size} games, {seconds.mean():.2f} s each to judge")
    for name, values in (("plain", wins), ("adjusted", rest), ("luck", luck)):
        error = values.mean(axis=1).std(ddof=1) / np.sqrt(len(values))
        print(f"{name}: {values.mean():.4f} ± {error:.4f}")
    single, deals = wins.var() / rest.var(), wins.mean(axis=1).var() / rest.mean(axis=1).var()
    print(f"variance smaller by {single:.2f} in games, by {deals:.2f} in deals ±", end=" ")
    print(f"{_error_of_factor(wins.mean(axis=1), rest.mean(axis=1)):.2f}")
    if truth is not None:
        for name, values in (("plain", wins), ("adjusted", rest)):
            held, width = _coverage(values, truth)
            print(f"{name}: {held:.1%} of matches of {MATCH} deals hold {truth}, width {width:.3f}")


def _error_of_factor(wins: Floats, rest: Floats) -> float:
    """By drawing deals again."""
    luck = np.random.default_rng(1)
    picks = luck.integers(0, len(wins), (500, len(wins)))
    return float((wins[picks].var(axis=1) / rest[picks].var(axis=1)).std())


def _coverage(values: Floats, truth: float) -> tuple[float, float]:
    matches = [values[at : at + MATCH] for at in range(0, len(values) - MATCH + 1, MATCH)]
    counts = np.full(MATCH, float(values.shape[1]))
    spans = [mean_interval(match.sum(axis=1), counts) or (0.0, 1.0) for match in matches]
    held = [low <= truth <= high for low, high in spans]
    return float(np.mean(held)), float(np.mean([high - low for low, high in spans]))


def tell_fit(paths: list[Path]) -> None:
    """By kind, the part of the luck that is best taken off; deals apart, which cancel out."""
    for path in paths:
        wins, _, kinds, _ = read(path)
        for name, w, k in (
            ("games", wins.ravel(), kinds.reshape(-1, len(KINDS))),
            ("deals", wins.mean(axis=1), kinds.mean(axis=1)),
        ):
            w, k = w - w.mean(), k - k.mean(axis=0)
            found, *_ = np.linalg.lstsq(k, w, rcond=None)
            left = w - k @ found
            errors = np.sqrt(left.var() * np.diag(np.linalg.pinv(k.T @ k)))
            told = zip(KINDS, found, errors, strict=True)
            print(path.stem, name, *(f"{kind} {b:.2f} ± {e:.2f}" for kind, b, e in told), sep="; ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "plain", "sum", "fit"))
    parser.add_argument("of", nargs="+")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--minutes", type=float, default=7)
    parser.add_argument("--games", type=int, default=100_000, help="plain: how many")
    parser.add_argument("--deals", type=int, default=10**6)
    parser.add_argument("--truth", type=float)
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    if options.what == "sum":
        tell_sum(Path(options.of[0]), options.truth)
    elif options.what == "fit":
        tell_fit([Path(name) for name in options.of])
    elif options.what == "plain":
        plain(options.of[0], options.seed, options.games)
    else:
        _play(options.of[0], options)


def _play(table: str, options: argparse.Namespace) -> None:
    lines = options.out.read_text("utf-8").splitlines() if options.out.exists() else []
    end = time.monotonic() + 60 * options.minutes
    with options.out.open("a", encoding="utf-8") as out:
        for number in range(len(lines), options.deals):
            if time.monotonic() > end:
                break
            print(json.dumps(deal_line(table, options.seed, number)), file=out, flush=True)


if __name__ == "__main__":
    main()
