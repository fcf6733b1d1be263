"""What reviews come to in games of bots: `python -m benchmarks.review_games WHAT --out FILE`.

`values`: at a few moments of many games, what the evaluator expected and what came. `levels`: what
bots that play against themselves lose by their decisions; `reviews`: whole reviews of such games;
`luck`: the cards that a seat saw.
Every game is a line of JSON in the file; the same command resumes where it stopped, and ends after
`--minutes`.
"""

import argparse
import json
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from anden.boards import Board, load_board
from anden.bots import make_bot
from anden.bots.asking import ask
from anden.core.game_core import GameCore
from anden.game import Game, Record
from anden.kernel.layout import TURN
from anden.review import Evaluator, ReviewJob, review_of
from anden.review.job import LEAST_EFFORT

TABLES = (("usa", 2), ("europe", 2), ("london", 2), ("usa", 4), ("europe", 3), ("london", 3))
FIELD = ("easy", "medium", "hard", "planner")
LEVELS = ("easy", "medium", "hard", "expert")
MOMENTS = 3  # of a game, in the mean
TURNS = {"usa": 90, "europe": 90, "london": 35}  # of a game of two, about
DEALS = 32
SECONDS = 0.05  # of a bot that searches
SAMPLE = 12  # decisions of a game


def value_line(seed: int, number: int) -> dict[str, Any]:
    """A game of bots in random seats, and random moments in it."""
    name, players = TABLES[number % len(TABLES)]
    luck = Random(f"review values {seed} {number}")
    evaluator = evaluator_for(name, players)
    facts = {"number": number, "board": name, "players": players}
    return facts | _values(evaluator.board, players, evaluator, luck)


@cache
def evaluator_for(board: str, players: int) -> Evaluator:
    return Evaluator(load_board(board), players)


def _values(board: Board, players: int, evaluator: Evaluator, luck: Random) -> dict[str, Any]:
    names = [luck.choice(FIELD) for _ in range(players)]
    core, chance = GameCore(board, players), MOMENTS / TURNS[board.id]
    core.deal(luck.getrandbits(120))
    bots = [make_bot(name, luck.getrandbits(60)) for name in names]
    seen = []
    while not core.is_over:
        views, _ = core.look()
        if core.phase == TURN and luck.random() < chance:
            seat = luck.randrange(players)
            value = evaluator.value(core.seen_by(seat), seat, DEALS)
            seen.append(
                [seat, round(value.mean, 4), round(value.error, 4), int(core.state["turn"])]
            )
        core.step(bots[core.seat].choose_id(core.tables, views[0]))  # type: ignore[attr-defined]
    is_first = core.score()["rank"][:players] == 1
    shares = (is_first / is_first.sum()).tolist()
    return {"moments": [[*moment, shares[moment[0]]] for moment in seen]}


def level_line(seed: int, number: int) -> dict[str, Any]:
    """What a level loses by its decisions in a game against itself, one seat of it: a sample of
    them, since games differ more than decisions do.
    """
    level, record, seat = _self_play(seed, number)
    job = ReviewJob(record, seat)
    decisions = [piece for piece in job.pieces if piece.key.startswith("d")]
    sample = Random(f"decisions {seed} {number}").sample(decisions, min(SAMPLE, len(decisions)))
    losses = []
    for piece in sorted(sample, key=lambda piece: int(piece.key[1:])):
        found = piece.work()
        losses.append([int(piece.key[1:]), found["loss"], found["loss_se"]])
    facts = {"number": number, "level": level, "evaluator": job.evaluator.version}
    return facts | {"board": record.board.id, "players": record.players, "losses": losses}


def review_line(seed: int, number: int) -> dict[str, Any]:
    """A review of one seat of a game in which a level plays against itself."""
    level, record, seat = _self_play(seed, number)
    start = time.process_time()
    review = review_of(ReviewJob(record, seat))
    told = review.as_json()
    for part in ("chance", "curve", "moves"):
        del told[part]
    events = [[e.event, e.mover == seat, e.luck.mean, e.luck.error] for e in review.chance]
    moves = [move for move in review.moves if move.kind != "forced"]
    losses = [[m.number, m.loss.mean, m.loss.error, m.kind] for m in moves]
    seconds = time.process_time() - start
    facts = {"number": number, "level": level, "events": events, "losses": losses}
    return facts | {"seconds": seconds} | told


def luck_line(seed: int, number: int) -> dict[str, Any]:
    """The luck of the cards that one seat of a game of `medium` saw, summed up; London."""
    luck = Random(f"review luck {seed} {number}")
    game = Game("london", 2, luck.getrandbits(120))
    bots = [make_bot("medium", luck.getrandbits(60)) for _ in range(2)]
    while game.to_act is not None:
        game.play(ask(bots[game.to_act], game.view(game.to_act)))
    job = ReviewJob(game.record(), luck.randrange(2), LEAST_EFFORT)
    total, events = 0.0, 0
    for piece in job.pieces:
        if piece.key.startswith(("v", "c")):
            job.found[piece.key] = piece.work()
        if piece.key.startswith("c"):
            after = job.shares(int(piece.key[1:])).mean()
            total += float(after) - sum(job.found[piece.key]["expected"]) / job.measuring
            events += 1
    return {"number": number, "luck": round(total, 5), "events": events}


def _self_play(seed: int, number: int) -> tuple[str, Record, int]:
    """A level, a game of it against itself, and the seat to review."""
    level = LEVELS[number % len(LEVELS)]
    name, players = TABLES[number // len(LEVELS) % 3]
    luck = Random(f"reviews {seed} {number}")
    game = Game(name, players, luck.getrandbits(120))
    bots = [make_bot(level, luck.getrandbits(60), SECONDS) for _ in range(players)]
    while game.to_act is not None:
        game.play(ask(bots[game.to_act], game.view(game.to_act)))
    return level, game.record(), luck.randrange(players)


LINES = {"luck": luck_line, "values": value_line, "levels": level_line, "reviews": review_line}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=LINES)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=7)
    parser.add_argument("--games", type=int, default=10**6)
    parser.add_argument("--seed", type=int, default=77)
    options = parser.parse_args()
    line_of = LINES[options.what]
    done = len(options.out.read_text("utf-8").splitlines()) if options.out.exists() else 0
    end = time.monotonic() + 60 * options.minutes
    with options.out.open("a", encoding="utf-8") as out:
        for number in range(done, options.games):
            if time.monotonic() > end:
                break
            print(json.dumps(line_of(options.seed, number)), file=out, flush=True)


if __name__ == "__main__":
    main()
