"""One chance event: what came, less what was to be expected of all that could have come."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from anden.core.game_core import tables_array
from anden.game.actions import ClaimRoute
from anden.game.notation import kind_name
from anden.kernel.ids import Seat
from anden.kernel.layout import WILD
from anden.strategy.appraisal import is_end_near

from . import chance
from .evaluator import NOTHING, Evaluator, Floats, Value, summed_up
from .timeline import Step, views_of

# Deals at effort 1: for every card that could have come, far from the end and near it; as many more
# that the network judges, where there is one, far from the end; and for events that are not a card.
FAR, NEAR, JUDGED, OTHER = 48, 400, 20, 800

# Most cards are worth less than so few deals can tell. So what deals say is weighed against what is
# likely beforehand: PART of what the network makes of a card, give or take FAR_SPREAD; near the end
# nothing, give or take NEAR_SPREAD. Fitted by `benchmarks.review_summary cards`.
PART, FAR_SPREAD, NEAR_SPREAD = 0.55, 0.03, 0.055


@dataclass(frozen=True)
class Luck:
    """What an event was worth. `rest` is what exact chances add to those that deals met."""

    luck: Value
    rest: Value = NOTHING
    outcomes: list[tuple[str, float, float, bool]] = field(default_factory=list)
    # of each: its name, its chance, the luck if it comes, and whether it came


def measure_luck(evaluator: Evaluator, step: Step, seat: Seat, effort: float) -> Luck:
    """Of a step that is a chance event for the seat."""
    if chance.is_enumerable(step, seat):
        return _cards(evaluator, step, seat, effort)
    deals = round(OTHER * effort)
    before = evaluator.values(views_of(step.before), seat, [step.whole], deals=deals)
    shares = before.shares[:, 0]
    if isinstance(step.action, ClaimRoute):
        return _tunnel(evaluator, step, seat, shares, before.surcharges[:, 0])
    after = evaluator.values(views_of(step.after), seat, deals=deals).shares[:, 0]
    return Luck(summed_up(after - shares))


def _cards(evaluator: Evaluator, step: Step, seat: Seat, effort: float) -> Luck:
    """All cards that could have come, on the same deals."""
    tables = tables_array(evaluator.board)[0]
    is_near = bool(is_end_near(tables, step.before.state))
    found = chance.outcomes(step, seat, tables)
    chances = np.array([outcome.chance for outcome in found])

    played, judged = [], []
    for views in (outcome.views for outcome in found):  # what the seat sees is looked at once
        deals = round((NEAR if is_near else FAR) * effort)
        played.append(evaluator.values(views, seat, deals=deals).shares[:, 0])
        if evaluator.has_judge and not is_near:
            deals = round(JUDGED * effort)
            judged.append(evaluator.values(views, seat, deals=deals, is_judged=True).shares[:, 0])
    likely = PART * _gains(judged, chances).mean(axis=1) if judged else np.zeros(len(found))
    gains = _gains(played, chances)
    luck = weighed(gains, likely, chances, NEAR_SPREAD if is_near else FAR_SPREAD)
    actual = views_of(step.after).tobytes()
    came = [outcome.views.tobytes() == actual for outcome in found]
    outcomes = [
        (kind_name(evaluator.board, each.kind), each.chance, told.mean, is_it)
        for each, told, is_it in zip(found, luck, came, strict=True)
    ]
    return Luck(luck[came.index(True)], outcomes=outcomes)


def _gains(shares: list[Floats], chances: Floats) -> Floats:
    """By card and deal, over what was to be expected."""
    expected: Floats = np.array(shares) - chances @ np.array(shares)
    return expected


def weighed(played: Floats, likely: Floats, chances: Floats, spread: float) -> list[Value]:
    """What deals say of each card, weighed against what was likely; nothing in the mean.

    The weight follows from all cards, not from the one that came: so luck stays nothing in the
    mean, whatever the network thinks.
    """
    errors = played.var(axis=1, ddof=1) / played.shape[1]
    noise = float(chances @ errors)
    weight = spread**2 / (spread**2 + noise)
    means = likely + weight * (played.mean(axis=1) - likely)
    doubts = np.hypot(weight * np.sqrt(errors), (1 - weight) * spread)
    return [Value(float(mean), float(doubt)) for mean, doubt in zip(means, doubts, strict=True)]


def _tunnel(evaluator: Evaluator, step: Step, seat: Seat, shares: Floats, surcharges: Any) -> Luck:
    """By surcharge, with exact chances; one that no deal met counts as the others do."""
    assert isinstance(step.action, ClaimRoute)
    payment, board = step.action.payment, evaluator.board
    colour = WILD if payment.colour is None else board.colour_index(payment.colour)
    tables = tables_array(board)[0]
    odds = np.array(chance.surcharge_chances(step.before.state, seat, tables, colour))
    met = [number for number in range(len(odds)) if (surcharges == number).any()]
    chances = odds[met] / odds[met].sum()
    values = [summed_up(shares[surcharges == number]) for number in met]
    expected = float(chances @ [value.mean for value in values])
    came = int(step.after.state["surcharge"]) if step.after.tunnel else 0
    sampled = np.select([surcharges == number for number in met], [v.mean for v in values])
    rest = Value(expected - float(shares.mean()), summed_up(sampled).error)
    outcomes = [
        (str(number), float(odds[number]), value.mean - expected, number == came)
        for number, value in zip(met, values, strict=True)
    ]
    if came not in met:
        met, chances = [*met, came], np.append(chances, 0.0)
        values.append(evaluator.value(views_of(step.after), seat, len(shares)))
    place = met.index(came)
    parts = np.where(np.arange(len(met)) == place, 1 - chances, chances)
    error = math.hypot(*(parts * [value.error for value in values]))
    return Luck(Value(values[place].mean - expected, error), rest, outcomes)
