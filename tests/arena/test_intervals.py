"""Intervals, against formulas from books and brute force."""

import numpy as np
import pytest
from scipy import stats

from anden.arena.intervals import (
    cluster_variance,
    difference_interval,
    mean_interval,
    share_interval,
    t_quantile,
)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 6, 7, 10, 30, 100, 10_000])
def test_students_t(freedom: int) -> None:
    assert t_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-3)


def test_sets_of_one_game_give_the_usual_interval_of_a_mean() -> None:
    values = np.array([3.0, 5.0, 4.0, 9.0, 1.0, 2.0])
    found = mean_interval(values, np.ones(6))
    reach = stats.t.ppf(0.975, 5) * values.std(ddof=1) / np.sqrt(6)
    assert found == pytest.approx((4 - reach, 4 + reach), rel=1e-3)


def test_games_that_always_agree_count_once() -> None:
    """Two equal games per set tell no more than one."""
    values = np.array([1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0])
    assert cluster_variance(2 * values, np.full(8, 2.0)) == pytest.approx(
        cluster_variance(values, np.ones(8))
    )


def test_games_that_balance_each_other_tell_more() -> None:
    apart = cluster_variance(np.array([2.0, 0.0] * 8), np.full(16, 2.0))
    balanced = cluster_variance(np.array([1.0, 1.0, 2.0, 0.0] * 4), np.full(16, 2.0))
    assert balanced < apart / 1.9


def test_the_variance_is_that_of_drawing_sets_again() -> None:
    rng = np.random.default_rng(1)
    counts = rng.integers(1, 4, 200).astype(float)
    sums = counts * rng.normal(10, 2, 200) + rng.normal(0, 1, 200)
    drawn = []
    for _ in range(4000):
        chosen = rng.integers(0, 200, 200)
        drawn.append(sums[chosen].sum() / counts[chosen].sum())
    assert np.sqrt(cluster_variance(sums, counts)) == pytest.approx(np.std(drawn), rel=0.05)


def test_a_share_of_independent_games_has_wilsons_interval() -> None:
    values = np.array([1.0] * 60 + [0.0] * 40)
    found = share_interval(values, np.ones(100))
    expected = stats.binomtest(60, 100).proportion_ci(method="wilson")
    assert found == pytest.approx((expected.low, expected.high), abs=2e-3)


def test_a_clean_sweep_still_has_an_interval() -> None:
    found = share_interval(np.full(50, 2.0), np.full(50, 2.0))
    assert found is not None
    assert found[1] == pytest.approx(1)
    assert 0.9 < found[0] < 0.95  # of fifty sets, not of a hundred games


def test_the_interval_of_a_share_covers_it_as_often_as_promised() -> None:
    """Games come in sets that lean to one side; the truth is inside in about 95 % of matches."""
    rng = np.random.default_rng(3)
    inside = 0
    for _ in range(600):
        lean = rng.beta(2, 2, 60)
        sums = rng.binomial(2, lean).astype(float)
        found = share_interval(sums, np.full(60, 2.0))
        assert found is not None
        inside += found[0] <= 0.5 <= found[1]
    assert 0.92 < inside / 600 < 0.98


def test_one_set_tells_no_mean_and_little_of_a_share() -> None:
    assert mean_interval(np.array([3.0]), np.array([2.0])) is None
    found = share_interval(np.array([2.0]), np.array([2.0]))
    assert found is not None
    assert found[1] - found[0] > 0.9
    assert share_interval(np.zeros(2), np.zeros(2)) is None


def test_sets_without_the_bot_do_not_count() -> None:
    values, counts = np.array([2.0, 0.0, 1.0, 0.0]), np.array([2.0, 0.0, 2.0, 0.0])
    assert share_interval(values, counts) == share_interval(values[::2], counts[::2])
    assert mean_interval(values, counts) == mean_interval(values[::2], counts[::2])


def test_a_difference_within_sets_is_sharper_than_between_them() -> None:
    rng = np.random.default_rng(5)
    level = rng.normal(0, 10, 300)  # what the deal gives to all
    ones = np.ones(300)
    winners, others = level + rng.normal(2, 1, 300), level + rng.normal(0, 1, 300)
    found = difference_interval(winners, ones, others, ones)
    assert found is not None
    paired = stats.ttest_rel(winners, others).confidence_interval()
    assert found == pytest.approx((paired.low, paired.high), rel=1e-3)
    assert difference_interval(winners[:1], ones[:1], others[:1], ones[:1]) is None
