"""One decision: the better move is picked on some deals, and what it gains measured on others."""

from dataclasses import dataclass

import numpy as np

from anden.kernel.ids import Seat
from anden.kernel.layout import Records

from .evaluator import ON_ITS_OWN, Evaluator, Floats, Value, Whole, summed_up
from .judging import GOOD, kind_of

# Deals at effort 1: a glance at every action and a look at those that did best, to choose by; then
# others to measure by. Where the move played may well have been a mistake there are more of them,
# as many as an error of AIM takes, going by how far apart the deals were that chose.
GLANCE, LOOK = 96, 192
PLAIN, MOST = 300, 1200
AIM = 0.016
BEST_OF = 2  # actions that are looked at, besides the one played
DOUBT = 1.0  # standard errors by which a better move leads where it was chosen
MOST_OPTIONS = 6  # that are measured where a mistake was made: an exercise offers them


@dataclass(frozen=True)
class Decision:
    """What a decision came to. All is told by the deals that measure."""

    own: Value  # the view's, as the planner would go on
    gain: Value  # of what was played against that
    loss: Value  # of what was played against the better move
    options: list[tuple[Whole, float, Value]]  # by value and loss, the better move first

    @property
    def best(self) -> Whole:
        return self.options[0][0]


def measure_decision(
    evaluator: Evaluator, views: Records, seat: Seat, played: Whole, effort: float
) -> Decision:
    """What was played against what a planner plays, and against the better move."""
    ranking, number = _choose(evaluator, views, seat, played, effort)
    best = ranking[0]
    options = [best] if best == played else [best, played]
    plain = round(PLAIN * effort)
    first = round(GLANCE * effort) + round(LOOK * effort)

    def measured(wholes: list[Whole], deals: int, after: int = 0) -> Floats:
        return evaluator.values(views, seat, wholes, deals=deals, first_deal=first + after).shares

    shares = measured([ON_ITS_OWN, *options], plain)
    own, shares = shares[:, 0], shares[:, 1:]
    gain = summed_up(shares[:, -1] - own)
    if number > plain:  # to tell a mistake by; what the planner does is not in question
        shares = np.concatenate([shares, measured(options, number - plain, plain)])
    told = [(whole, *_told(shares[:, 0], shares[:, at])) for at, whole in enumerate(options)]
    loss = told[-1][2]
    if kind_of(loss) != GOOD:
        others = [whole for whole in ranking if whole not in options]
        others = others[: MOST_OPTIONS - len(options)]
        more = measured(others, plain) if others else np.zeros((plain, 0))
        told += [(whole, *_told(shares[:plain, 0], more[:, at])) for at, whole in enumerate(others)]
    return Decision(summed_up(own), gain, loss, told)


def _choose(
    evaluator: Evaluator, views: Records, seat: Seat, played: Whole, effort: float
) -> tuple[list[Whole], int]:
    """The actions, the best first, and the number of deals to measure by."""
    wholes = evaluator.candidates(views)
    if played not in wholes:
        wholes.append(played)
    glance, look = round(GLANCE * effort), round(LOOK * effort)
    shares = evaluator.values(views, seat, wholes, deals=glance).shares
    order = np.argsort(-shares.mean(axis=0), kind="stable").tolist()
    finals = sorted({*order[:BEST_OF], wholes.index(played)})
    more = evaluator.values(
        views, seat, [wholes[at] for at in finals], deals=look, first_deal=glance
    )
    shares = np.concatenate([shares[:, finals], more.shares])
    leader = int(shares.mean(axis=0).argmax())
    lead = summed_up(shares[:, leader] - shares[:, finals.index(wholes.index(played))])
    best = finals[leader]
    ranking = [best, *(at for at in order if at != best)]
    deals = float(PLAIN)
    if lead.mean > DOUBT * lead.error:
        deals = min(MOST, max(PLAIN, len(shares) * (lead.error / AIM) ** 2))
    return [wholes[at] for at in ranking], round(deals * effort)


def _told(best: Floats, shares: Floats) -> tuple[float, Value]:
    """An action's value, and what it loses deal by deal against the better move."""
    return float(shares.mean()), summed_up(best - shares)
