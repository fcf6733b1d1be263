"""The figures of ratings: ties, tables of two to five, and what a point is worth."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anden.server.ratings import START, rate
from anden.server.storage.ratings import Skill

pytest.importorskip("openskill", reason="needs openskill: pip install anden[accounts]")

skill_of = st.builds(Skill, st.floats(800, 2200), st.floats(30, 250), st.integers(0, 500))
tables = st.lists(st.tuples(skill_of, st.integers(1, 5)), min_size=2, max_size=5)


@given(tables)
def test_it_does_not_matter_in_which_order_players_are_told(
    table: list[tuple[Skill, int]],
) -> None:
    told = rate([skill for skill, _ in table], [rank for _, rank in table])
    for order in list(permutations(range(len(table))))[:12]:
        again = rate([table[n][0] for n in order], [table[n][1] for n in order])
        for place, number in enumerate(order):
            assert again[place].rating == pytest.approx(told[number].rating)
            assert again[place].spread == pytest.approx(told[number].spread)


@given(tables)
def test_nobody_who_comes_in_ahead_of_an_equal_gains_less(table: list[tuple[Skill, int]]) -> None:
    ranks = [rank for _, rank in table]
    told = rate([START] * len(table), ranks)
    for one, first in zip(told, ranks, strict=True):
        for other, second in zip(told, ranks, strict=True):
            if first < second:
                assert one.rating > other.rating
            elif first == second:
                assert one.rating == pytest.approx(other.rating)
    assert sum(skill.rating for skill in told) == pytest.approx(1500 * len(table))


@given(tables)
def test_every_game_makes_ratings_surer(table: list[tuple[Skill, int]]) -> None:
    told = rate([skill for skill, _ in table], [rank for _, rank in table])
    for (before, _), after in zip(table, told, strict=True):
        assert 0 < after.spread < before.spread
        assert after.games == before.games + 1


def test_four_hundred_points_are_ten_wins_for_a_loss() -> None:
    """Whoever wins as often as that stays where they are."""
    strong, weak = Skill(1700.0, 30.0), Skill(1300.0, 30.0)
    won, lost = rate([strong, weak], [1, 2])[0], rate([strong, weak], [2, 1])[0]
    gain, loss = won.rating - strong.rating, strong.rating - lost.rating
    assert 9 < loss / gain < 11
