"""Drawing cards: C5 to C8, C11 to C13, C15."""

import random
from collections import Counter

import pytest

from anden.kernel.actions import DRAW_ROW
from anden.kernel.layout import SECOND_CARD, TURN
from anden.kernel.refusals import (
    CAN_ACT,
    DRAW_FIRST,
    NO_CARDS,
    NO_SECOND_WILD,
    NOT_IN_ROW,
)
from tests.support import Table, rule


def drawing_table(**deck: int) -> Table:
    """Seat 0 to act, empty hands, a row of five colours and this deck."""
    table = Table("usa").keep_all().give(0).give(1)
    table.stack_row("red", "blue", "green", "white", "black")
    return table.set_deck(**deck).set_discards()


@rule("C5")
def test_a_turn_is_exactly_one_action() -> None:
    table = drawing_table(yellow=9).give(0, purple=8).give(1, purple=8)
    table.play("claim denver-omaha", "pay 4 purple")
    assert (table.seat, table.phase) == (1, TURN)
    table.play("draw tickets", "keep all")
    assert (table.seat, table.phase) == (0, TURN)
    table.play("draw red", "draw blue")
    assert (table.seat, table.phase) == (1, TURN)


@rule("C6")
def test_a_card_of_the_row_is_drawn_by_the_number_of_its_kind() -> None:
    for name in ("red", "blue", "green", "white", "black"):
        table = drawing_table(yellow=9)
        assert table.core.step(DRAW_ROW + table.board.colour_index(name))
        assert table.hand[0] == {name: 1}


@rule("C5")
def test_turns_are_counted_one_by_one() -> None:
    table = drawing_table(yellow=9).give(0, purple=8).give(1, purple=8)
    actions = ("draw red", "draw blue", "draw tickets", "keep all", "claim denver-omaha")
    counted = [int(table.play(action).state["turn"]) for action in actions]
    assert counted == [0, 1, 1, 2, 2]
    assert table.play("pay 4 purple").state["turn"] == 3


@rule("C5", "C23")
@pytest.mark.parametrize("possible", ["cards", "tickets", "route"])
def test_a_turn_cannot_be_skipped_while_an_action_is_possible(possible: str) -> None:
    table = drawing_table().stack_tickets()
    assert table.options() == {"pass"}
    if possible == "cards":
        table.set_deck(yellow=1)
    elif possible == "tickets":
        table.stack_tickets("denver-el_paso")
    else:
        table.give(0, yellow=1)
    assert "pass" not in table.options()
    assert table.why_not("pass") == CAN_ACT


@rule("C6")
@pytest.mark.parametrize("first", ["draw red", "draw deck"])
@pytest.mark.parametrize("second", ["draw blue", "draw deck"])
def test_two_cards_are_drawn_each_from_row_or_deck(first: str, second: str) -> None:
    table = drawing_table(yellow=9).play(first)
    assert (table.seat, table.phase) == (0, SECOND_CARD)
    table.play(second)
    assert (table.seat, table.phase) == (1, TURN)
    drawn = [text.removeprefix("draw ").replace("deck", "yellow") for text in (first, second)]
    assert table.hand[0] == Counter(drawn)
    assert table.deck["yellow"] == 7


@rule("C6")
def test_a_row_card_is_replaced_before_the_second_draw() -> None:
    table = drawing_table(yellow=9).play("draw blue")
    assert table.row == ["red", "yellow", "green", "white", "black"]
    assert table.seat == 0
    table.play("draw yellow")  # the replacement itself
    assert table.hand[0] == Counter(blue=1, yellow=1)
    assert table.row == ["red", "yellow", "green", "white", "black"]


@rule("C6")
def test_only_one_of_several_equal_row_cards_is_taken() -> None:
    table = drawing_table(yellow=9).stack_row("red", "red", "red", "white", "black")
    table.play("draw red")
    assert table.row == ["yellow", "red", "red", "white", "black"]


@rule("C6")
def test_a_card_not_in_the_row_cannot_be_drawn_from_it() -> None:
    table = drawing_table(yellow=9)
    assert table.options_to("draw") == {
        *("red", "blue", "green", "white", "black"),
        *("deck", "tickets"),
    }
    assert table.why_not("draw yellow") == NOT_IN_ROW


@rule("C7")
def test_a_wild_from_the_row_is_the_whole_draw() -> None:
    table = drawing_table(yellow=9).stack_row("wild", "blue", "green", "white", "black")
    table.play("draw wild")
    assert (table.seat, table.phase) == (1, TURN)
    assert table.hand[0] == Counter(wild=1)
    assert table.row[0] == "yellow"


@rule("C7")
@pytest.mark.parametrize("first", ["draw blue", "draw deck"])
def test_a_wild_lying_in_the_row_cannot_be_the_second_card(first: str) -> None:
    table = drawing_table(yellow=9).stack_row("wild", "blue", "green", "white", "black")
    table.play(first)
    assert "draw wild" not in table.options()
    assert table.why_not("draw wild") == NO_SECOND_WILD


