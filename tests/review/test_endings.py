"""Positions whose values can be counted: two standard errors hold what they promise."""

import numpy as np
import pytest

from anden.core.sets import members
from anden.review import ReviewJob
from anden.review.decision import measure_decision
from anden.review.evaluator import ON_ITS_OWN, Evaluator, summed_up
from anden.review.judging import GOOD, kind_of
from anden.review.timeline import views_of
from anden.strategy.appraisal import NO_STEP
from tests.review.support import LOW, played
from tests.support import Table, small_board

pytestmark = pytest.mark.compiled_only

SAMPLES = 300
DEALS = 40
MANY, REPEATS = 4000, 20


def last_turn() -> Table:
    """The last turn of all. Own ticket: 6 points, which claiming its route would complete. The
    rival's is one of five others, and fails: it costs 7 or 9 points in two cases, less in three.
    """
    routes = "a-b 2 red, c-d 6 blue, e-f 6 blue, g-h 6 blue, i-j 6 blue, k-l 6 blue"
    tickets = "a-b 6, c-d 1, e-f 3, g-h 5, i-j 7, k-l 9"
    board = small_board(routes, tickets, stations=None, longest_path=None, tie_breaks=["tickets"])
    table = Table(board).keep_all().holds(0, "a-b").holds(1, "c-d").give(0, red=2)
    table.state["seat"], table.state["last_turns"] = 0, 1
    return table


def test_values_lie_within_two_errors_of_what_can_be_counted() -> None:
    table = last_turn()
    assert len(list(members(table.state["tickets"][1]))) == 1
    views = table.core.seen_by(0)
    claim = (table.action("claim a-b"), NO_STEP)
    draw = (table.action("draw deck"), NO_STEP)
    hits = {"value": 0, "loss": 0}
    means = []
    evaluator = Evaluator(table.board, 2)
    for number in range(SAMPLES):
        first = number * DEALS
        shares = evaluator.values(views, 0, [claim, draw], deals=DEALS, first_deal=first).shares
        assert (shares[:, 0] == 1).all(), "6 points beat every failed ticket"
        value, loss = summed_up(shares[:, 1]), summed_up(shares[:, 0] - shares[:, 1])
        hits["value"] += abs(value.mean - 0.4) <= 2 * value.error
        hits["loss"] += abs(loss.mean - 0.6) <= 2 * loss.error
        means.append(value.mean)
    assert np.mean(means) == pytest.approx(0.4, abs=3 * 0.49 / (SAMPLES * DEALS) ** 0.5)
    for name, number in hits.items():
        assert 0.9 <= number / SAMPLES <= 0.99, name


def test_a_shared_win_counts_by_those_who_share_it() -> None:
    routes, tickets = "a-b 2 red, c-d 6 blue, e-f 6 blue", "a-b 6, c-d 6, e-f 6"
    board = small_board(routes, tickets, stations=None, longest_path=None, tie_breaks=["tickets"])
    table = Table(board).keep_all().holds(0, "c-d").holds(1, "e-f")
    table.state["seat"], table.state["last_turns"] = 0, 1
    shares = Evaluator(board, 2).values(table.core.seen_by(0), 0, [ON_ITS_OWN], deals=5).shares
    assert (shares == 0.5).all()


def test_losses_that_are_shown_lie_within_two_errors_of_what_very_many_deals_say() -> None:
    """Positions of a real game, where a network knows the board: each is measured many times."""
    job = ReviewJob(played("london"), 0)
    steps = list(filter(job.is_decision, job.timeline.steps))[4::4]
    hits, shown = [], []
    for step in steps:
        views = views_of(step.before)
        wholes = job.evaluator.candidates(views)
        truth = (
            Evaluator(job.board, 2, seed=99)
            .values(views, 0, [*wholes, step.whole], deals=MANY)
            .shares
        )
        for seed in range(1, REPEATS + 1):
            found = measure_decision(Evaluator(job.board, 2, seed), views, 0, step.whole, LOW)
            at = wholes.index(found.best) if found.best in wholes else len(wholes)
            again = summed_up(truth[:, at] - truth[:, -1])
            error = np.hypot(found.loss.error, again.error)
            hit = abs(found.loss.mean - again.mean) <= 2 * error
            if found.best != step.whole:
                hits.append(hit)
            if kind_of(found.loss) != GOOD:
                shown.append(again.mean)
    assert len(hits) > 40
    assert np.mean(hits) >= 0.9
    assert len(shown) > 5
    assert np.mean(np.array(shown) > 0) >= 0.95, "what is shown as a mistake is one"
