"""What reviews come to in games of bots: `python -m benchmarks.review_games WHAT --out FILE`.

`values`: at a few moments of many games, what the evaluator expected and what came. `levels`: what
bots that play against themselves lose by their decisions, `large` at tables of three to five;
`truth`: the mistakes found in such games, measured again on many other deals; `reviews`: whole
reviews of such games; `luck`: the cards that a seat saw; `cards`: some of them, as the network
judges them and on many deals; `hidden`: what knowing the cards of others would do to values.
Every game is a line of JSON in the file; the same command resumes where it stopped, and ends after
`--minutes`.
"""

import argparse
import json
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import numpy as np

from anden.boards import Board, load_board
from anden.bots import make_bot
from anden.bots.asking import ask
from anden.core.game_core import GameCore, tables_array
from anden.game import Game, Record
from anden.kernel.ids import Seat
from anden.kernel.layout import MAX_TICKETS, TURN, Records
from anden.review import Evaluator, ReviewJob, review_of
from anden.review.chance import is_enumerable, outcomes
from anden.review.decision import measure_decision
from anden.review.evaluator import summed_up
from anden.review.job import LEAST_EFFORT
from anden.review.judging import GOOD, kind_of
from anden.review.timeline import views_of
from anden.strategy.appraisal import is_end_near

TABLES = (("usa", 2), ("europe", 2), ("london", 2), ("usa", 4), ("europe", 3), ("london", 3))
LARGE_TABLES = (
    *(("usa", players) for players in (3, 4, 5)),
    *(("europe", players) for players in (3, 4, 5)),
    *(("london", players) for players in (3, 4)),
)
Tables: TypeAlias = tuple[tuple[str, int], ...]  # boards and numbers of players

FIELD = ("easy", "medium", "hard", "planner")
LEVELS = ("easy", "medium", "hard", "expert")
MOMENTS = 3  # of a game, in the mean
TURNS = {"usa": 90, "europe": 90, "london": 35}  # of a game of two, about
DEALS = 320
OTHER_SEED, TRUTH_DEALS = 9, 2000
CARDS, JUDGED_DEALS, CARD_DEALS = 4, 96, 1200
SECONDS = 0.05  # of a bot that searches
SAMPLE = 12  # decisions of a game
LARGE_SAMPLE = 8


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


