"""Batches: the same games as one by one, whatever the threads; ends, rewards, refusals."""

from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from anden.boards import builtin_boards, load_board
from anden.boards.tables import build_tables
from anden.core import game_seed
from anden.envs import Batch, Buffers, EnvError, num_actions, observation_size
from anden.envs.batch import buffer_shapes
from anden.kernel import (
    NET,
    RESULT,
    SKETCH,
    STATE,
    final_scores,
    is_over,
    legal_mask,
    new_state,
    step,
)
from anden.kernel.encode import encode
from anden.kernel.layout import NO_SEAT
from anden.machine.jit import IS_INTERPRETED

SCRATCH = np.zeros(1, NET)[0], np.zeros(1, SKETCH)[0]
CASES = [("usa", 2), ("usa", 5), ("europe", 3), ("london", 4)]


def pick(masks: NDArray[np.bool_], salt: int) -> NDArray[np.int64]:
    """A legal action in each game, a different one for each salt."""
    choices = [np.flatnonzero(mask) for mask in masks]
    return np.array([legal[(7 * salt + game) % len(legal)] for game, legal in enumerate(choices)])


def snapshot(buffers: Buffers) -> dict[str, bytes]:
    return {field.name: getattr(buffers, field.name).tobytes() for field in fields(buffers)}


@pytest.mark.parametrize(("name", "players"), CASES)
def test_batch_plays_the_games_one_by_one_would_be(name: str, players: int) -> None:
    batch = Batch(name, players, games=3, seed=11)
    board = load_board(name)
    tables = build_tables(board)
    singles = np.zeros(3, STATE)
    for game in range(3):
        seed = np.uint64(game_seed(11, game))
        new_state(tables, singles[game], players, seed, np.uint64(0), NO_SEAT)
    mask = np.zeros(num_actions(board), np.bool_)
    row = np.zeros(observation_size(board, players), np.int16)
    for number in range(25 if IS_INTERPRETED else 120):
        for game in range(3):
            legal_mask(tables, singles[game], mask)
            encode(tables, singles[game], *SCRATCH, row)
            assert (batch.buffers.masks[game] == mask).all()
            assert (batch.buffers.observations[game] == row).all()
            assert batch.buffers.seats[game] == singles[game]["seat"]
        actions = pick(batch.buffers.masks, number)
        batch.step(actions)
        for game in range(3):
            step(tables, singles[game], int(actions[game]))
            if is_over(singles[game]):
                return
    assert (batch.states == singles).all()


@pytest.mark.parametrize("name", builtin_boards())
def test_observation_has_the_documented_length(name: str) -> None:
    board = load_board(name)
    for players in range(board.players.min, board.players.max + 1):
        batch = Batch(board, players, games=1)
        room = np.full(5000, -1, np.int16)
        length = encode(build_tables(board), batch.states[0], *SCRATCH, room)
        assert length == observation_size(board, players)


def test_threads_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("anden.envs.batch.MIN_GAMES_PER_THREAD", 1)
    one, three = (
        Batch("london", 3, games=10, seed=5, glance=not IS_INTERPRETED, threads=threads)
        for threads in (1, 3)
    )
    for number in range(150):
        actions = pick(one.buffers.masks, number)
        one.step(actions)
        three.step(actions)
        assert snapshot(one.buffers) == snapshot(three.buffers)
    assert one.episodes.sum() > 0
    three.close()


def finished_game(reward: str) -> tuple[Batch, NDArray[np.float64]]:
    """A batch of one game just after its first end, and the rewards added up until then."""
    batch = Batch("london", 3, games=1, seed=2, reward=reward)
    earned = np.zeros(3)
    for number in range(2000):
        batch.step(pick(batch.buffers.masks, number))
        earned += batch.buffers.rewards[0]
        if batch.buffers.dones[0]:
            return batch, earned
    raise AssertionError("the game did not end")


