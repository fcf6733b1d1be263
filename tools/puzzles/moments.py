"""`moment`: a turn of a real game where one move wins clearly more often than any other.

The evaluator of reviews plays all candidates to the end on the same deals. The best is picked on
some deals and has to hold on those of two other seeds, and in searches against rivals of other
characters.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from anden.bots import make_bot
from anden.bots.base import RecordBot
from anden.bots.levels import BLOCKER, BUILDER, Character, bent
from anden.core.game_core import tables_array
from anden.game import Game
from anden.kernel.ids import Seat
from anden.kernel.layout import Records
from anden.review import Evaluator, Whole
from anden.strategy.numbers import numbers_for
from anden.strategy.race import Race, new_search

from .draft import Draft, choices_of
from .games import to_act

# Deals, each played to its end: for a first glance, to choose by, and to measure by (twice).
GLANCE, LOOK, DEALS = 48, 400, 1500
HOPE = 0.04  # lead at a glance that is worth a look
PROMISE = 0.07  # and after it
LEAD = 0.05  # of winning, that it has at least, as surely as SURE says
SURE = 2.326  # standard errors: 99 %
SEEDS = (2, 3)  # of the evaluators that measure; the one that chooses has 1
RIVALS = (BLOCKER, BUILDER)
BUDGET = 60_000.0  # steps of a search
MOST = 8  # answers to choose from
PLAIN = (("greedy", 1), ("medium", 3))  # bots that must not find it, and how many of each


@dataclass(frozen=True)
class Measured:
    """What every candidate is worth, by deal."""

    wholes: list[Whole]
    shares: np.ndarray[tuple[int, int], np.dtype[np.float64]]

    def lead(self, best: int) -> tuple[float, float]:
        """Over the closest other, at the lower end of what is likely; and its standard error."""
        gains = self.shares[:, [best]] - np.delete(self.shares, best, axis=1)
        errors = gains.std(axis=0, ddof=1) / np.sqrt(len(gains))
        closest = int((gains.mean(axis=0) - SURE * errors).argmin())
        return float(gains.mean(axis=0)[closest]), float(errors[closest])

    @property
    def best(self) -> int:
        return int(self.shares.mean(axis=0).argmax())


def find_moment(game: Game) -> Draft | None:
    """What to do in this turn, where it is clear and not what comes to mind."""
    seat = to_act(game)
    view = game.view(seat)
    views = np.array([view.state])
    chooser = Evaluator(game.board, game.players, seed=1)
    wholes = chooser.candidates(views)
    if len(wholes) < 3 or not _promises(chooser, views, seat, wholes):
        return None
    chosen = measure(chooser, views, seat, wholes, LOOK, GLANCE)
    best = chosen.best
    if chosen.lead(best)[0] < PROMISE:
        return None
    answer = str(view.action_of(_ids(wholes[best])))
    if _is_plain(game, answer):
        return None
    parts = []
    for seed in SEEDS:
        part = measure(Evaluator(game.board, game.players, seed), views, seat, wholes, DEALS)
        if part.best != best:
            return None
        parts.append(part.shares)
    whole = Measured(wholes, np.concatenate(parts))
    lead, error = whole.lead(best)
    if lead - SURE * error < LEAD or not _holds_in_searches(game, views, seat, wholes[best][0]):
        return None
    means = 100 * whole.shares.mean(axis=0)
    kept = sorted(np.argsort(-means)[:MOST].tolist())
    values = {str(view.action_of(_ids(wholes[place]))): float(means[place]) for place in kept}
    measured: dict[str, Any] = {"deals": len(whole.shares), "error": round(100 * error, 2)}
    facts = measured | {"evaluator": chooser.version}
    return Draft("moment", game, choices=choices_of(values), facts=facts)


def measure(
    evaluator: Evaluator,
    views: Records,
    seat: Seat,
    wholes: list[Whole],
    deals: int,
    first_deal: int = 0,
) -> Measured:
    """All candidates on the same deals."""
    values = evaluator.values(views, seat, wholes, deals=deals, first_deal=first_deal)
    return Measured(wholes, values.shares)


def _promises(evaluator: Evaluator, views: Records, seat: Seat, wholes: list[Whole]) -> bool:
    glance = measure(evaluator, views, seat, wholes, GLANCE)
    means = np.sort(glance.shares.mean(axis=0))
    return bool(means[-1] - means[-2] >= HOPE)


def _is_plain(game: Game, answer: str) -> bool:
    """Whether one of the simple bots does it."""
    view = game.view(to_act(game))
    for name, number in PLAIN:
        for seed in range(number):
            bot = make_bot(name, seed)
            assert isinstance(bot, RecordBot)
            if str(bot.choose(view, ())).split(" with ")[0] == answer.split(" with ")[0]:
                return True
    return False


def _holds_in_searches(game: Game, views: Records, seat: Seat, action: int) -> bool:
    return all(_found(game, views, seat, rival) == action for rival in RIVALS)


def _found(game: Game, views: Records, seat: Seat, rival: Character) -> int:
    """What a search finds that plays games to their end, against rivals of this character."""
    tables = tables_array(game.board)
    searches = new_search(tables[0])
    own = searches[0]["styles"]["numbers"][seat].copy()
    searches["styles"]["numbers"] = bent(numbers_for(tables[0]), rival)
    searches[0]["styles"]["numbers"][seat] = own
    race = Race(tables, searches, views, np.uint64(7))
    race.run(BUDGET)
    return race.choice


def _ids(whole: Whole) -> list[int]:
    return [action for action in whole if action >= 0]
