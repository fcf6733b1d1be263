"""Ratings, against what they mean."""

import math

import numpy as np
import pytest
from scipy import stats

from anden.arena.rating import POINTS, rate
from tests.arena.support import made_up_rows


def duel(wins: int, losses: int, draws: int = 0) -> list[list[tuple[int, int]]]:
    """Games of entry 0 against entry 1, each twice with exchanged seats."""
    games = []
    for score, times in ((1, wins), (-1, losses), (0, draws)):
        for _ in range(times):
            games += [[(0, score), (1, 0)], [(1, 0), (0, score)]]
    return games


def test_a_rating_is_the_odds_of_winning() -> None:
    one, other = rate(made_up_rows(duel(75, 25)), 2)
    expected = POINTS * math.log(150.5 / 50.5)
    assert one.rating - other.rating == pytest.approx(expected, rel=1e-4)
    assert one.rating + other.rating == pytest.approx(3000)


def test_level_games_are_half_a_win_each() -> None:
    one, other = rate(made_up_rows(duel(0, 0, 20)), 2)
    assert one.rating == pytest.approx(other.rating)


def test_intervals_of_two_bots_are_those_of_their_odds() -> None:
    """Sets that agree with themselves count once: 40 of 60, with a drawn game beforehand."""
    one, other = rate(made_up_rows(duel(40, 20)), 2)
    low, high = stats.beta.ppf((0.025, 0.975), 40 + 0.25, 20 + 0.25)
    width = POINTS * (math.log(high / (1 - high)) - math.log(low / (1 - low)))
    # Both move against each other, so the gap is twice as wide as each of them.
    assert 2 * (one.high - one.low) == pytest.approx(width, rel=0.12)
    assert other.high - other.low == pytest.approx(one.high - one.low, rel=1e-3)


def test_a_bot_that_never_loses_stays_on_the_scale() -> None:
    one, other = rate(made_up_rows(duel(100, 0)), 2)
    assert 1800 < one.low < one.rating < one.high < 3000
    assert other.low < other.rating < other.high < 1200


def test_strength_is_transitive_over_bots_that_did_not_meet() -> None:
    games = []
    for _ in range(40):  # 0 beats 1 and 1 beats 2, three times of four
        for better, worse in ((0, 1), (1, 2)):
            for score in (1, 1, 1, -1):
                games += [[(better, score), (worse, 0)]]
    ratings = [one.rating for one in rate(made_up_rows(games), 3)]
    assert ratings[0] - ratings[1] == pytest.approx(ratings[1] - ratings[2], rel=0.02)
    assert ratings[0] - ratings[1] == pytest.approx(POINTS * math.log(3), rel=0.1)


def test_a_bot_is_not_measured_against_itself() -> None:
    games = [[(0, 3), (1, 2), (1, 1)], [(1, 2), (0, 3), (1, 1)], [(1, 2), (1, 1), (0, 3)]]
    one, other = rate(made_up_rows(games * 10, players=3), 2)
    assert one.rating - other.rating == pytest.approx(POINTS * math.log(60.5 / 0.5), rel=1e-3)


def test_ratings_repeat() -> None:
    rows = made_up_rows(duel(7, 3, 2))
    assert rate(rows, 2) == rate(rows.copy(), 2)


def test_a_single_bot_is_average() -> None:
    rows = made_up_rows([[(0, 1), (0, 2)]] * 4)
    (only,) = rate(rows, 1)
    assert (only.rating, only.low, only.high) == (1500, 1500, 1500)


def test_more_games_make_narrower_intervals() -> None:
    widths = [
        np.ptp([one.low, one.high])
        for one in (rate(made_up_rows(duel(6 * n, 4 * n)), 2)[0] for n in (2, 20))
    ]
    assert widths[1] < widths[0] / 2