def test_a_game_that_ends_is_redealt_and_its_scores_are_kept() -> None:
    batch, _ = finished_game("margin")
    tables = build_tables(load_board("london"))
    fresh, again = np.zeros(1, STATE), np.zeros(1, STATE)
    new_state(tables, fresh[0], 3, np.uint64(game_seed(2, 1)), np.uint64(0), NO_SEAT)
    assert batch.states.tobytes() == fresh.tobytes()
    new_state(tables, again[0], 3, np.uint64(2), np.uint64(0), NO_SEAT)
    replay = Batch("london", 3, games=1, seed=2)
    for number in range(2000):
        actions = pick(replay.buffers.masks, number)
        step(tables, again[0], int(actions[0]))
        if is_over(again[0]):
            break
        replay.step(actions)
    result = np.zeros(1, RESULT)[0]
    final_scores(tables, again[0], result, np.zeros(1, NET)[0])
    assert batch.buffers.totals[0].tolist() == result["total"][:3].tolist()


def test_margin_rewards_compare_with_the_best_other() -> None:
    batch, earned = finished_game("margin")
    totals = batch.buffers.totals[0].astype(int).tolist()
    others = [max(t for seat, t in enumerate(totals) if seat != me) for me in range(3)]
    assert earned.tolist() == [own - best for own, best in zip(totals, others, strict=True)]


def test_win_rewards_name_one_winner() -> None:
    batch, earned = finished_game("win")
    best = int(np.argmax(batch.buffers.totals[0]))
    assert sorted(earned.tolist()) == [-1, -1, 1]
    assert earned[best] == 1


def test_point_rewards_add_up_to_the_final_score() -> None:
    batch, earned = finished_game("points")
    assert earned.tolist() == batch.buffers.totals[0].tolist()


@pytest.mark.parametrize("action", [-1, 11, 400])
def test_an_illegal_action_is_refused_and_nothing_changes(action: int) -> None:
    batch = Batch("usa", 2, games=3)
    before, states = snapshot(batch.buffers), batch.states.tobytes()
    actions = pick(batch.buffers.masks, 0)
    actions[1] = action
    with pytest.raises(EnvError, match=rf"action {action} is not legal in game 1"):
        batch.step(actions)
    assert snapshot(batch.buffers) == before
    assert batch.states.tobytes() == states


@pytest.mark.parametrize("actions", [np.zeros(2, np.int32), np.zeros(3), np.zeros((3, 1), int)])
def test_actions_of_another_shape_are_refused(actions: Any) -> None:
    with pytest.raises(EnvError, match="3 integers"):
        Batch("usa", 2, games=3).step(actions)


def test_the_callers_arrays_are_written_in_place() -> None:
    shapes = buffer_shapes(load_board("usa"), 2, 4)
    mine = Buffers(**{name: np.zeros(shape, kind) for name, (shape, kind) in shapes.items()})
    batch = Batch("usa", 2, games=4, buffers=mine)
    assert batch.step(pick(mine.masks, 1)) is mine
    assert mine.observations.any()


def test_arrays_that_do_not_fit_are_refused() -> None:
    shapes = buffer_shapes(load_board("usa"), 2, 4)
    arrays = {name: np.zeros(shape, kind) for name, (shape, kind) in shapes.items()}
    arrays["masks"] = np.zeros((4, 3), np.bool_)
    with pytest.raises(EnvError, match="masks must be a contiguous array"):
        Batch("usa", 2, games=4, buffers=Buffers(**arrays))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 7}, "2 to 5 players"),
        ({"games": 0}, "at least one game"),
        ({"seed": -1}, "seed"),
        ({"reward": "fame"}, "margin, win, points"),
    ],
)
def test_senseless_batches_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(EnvError, match=message):
        Batch("usa", **{"players": 2, "games": 2, **arguments})


def test_reset_deals_the_same_games_again() -> None:
    batch = Batch("europe", 2, games=2, seed=9)
    before = snapshot(batch.buffers)
    batch.step(pick(batch.buffers.masks, 3))
    assert snapshot(batch.reset()) == before
    assert snapshot(batch.reset(seed=10)) != before


def test_batches_of_other_seeds_share_no_games() -> None:
    hands = [
        {state["hand"].tobytes() for state in Batch("usa", 2, games=50, seed=seed).states}
        for seed in (1, 2)
    ]
    assert len(hands[0] & hands[1]) <= 1
