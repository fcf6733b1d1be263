"""The row: sweeping it (C9, C10) and filling its gaps (C14)."""

from collections import Counter

import pytest

from anden.kernel.layout import MAX_SWEEPS, SECOND_CARD
from tests.support import Table, rule


def row_table(*row: str | None, board: str = "usa") -> Table:
    """Seat 0 to act; empty hands, deck and discards."""
    table = Table(board).keep_all().give(0).give(1).set_deck().set_discards()
    return table.stack_row(*row)


@rule("C9")
def test_three_wilds_after_the_first_draw_sweep_the_row_before_the_second() -> None:
    table = row_table("wild", "wild", "red", "blue", "green")
    table.set_deck(wild=1).set_discards(black=8).play("draw red")
    assert table.state["sweeps"] == 1
    assert table.row == ["black"] * 5
    assert table.discards == Counter(wild=3, blue=1, green=1)
    assert table.phase == SECOND_CARD
    assert table.options() == {"draw black", "draw deck"}


@rule("C9")
def test_three_wilds_after_the_second_draw_sweep_the_row() -> None:
    table = row_table("wild", "wild", "red", "blue", "green")
    table.set_deck(wild=2).set_discards(black=8).play("draw deck", "draw red")
    assert table.row == ["black"] * 5
    assert table.seat == 1


@rule("C9")
def test_three_wilds_after_a_wild_was_taken_sweep_the_row() -> None:
    table = row_table("wild", "wild", "wild", "blue", "green")  # as C10 may have left it
    table.set_deck(wild=1).set_discards(black=8).play("draw wild")
    assert table.row == ["black"] * 5
    assert table.hand[0] == Counter(wild=1)


@rule("C9")
def test_two_wilds_stay() -> None:
    table = row_table("wild", "red", "red", "blue", "green")
    table.set_deck(wild=1).set_discards(black=8).play("draw red")
    assert table.row == ["wild", "wild", "red", "blue", "green"]
    assert table.state["sweeps"] == 0


@rule("C9")
def test_a_new_row_with_three_wilds_is_swept_again() -> None:
    for seed in range(5):
        table = Table("usa", seed=seed).keep_all().set_deck(wild=6).set_discards(black=20)
        table.stack_row("wild", "wild", "red", "blue", "green").play("draw red")
        assert table.state["sweeps"] >= 2
        assert table.row.count("wild") < 3
        assert None not in table.row


@rule("C9", "C16")
def test_the_whole_row_is_swept_not_only_its_wilds() -> None:
    table = row_table("wild", "wild", "wild", "blue", "green")
    table.set_deck(black=7).give(0, red=1).play("claim dallas-houston:gray.1", "pay 1 red")
    assert table.row == ["black"] * 5
    assert table.discards == Counter(wild=3, blue=1, green=1, red=1)


@rule("C10")
def test_a_row_stays_when_no_better_one_can_be_made_until_that_changes() -> None:
    table = row_table("wild", "wild", "red", "blue", "green").set_deck(wild=4)
    table.play("draw red")
    assert table.row.count("wild") == 3  # two plain cards are not enough for a better row
    table.play("draw deck")
    assert table.row.count("wild") == 3
    assert table.state["sweeps"] == 0
    table.give(1, red=2).play("claim denver-santa_fe", "pay 2 red")  # now there are four
    assert table.state["sweeps"] > 0
    assert table.row.count("wild") < 3


@rule("C10")
def test_wilds_paid_do_not_free_a_stuck_row() -> None:
    table = row_table("wild", "wild", "wild", "blue", "green").set_deck(wild=4)
    table.give(0, wild=2).play("claim denver-santa_fe", "pay 2 wild")
    assert table.row == ["wild", "wild", "wild", "blue", "green"]
    assert table.state["sweeps"] == 0


@rule("C10")
@pytest.mark.parametrize("seed", range(8))
def test_a_row_and_a_deck_of_five_do_not_change_places_for_ever(seed: int) -> None:
    table = Table("usa", seed=seed).keep_all().set_discards().set_deck(yellow=1, wild=4)
    table.stack_row("white", "wild", "wild", "blue", "wild").settle()
    assert table.row.count("wild") == 2
    assert None not in table.row
    assert 0 < table.state["sweeps"] <= MAX_SWEEPS
    assert table.deck + table.discards == Counter(wild=5)


