"""Seeds of 128 bits, and series of them."""

import pytest

from anden.core import game_seed, split_seed
from anden.core.seeds import is_seed
from anden.core.sets import is_member_of_words, members, members_of_words


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1, 2**64, 2**128 - 1])
def test_a_seed_is_its_two_words(seed: int) -> None:
    low, high = split_seed(seed)
    assert int(low) | int(high) << 64 == seed
    assert is_seed(seed)


@pytest.mark.parametrize("number", [-1, 2**128])
def test_other_numbers_are_no_seeds(number: int) -> None:
    assert not is_seed(number)


def test_a_series_keeps_the_high_word_and_repeats_no_game() -> None:
    seeds = {game_seed(7 << 64 | 3, number) for number in range(1000)}
    assert len(seeds) == 1000
    assert {seed >> 64 for seed in seeds} == {7}
    assert not seeds & {game_seed(7 << 64 | 4, number) for number in range(1000)}


def test_sets_are_read_bit_by_bit() -> None:
    assert list(members(0)) == []
    assert list(members(0b10101)) == [0, 2, 4]
    assert list(members(1 << 63)) == [63]
    assert members_of_words((0b1, 0, 1 << 63)) == [0, 191]


@pytest.mark.parametrize("number", [-1, -64, 1, 63, 190, 192, 2**70])
def test_a_set_has_no_other_number(number: int) -> None:
    assert not is_member_of_words((0b1, 0, 1 << 63), number)


def test_a_set_has_its_numbers() -> None:
    assert is_member_of_words((0b1, 0, 1 << 63), 0)
    assert is_member_of_words((0b1, 0, 1 << 63), 191)
