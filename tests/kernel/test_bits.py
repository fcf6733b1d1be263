"""Sets as words, against Python's own integers."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from anden.kernel.bits import bit, count, has, low_bits, lowest, nth, without_lowest
from tests.kernel.support import bits_of, proof

# Sparse and dense words as well as typical ones.
WORDS = st.one_of(
    st.integers(0, 2**64 - 1),
    st.sets(st.integers(0, 63), max_size=5).map(lambda members: sum(1 << i for i in members)),
    st.sets(st.integers(0, 63), max_size=5).map(lambda m: 2**64 - 1 - sum(1 << i for i in m)),
)
FILLED = WORDS.filter(bool)


@proof(500)
@given(WORDS)
def test_count_is_the_number_of_members(word: int) -> None:
    assert count(np.uint64(word)) == word.bit_count()


@proof(500)
@given(FILLED)
def test_lowest_is_the_least_member(word: int) -> None:
    assert lowest(np.uint64(word)) == bits_of(word)[0]


@proof(500)
@given(FILLED)
def test_without_lowest_leaves_the_other_members(word: int) -> None:
    assert int(without_lowest(np.uint64(word))) == word & (word - 1)


@proof(200)
@given(FILLED)
def test_nth_counts_through_the_members_in_order(word: int) -> None:
    members = bits_of(word)
    assert [nth(np.uint64(word), n) for n in range(len(members))] == members


@proof(200)
@given(WORDS)
def test_has_tells_members_from_others(word: int) -> None:
    assert [i for i in range(64) if has(np.uint64(word), i)] == bits_of(word)


def test_single_bits_and_runs_of_low_bits() -> None:
    assert [int(bit(i)) for i in range(64)] == [1 << i for i in range(64)]
    assert [int(low_bits(n)) for n in range(64)] == [(1 << n) - 1 for n in range(64)]


def test_an_empty_word_has_no_lowest_member() -> None:
    assert lowest(np.uint64(0)) == 64
    assert count(np.uint64(0)) == 0