@rule("C10")
@pytest.mark.compiled_only
def test_after_twenty_sweeps_every_valid_row_is_as_likely_as_a_fair_deal_makes_it() -> None:
    """Six wilds and four others: 66 of 252 deals are valid, six of these with a single wild."""
    single, games = 0, 600
    for seed in range(games):
        table = Table("usa", seed=seed).keep_all().set_discards().set_deck(yellow=1, red=1, wild=3)
        table.stack_row("white", "wild", "wild", "blue", "wild").settle()
        assert table.state["sweeps"] >= MAX_SWEEPS
        assert table.row.count("wild") < 3
        single += table.row.count("wild") == 1
    assert abs(single / games - 6 / 66) < 0.035


@rule("C9", "C10")
@pytest.mark.parametrize("plain", range(7))
@pytest.mark.parametrize("in_row", [3, 4, 5])
def test_a_row_has_three_wilds_only_if_no_other_can_be_made(plain: int, in_row: int) -> None:
    for wilds in range(in_row, 11):
        size = min(5, plain + wilds)
        reds = size - in_row
        if not 0 <= reds <= plain:
            continue
        table = row_table(*["wild"] * in_row, *["red"] * reds)
        table.set_deck(red=plain - reds, wild=wilds - in_row).settle()
        assert (table.row.count("wild") < 3) == (plain >= size - 2)
        assert 5 - table.row.count(None) == size


def gap_table(board: str = "europe", **deck: int) -> Table:
    table = row_table("red", None, "blue", None, "green", board=board)
    return table.set_deck(**deck)


@rule("C14")
def test_gaps_stay_while_there_are_no_cards() -> None:
    table = gap_table().play("draw tickets", "keep all")
    assert table.row == ["red", None, "blue", None, "green"]


@rule("C14")
def test_gaps_are_filled_after_a_claim() -> None:
    table = gap_table().give(0, orange=3).play("claim munchen-wien", "pay 3 orange")
    assert table.row == ["red", "orange", "blue", "orange", "green"]
    assert table.deck == Counter(orange=1)


@rule("C14")
def test_only_as_many_gaps_are_filled_as_there_are_cards() -> None:
    table = gap_table().give(0, black=1).play("claim amsterdam-bruxelles", "pay 1 black")
    assert table.row == ["red", "black", "blue", None, "green"]
    assert table.state["deck_size"] == 0
    assert not table.options_to("draw") - {"tickets"}  # C13


@rule("C14")
def test_gaps_are_filled_after_a_station() -> None:
    table = gap_table().give(0, white=1).play("station roma", "pay 1 white")
    assert table.row == ["red", "white", "blue", None, "green"]


@rule("C14")
def test_gaps_are_filled_after_an_unsurcharged_tunnel() -> None:
    table = gap_table().give(0, white=2).play("claim barcelona-pamplona", "pay 2 white")
    assert table.row == ["red", "white", "blue", "white", "green"]
    assert table.seat == 1


@rule("C14")
def test_gaps_are_filled_after_a_tunnel_is_paid() -> None:
    table = gap_table(white=1).give(0, white=3).play("claim barcelona-pamplona", "pay 2 white")
    assert table.row == ["red", None, "blue", None, "green"]
    table.play("pay 1 white")
    assert table.row == ["red", "white", "blue", "white", "green"]
    assert table.deck == Counter(white=2)


@rule("C14")
def test_gaps_are_filled_after_a_tunnel_is_abandoned() -> None:
    table = gap_table(white=1).give(0, white=3).play("claim barcelona-pamplona", "pay 2 white")
    table.play("withdraw")
    assert table.row == ["red", "white", "blue", None, "green"]
    assert table.hand[0] == Counter(white=3)


@rule("C14", "C9")
def test_a_filled_row_is_swept_if_it_has_three_wilds() -> None:
    sweeps = 0
    for seed in range(10):
        table = Table("usa", seed=seed).keep_all().set_deck().set_discards()
        table.stack_row("wild", "wild").give(0, green=3, wild=3)
        table.play("claim el_paso-houston", "pay 3 green 3 wild")
        assert Counter(table.row) == Counter(green=3, wild=2)
        assert table.deck + table.discards == Counter(wild=3)
        sweeps += int(table.state["sweeps"])
    assert sweeps > 0
