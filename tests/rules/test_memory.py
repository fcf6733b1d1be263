"""What everybody could remember: cards seen to go into a hand and not spent since."""

from collections import Counter

from tests.support import Table, rule


def watched_table() -> Table:
    """Seat 0 to act with three red cards nobody knows of."""
    table = Table("europe").keep_all().set_discards().set_deck(blue=9)
    table.stack_row("red", "green", "white", "black", "wild")
    return table.give(0, red=3).give(1, red=3)


@rule("C6", "C7")
def test_cards_from_the_row_are_known_and_blind_ones_are_not() -> None:
    table = watched_table().play("draw red", "draw deck")
    assert table.known(0) == Counter(red=1)
    table.play("draw wild")
    assert table.known(1) == Counter(wild=1)
    assert table.known(0) == Counter(red=1)


@rule("C16")
def test_a_spent_card_may_be_a_known_one_so_fewer_are_known() -> None:
    table = watched_table().play("draw red", "draw green", "draw wild")
    assert table.known(0) == Counter(red=1, green=1)
    table.play("station roma", "pay 1 red")
    assert table.known(0) == Counter(green=1)
    assert table.known(1) == Counter(wild=1)


@rule("C16")
def test_no_fewer_than_no_cards_are_known() -> None:
    table = watched_table()
    table.play("station roma", "pay 1 red")
    assert table.known(0) == Counter()
    assert table.state["known"].min() == 0
    table.play("draw deck", "draw deck", "draw red", "draw deck")
    assert table.known(0) == Counter(red=1)


@rule("C16")
def test_wilds_spent_beside_a_colour_are_forgotten_too() -> None:
    table = watched_table().give(0, purple=1, wild=2)
    table.state["known"][0] = table.state["hand"][0]
    table.play("claim frankfurt-munchen", "pay 1 purple 1 wild")
    assert table.known(0) == Counter(wild=1)


@rule("E9")
def test_cards_taken_back_from_a_tunnel_are_known_to_all() -> None:
    table = watched_table().set_deck(red=3).give(0, red=2, wild=1, blue=4)
    table.play("claim barcelona-pamplona", "pay 1 red 1 wild")
    assert table.known(0) == Counter()
    table.play("withdraw")
    assert table.known(0) == Counter(red=1, wild=1)
    assert table.hand[0] == Counter(red=2, wild=1, blue=4)


@rule("E9")
def test_known_cards_laid_for_a_tunnel_and_taken_back_are_known_once() -> None:
    table = watched_table().set_deck(red=3).give(0, red=2)
    table.state["known"][0] = table.state["hand"][0]
    table.play("claim barcelona-pamplona", "pay 2 red", "withdraw")
    assert table.known(0) == Counter(red=2)
