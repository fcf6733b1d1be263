"""A review says nothing that the seat could not know."""

import json
from dataclasses import replace

import numpy as np
import pytest

from anden.core.game_core import tables_array
from anden.game import Game
from anden.kernel.layout import NUM_KINDS
from anden.review import Evaluator, ReviewJob
from anden.review.chance import is_enumerable, outcomes
from anden.review.timeline import read_timeline, views_of
from tests.review.support import LOW, played

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize("board", ["london", "europe"])
def test_the_card_that_came_is_among_those_that_could_have_come(board: str) -> None:
    """And what the seat then would have known is, byte for byte, what it knew."""
    record = played(board)
    tables = tables_array(record.board)[0]
    checked = 0
    for step in read_timeline(record, 0).steps:
        if not is_enumerable(step, 0):
            continue
        found = outcomes(step, 0, tables)
        assert sum(outcome.chance for outcome in found) == pytest.approx(1)
        came = [o for o in found if o.views.tobytes() == views_of(step.after).tobytes()]
        assert len(came) == 1
        checked += 1
    assert checked > 10


def test_values_are_the_same_whatever_is_hidden() -> None:
    """Cards that the rival holds unseen change places with the deck's: the values stay."""
    record = played("london")
    game = Game.from_header(record)
    for number, move in enumerate(record.moves[:30], 1):
        game.replay_move(number, move)
    state = game.position.state
    view = views_of(game.view(0))
    evaluator = Evaluator(record.board, 2)
    before = evaluator.values(view, 0, deals=6).shares
    kinds = np.flatnonzero(state["hand"][1] > state["known"][1])
    others = np.flatnonzero(state["deck"])
    a, b = int(kinds[0]), int(next(k for k in others if k != kinds[0]))
    for hand, deck in ((a, b), (b, a)):
        state["hand"][1, hand] -= 1 if hand == a else -1
        state["deck"][deck] -= 1 if deck == b else -1
    state["seed"][0] += np.uint64(1)
    assert state["hand"][1].sum() == state["hand_size"][1]
    assert views_of(game.view(0)).tobytes() == view.tobytes()
    assert evaluator.values(views_of(game.view(0)), 0, deals=6).shares.tobytes() == before.tobytes()
    assert len(state["deck"]) == NUM_KINDS


def test_a_review_follows_from_what_the_seat_saw_not_from_the_record() -> None:
    """Another name for the game, another hash of its seed: the same numbers, piece by piece."""
    record = played("london")
    other = replace(record, notes={"arena": "another"})
    one, two = ReviewJob(record, 1, LOW), ReviewJob(other, 1, LOW)
    for job in (one, two):
        for progress in job.run():
            if progress > 0.05:
                break
    assert json.dumps(one.found) == json.dumps(two.found)