@rule("C7")
def test_a_wild_turned_up_as_replacement_cannot_be_the_second_card() -> None:
    table = drawing_table(wild=9).play("draw red")
    assert table.row[0] == "wild"
    assert table.options() == {f"draw {c}" for c in ("blue", "green", "white", "black", "deck")}
    assert table.why_not("draw wild") == NO_SECOND_WILD


@rule("C8")
def test_a_wild_drawn_blind_first_leaves_a_second_card() -> None:
    table = drawing_table(wild=9).play("draw deck")
    assert (table.seat, table.phase) == (0, SECOND_CARD)
    table.play("draw red")
    assert table.hand[0] == Counter(wild=1, red=1)


@rule("C8")
@pytest.mark.parametrize("first", ["draw red", "draw deck"])
def test_a_wild_may_come_blind_as_the_second_card(first: str) -> None:
    table = drawing_table(wild=9).play(first, "draw deck")
    assert table.seat == 1
    assert table.hand[0].total() == 2
    assert table.hand[0]["wild"] >= 1


@rule("C11")
def test_a_hand_may_hold_every_card_there_is() -> None:
    table = Table("usa").keep_all().give(0).give(1).set_discards().set_deck()
    table.stack_row("red", "blue", "green", "white", "black").deal_rest(seat=0)
    table.state["hand"][0, 0] -= 2
    table.state["hand_size"][0] -= 2
    table.set_deck(purple=2)
    assert table.hand[0].total() == 103
    table.play("draw deck", "draw deck")
    assert table.hand[0].total() == 105
    assert table.hand[0]["wild"] == 14


@rule("C12")
def test_discards_become_the_deck_at_once_when_a_blind_draw_empties_it() -> None:
    table = drawing_table(yellow=1).set_discards(purple=4, orange=2).play("draw deck")
    assert table.deck == Counter(purple=4, orange=2)
    assert table.discards.total() == 0
    assert table.state["reshuffles"] == 1
    assert table.phase == SECOND_CARD
    table.play("draw deck")
    assert table.hand[0]["yellow"] == 1
    assert table.hand[0].total() == 2


@rule("C12")
def test_discards_become_the_deck_at_once_when_a_replacement_empties_it() -> None:
    table = drawing_table(yellow=1).set_discards(purple=4).play("draw red")
    assert table.row[0] == "yellow"
    assert table.deck == Counter(purple=4)
    assert table.discards.total() == 0


@rule("C12")
def test_the_deck_is_never_empty_beside_discards() -> None:
    reshuffles = 0
    for seed in range(3):
        table = Table("london", players=4, seed=seed)
        for _ in table.play_at_random(random.Random(seed), 150):
            assert table.state["deck_size"] > 0 or table.discards.total() == 0
        reshuffles += int(table.state["reshuffles"])
    assert reshuffles > 0


@rule("C13")
def test_nobody_draws_even_from_the_row_without_deck_and_discards() -> None:
    table = drawing_table()
    assert not table.options_to("draw") - {"tickets"}
    assert table.why_not("draw red") == NO_CARDS
    assert table.why_not("draw deck") == NO_CARDS


@rule("C13")
@pytest.mark.parametrize("draw", ["draw red", "draw deck"])
def test_a_first_draw_that_empties_deck_and_discards_ends_the_turn(draw: str) -> None:
    table = drawing_table(yellow=1).play(draw)
    assert (table.seat, table.phase) == (1, TURN)
    assert table.hand[0].total() == 1
    assert table.why_not("draw deck") == NO_CARDS


@rule("C13")
def test_a_first_draw_that_leaves_one_card_does_not_end_the_turn() -> None:
    table = drawing_table(yellow=2).play("draw red")
    assert (table.seat, table.phase) == (0, SECOND_CARD)
    table.play("draw deck")
    assert table.seat == 1


@rule("C15")
def test_the_second_card_must_be_drawn() -> None:
    table = drawing_table(yellow=9).give(0, purple=8).play("draw red")
    colours = ("yellow", "blue", "green", "white", "black")
    assert table.options() == {f"draw {kind}" for kind in (*colours, "deck")}
    for other in ("pass", "draw tickets", "claim denver-omaha"):
        assert table.why_not(other) == DRAW_FIRST


@rule("C15")
def test_the_second_card_must_be_blind_when_the_row_is_all_wild() -> None:
    table = drawing_table(wild=3).stack_row(*["wild"] * 5).play("draw deck")
    assert table.options() == {"draw deck"}
    table.play("draw deck")
    assert table.seat == 1


@rule("C15")
def test_the_turn_ends_after_one_card_with_only_wilds_left() -> None:
    table = drawing_table(red=1).stack_row(*["wild"] * 5).play("draw deck")
    assert (table.seat, table.phase) == (1, TURN)
    assert table.hand[0] == Counter(red=1)
