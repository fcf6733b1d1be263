"""A review says nothing that the seat could not know."""

import json
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from anden.core.game_core import tables_array
from anden.game import Game, Record, replay_steps
from anden.game.replay import ReplayStep
from anden.kernel.ids import Seat
from anden.kernel.layout import NUM_KINDS, State
from anden.review import Evaluator, ReviewJob, review_of, timeline
from anden.review.chance import is_enumerable, outcomes
from anden.review.timeline import read_timeline, views_of
from tests.review.support import LOW, played, reviewed

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


def exchanged(record: Record, seat: Seat) -> Iterator[ReplayStep]:
    """The record, but at every step others hold other cards and tickets, and other luck is to come.

    What the seat saw stays as it was. The last step is told as it is: then all is open.
    """
    for step in replay_steps(record):
        state = step.game.position.state
        before = state.copy()
        if not step.game.is_over:
            for rival in set(range(record.players)) - {seat}:
                exchange(state, rival)
            state["seed"] += np.uint64(1)
            state["luck"] += np.uint64(1)
            assert state.tobytes() != before.tobytes()
        yield step
        for name in state.dtype.names:
            state[name] = before[name]


def exchange(state: State, rival: Seat) -> None:
    """A card and a ticket that only the rival knows, for others that nobody does."""
    hand, deck = state["hand"][rival], state["deck"]
    unseen, others = np.flatnonzero(hand > state["known"][rival]), np.flatnonzero(deck)
    if len(unseen) and len(others) and unseen[0] != others[-1]:
        hand[unseen[0]], deck[unseen[0]] = hand[unseen[0]] - 1, deck[unseen[0]] + 1
        hand[others[-1]], deck[others[-1]] = hand[others[-1]] + 1, deck[others[-1]] - 1
    kept, pool = int(state["tickets"][rival]), int(state["ticket_pool"])
    if kept and pool:
        one, other = kept & -kept, pool & -pool
        state["tickets"][rival] = np.uint64(kept - one + other)
        state["ticket_pool"] = np.uint64(pool - other + one)


@pytest.mark.parametrize("players", [2, 3])
def test_a_whole_review_is_the_same_whatever_was_hidden(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first piece to the last, byte by byte."""
    record = played("london", players)
    told = json.dumps(reviewed("london", players).as_json())
    monkeypatch.setattr(timeline, "replay_steps", lambda record: exchanged(record, 0))
    assert json.dumps(review_of(ReviewJob(record, 0, LOW)).as_json()) == told


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