def hidden_line(seed: int, number: int) -> dict[str, Any]:
    """A moment of a game of planners: the values of all seats added up, with rivals' tickets and
    hands dealt from what a seat knows, with the true tickets, and with all as it is.
    """
    name, players = TABLES[number % len(TABLES)]
    luck = Random(f"review hidden {seed} {number}")
    core, evaluator = GameCore(load_board(name), players), _evaluator_that_knows(name, players)
    core.deal(luck.getrandbits(120))
    bots = [make_bot("planner", luck.getrandbits(60)) for _ in range(players)]
    end = luck.randrange(3, TURNS[name] * players // 3)
    while not core.is_over and (core.phase != TURN or int(core.state["turn"]) < end):
        core.step(bots[core.seat].choose_id(core.tables, core.look()[0][0]))  # type: ignore[attr-defined]
    sums = [0.0, 0.0, 0.0]
    for seat in [] if core.is_over else range(players):
        for place, (tickets, hands) in enumerate(((False, False), (True, False), (True, True))):
            views = core.seen_by(seat)
            if hands:
                views["known"] = core.states["hand"]
            evaluator.tickets = core.state["tickets"].tolist() if tickets else None
            sums[place] += evaluator.value(views, seat, DEALS).mean
    return {"number": number, "board": name, "players": players, "sums": sums}


class _Knowing(Evaluator):
    """Deals rivals the tickets that it is told, if any."""

    tickets: list[int] | None = None

    def _look(self, views: Records, seat: Seat) -> None:
        self._looked_at = None
        super()._look(views, seat)
        if self.tickets is not None:
            weights = self._searches[0]["ticket_weights"]
            for rival, held in enumerate(self.tickets):
                weights[rival] = [1.0 if held >> n & 1 else 1e-9 for n in range(MAX_TICKETS)]


@cache
def _evaluator_that_knows(board: str, players: int) -> _Knowing:
    return _Knowing(load_board(board), players)


def level_line(seed: int, number: int) -> dict[str, Any]:
    """What a level loses by its decisions in a game against itself, one seat of it: a sample of
    them, since games differ more than decisions do.
    """
    return _level_line(seed, number, TABLES, SAMPLE)


def large_level_line(seed: int, number: int) -> dict[str, Any]:
    """The same at all tables of three to five."""
    return _level_line(seed, number, LARGE_TABLES, LARGE_SAMPLE)


def _level_line(seed: int, number: int, tables: Tables, size: int) -> dict[str, Any]:
    level, record, seat = _self_play(seed, number, tables)
    job = ReviewJob(record, seat)
    decisions = [piece for piece in job.pieces if piece.key.startswith("d")]
    sample = Random(f"decisions {seed} {number}").sample(decisions, min(size, len(decisions)))
    losses = []
    for piece in sorted(sample, key=lambda piece: int(piece.key[1:])):
        losses.append([int(piece.key[1:]), *piece.work()["loss"]])
    facts = {"number": number, "level": level, "evaluator": job.evaluator.version}
    return facts | {"board": record.board.id, "players": record.players, "losses": losses}


def truth_line(seed: int, number: int) -> dict[str, Any]:
    """What was shown as a mistake in such a game, and what other deals say of it."""
    level, record, seat = _self_play(seed, number)
    job = ReviewJob(record, seat)
    other = Evaluator(record.board, record.players, seed=OTHER_SEED)
    shown, start = [], time.process_time()
    for step in filter(job.is_decision, job.timeline.steps):
        views = views_of(step.before)
        found = measure_decision(job.evaluator, views, seat, step.whole, job.effort)
        if kind_of(found.loss) != GOOD:
            shares = other.values(views, seat, [found.best, step.whole], deals=TRUTH_DEALS).shares
            again = summed_up(shares[:, 0] - shares[:, 1])
            shown.append([step.number, *found.loss, *again])
    facts = {"number": number, "level": level, "seconds": time.process_time() - start}
    return facts | {"board": record.board.id, "players": record.players, "shown": shown}


def card_line(seed: int, number: int) -> dict[str, Any]:
    """Some of the cards that a seat saw: each that could have come, judged and played out."""
    _, record, seat = _self_play(seed, number)
    job, tables = ReviewJob(record, seat), tables_array(record.board)[0]
    events = [step for step in job.timeline.steps if is_enumerable(step, seat)]
    events = [step for step in events if job.event_of(step) is not None]
    cards = []
    for step in Random(f"cards {seed} {number}").sample(events, min(CARDS, len(events))):
        found = outcomes(step, seat, tables)
        chances = np.array([each.chance for each in found])
        told = [bool(is_end_near(tables, step.before.state)), chances.tolist()]
        for deals, is_judged in ((JUDGED_DEALS, True), (CARD_DEALS, False)):
            shares = np.array(
                [
                    job.evaluator.values(each.views, seat, deals=deals, is_judged=is_judged).shares
                    for each in found
                ]
            )[:, :, 0]
            gains = shares - chances @ shares
            errors = gains.std(axis=1, ddof=1) / np.sqrt(deals)
            told += [gains.mean(axis=1).tolist(), errors.tolist()]
        cards.append(told)
    facts = {"number": number, "board": record.board.id, "players": record.players}
    return facts | {"cards": cards}


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
        if piece.key.startswith("c"):
            total += piece.work()["luck"][0]
            events += 1
    return {"number": number, "luck": round(total, 5), "events": events}


def _self_play(seed: int, number: int, tables: Tables = TABLES) -> tuple[str, Record, int]:
    """A level, a game of it against itself, and the seat to review."""
    level = LEVELS[number % len(LEVELS)]
    name, players = _table(number, tables)
    luck = Random(f"reviews {seed} {number}")
    game = Game(name, players, luck.getrandbits(120))
    bots = [make_bot(level, luck.getrandbits(60), SECONDS) for _ in range(players)]
    while game.to_act is not None:
        game.play(ask(bots[game.to_act], game.view(game.to_act)))
    return level, game.record(), luck.randrange(players)


def _table(number: int, tables: Tables = TABLES) -> tuple[str, int]:
    return tables[number // len(LEVELS) % len(tables)]


LINES = {
    "values": value_line,
    "levels": level_line,
    "large": large_level_line,
    "truth": truth_line,
    "reviews": review_line,
    "luck": luck_line,
    "cards": card_line,
    "hidden": hidden_line,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=LINES)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=7)
    parser.add_argument("--games", type=int, default=10**6)
    parser.add_argument("--players", type=int, help="levels, truth, reviews and cards: of these")
    parser.add_argument("--seed", type=int, default=77)
    options = parser.parse_args()
    line_of = LINES[options.what]
    lines = options.out.read_text("utf-8").splitlines() if options.out.exists() else []
    done = json.loads(lines[-1])["number"] + 1 if lines else 0
    end = time.monotonic() + 60 * options.minutes
    with options.out.open("a", encoding="utf-8") as out:
        for number in range(done, options.games):
            if options.players not in (None, _table(number)[1]):
                continue
            if time.monotonic() > end:
                break
            print(json.dumps(line_of(options.seed, number)), file=out, flush=True)


if __name__ == "__main__":
    main()
