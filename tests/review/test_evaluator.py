"""What the evaluator saves itself makes no difference to what it finds."""

import numpy as np
import pytest

from anden.boards import load_board
from anden.bots.planner_bot import PlannerBot
from anden.core import GameCore
from anden.kernel.layout import OVER
from anden.review import Evaluator
from anden.review.evaluator import ON_ITS_OWN

pytestmark = pytest.mark.compiled_only


def test_what_the_planner_does_on_its_own_is_what_it_is_taken_for() -> None:
    """Deal by deal, in every phase of a game with tunnels and stations."""
    evaluator, core, bot = (
        Evaluator(load_board("europe"), 2),
        GameCore(load_board("europe"), 2),
        PlannerBot(1),
    )
    core.deal(4)
    phases = set()
    for number in range(400):
        if core.phase == OVER:
            break
        views, _ = core.look()
        if number % 7 == 0 or core.phase not in phases:
            phases.add(core.phase)
            seat, own = core.seat, evaluator.in_deals(views)
            alone = evaluator.values(views, seat, deals=12).shares[:, 0]
            taken = evaluator.values(views, seat, [own], deals=12).shares[:, 0]
            both = evaluator.values(views, seat, [ON_ITS_OWN, own], deals=12).shares
            assert alone.tolist() == taken.tolist()
            assert np.array_equal(both, np.stack([alone, taken], axis=1))
        core.step(bot.choose_id(core.tables, views[0]))
    assert len(phases) >= 4


def test_another_question_in_between_changes_nothing() -> None:
    evaluator, core = Evaluator(load_board("london"), 2), GameCore(load_board("london"), 2)
    core.deal(4)
    views, seat = core.look()[0], core.seat
    before = evaluator.values(views, seat, deals=20).shares
    evaluator.candidates(views)
    assert np.array_equal(evaluator.values(views, seat, deals=20).shares, before)
    evaluator.value(core.seen_by(1 - seat), 1 - seat, 5)
    assert np.array_equal(evaluator.values(views, seat, deals=20).shares, before)
