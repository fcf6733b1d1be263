"""Europe's ferries (E6) and tunnels (E7 to E10), and its four actions (E4)."""

from collections import Counter

import pytest

from anden.kernel.layout import NO_CARD, TUNNEL, TURN
from anden.kernel.refusals import (
    NO_TUNNEL,
    TOO_FEW_SYMBOLS,
    TOO_FEW_WILDS,
    TUNNEL_FIRST,
    WRONG_COLOUR,
)
from tests.support import Table, rule

GRAY_TUNNEL = "barcelona-pamplona"  # 2 spaces
RED_TUNNEL = "erzurum-sochi"  # 3 spaces


def tunnel_table(**deck: int) -> Table:
    """Seat 0 to act; this deck, no discards, and a row without wilds."""
    table = Table("europe").keep_all().give(0).give(1).set_deck(**deck).set_discards()
    return table.stack_row("white", "white", "black", "black", "green")


@rule("E4")
def test_a_turn_is_one_of_four_actions() -> None:
    table = tunnel_table(blue=9).give(0, wild=3)
    verbs = {option.split()[0] for option in table.options()}
    assert verbs == {"draw", "claim", "station"}
    assert {"deck", "tickets"} <= table.options_to("draw")
    for actions in (
        ("draw deck", "draw deck"),
        ("draw tickets", "keep all"),
        ("claim amsterdam-bruxelles", "pay 1 wild"),
        ("station roma", "pay 1 wild"),
    ):
        after = table.copy().play(*actions)
        assert (after.seat, after.phase) == (1, TURN)


@rule("E6")
def test_a_ferry_needs_a_wild_for_each_symbol() -> None:
    table = tunnel_table(blue=9).give(0, red=8, wild=1)
    assert table.can("claim athina-brindisi")  # 4 spaces, 1 symbol
    assert table.why_not("claim palermo-smyrna") == TOO_FEW_SYMBOLS  # 6 spaces, 2 symbols
    table.give(0, red=4, wild=2)
    assert table.can("claim palermo-smyrna")


@rule("E6")
def test_the_other_spaces_of_a_ferry_are_paid_like_any_route() -> None:
    table = tunnel_table(blue=9).give(0, red=4, green=2, wild=4)
    table.play("claim constantinople-sevastopol")  # 4 spaces, 2 symbols
    assert table.options_to("pay") == {
        "2 red 2 wild",
        "1 red 3 wild",
        "2 green 2 wild",
        "1 green 3 wild",
        "4 wild",
    }
    assert table.why_not("pay 3 red 1 wild") == TOO_FEW_SYMBOLS
    table.play("pay 2 red 2 wild")
    assert table.discards == Counter(red=2, wild=2)
    assert table.points(0) == 7


@rule("E6")
def test_a_ferry_is_not_dug() -> None:
    table = tunnel_table(wild=9).give(0, red=1, wild=1)
    table.play("claim dieppe-london:gray.1", "pay 1 red 1 wild")
    assert table.revealed == []
    assert len(table.routes(0)) == 1


@rule("E7")
@pytest.mark.parametrize(
    ("deck", "surcharge"),
    [
        ({"blue": 2, "green": 1}, 0),
        ({"red": 1, "blue": 2}, 1),
        ({"wild": 1, "blue": 2}, 1),
        ({"red": 1, "wild": 1, "blue": 1}, 2),
        ({"red": 3}, 3),
        ({"wild": 3}, 3),
    ],
)
@pytest.mark.parametrize("payment", ["2 red", "1 red 1 wild"])
def test_each_revealed_card_of_the_colour_or_wild_costs_one_more(
    deck: dict[str, int], surcharge: int, payment: str
) -> None:
    table = tunnel_table(**deck).give(0, red=5, wild=5)
    table.play(f"claim {GRAY_TUNNEL}", f"pay {payment}")
    assert Counter(table.revealed) == Counter(deck)
    if surcharge == 0:
        assert len(table.routes(0)) == 1
        assert table.seat == 1
    else:
        assert table.phase == TUNNEL
        assert table.seat == 0
        assert table.state["surcharge"] == surcharge


@rule("E7")
def test_only_three_cards_are_revealed() -> None:
    table = tunnel_table(red=8).give(0, red=5)
    table.play(f"claim {GRAY_TUNNEL}", "pay 2 red")
    assert table.revealed == ["red"] * 3
    assert table.deck == Counter(red=5)


@rule("E7")
def test_the_surcharge_is_paid_in_the_colour_used_or_wilds() -> None:
    table = tunnel_table(red=1, wild=1, blue=1).give(0, red=5, blue=5, wild=2)
    table.play(f"claim {RED_TUNNEL}", "pay 3 red")
    assert table.options() == {"pay 2 red", "pay 1 red 1 wild", "pay 2 wild", "withdraw"}
    assert table.why_not("pay 2 blue") == WRONG_COLOUR
    assert table.why_not("draw deck") == TUNNEL_FIRST


@rule("E7")
def test_on_a_gray_tunnel_the_colour_laid_is_the_colour_used() -> None:
    table = tunnel_table(red=2, blue=1).give(0, red=5, blue=5)
    table.play(f"claim {GRAY_TUNNEL}", "pay 2 blue")
    assert table.options() == {"pay 1 blue", "withdraw"}


@rule("E7")
def test_only_tunnels_are_dug() -> None:
    table = tunnel_table(red=9).give(0, red=4)
    table.play("claim marseille-pamplona", "pay 4 red")
    assert table.revealed == []
    assert table.points(0) == 7


@rule("E8")
def test_a_tunnel_laid_in_wilds_is_surcharged_by_wilds_alone() -> None:
    table = tunnel_table(red=1, blue=1, wild=1).give(0, red=5, blue=5, wild=4)
    table.play(f"claim {RED_TUNNEL}", "pay 3 wild")
    assert table.options() == {"pay 1 wild", "withdraw"}
    assert table.why_not("pay 1 red") == WRONG_COLOUR


@rule("E8")
def test_a_tunnel_laid_in_wilds_is_not_surcharged_by_colours() -> None:
    table = tunnel_table(red=3).give(0, wild=3)
    table.play(f"claim {RED_TUNNEL}", "pay 3 wild")
    assert len(table.routes(0)) == 1
    assert table.seat == 1


@rule("E8")
def test_a_surcharge_in_wilds_cannot_be_met_with_colours() -> None:
    table = tunnel_table(wild=2, red=1).give(0, red=9, wild=4)
    table.play(f"claim {RED_TUNNEL}", "pay 3 wild")
    assert table.options() == {"withdraw"}
    assert table.why_not("pay 2 wild") == TOO_FEW_WILDS


@rule("E9")
def test_who_will_not_pay_takes_the_laid_cards_back() -> None:
    table = tunnel_table(red=1, blue=2).give(0, red=4, wild=2)
    table.play(f"claim {RED_TUNNEL}", "pay 2 red 1 wild")
    assert table.hand[0] == Counter(red=2, wild=1)
    table.play("withdraw")
    assert table.hand[0] == Counter(red=4, wild=2)
    assert (table.routes(0), table.pieces(0), table.points(0)) == ([], 45, 0)
    assert (table.seat, table.phase) == (1, TURN)
    assert table.deck == Counter(red=1, blue=2)  # discarded, and shuffled at once: C12
    assert table.state["reshuffles"] == 1


@rule("E9")
def test_who_cannot_pay_can_only_withdraw() -> None:
    table = tunnel_table(red=3).give(0, red=5)
    table.play(f"claim {RED_TUNNEL}", "pay 3 red")
    assert table.options() == {"withdraw"}


@rule("E9")
def test_the_abandoned_tunnel_stays_open() -> None:
    table = tunnel_table(red=3).give(0, red=3).give(1, blue=3, wild=3)
    table.play(f"claim {RED_TUNNEL}", "pay 3 red", "withdraw")
    assert table.can(f"claim {RED_TUNNEL}")


@rule("E9")
@pytest.mark.parametrize(
    ("payment", "discards"),
    [
        ("pay 2 red", Counter(red=6, blue=1)),
        ("pay 2 wild", Counter(red=4, wild=2, blue=1)),
    ],
)
def test_laid_revealed_and_surcharge_cards_are_discarded(
    payment: str, discards: Counter[str]
) -> None:
    table = tunnel_table(red=1, wild=1, blue=1).give(0, red=5, wild=2)
    table.play(f"claim {RED_TUNNEL}", "pay 3 red", payment)
    # Laid 3 red, revealed red, wild and blue: all are the deck now.
    assert table.deck == discards + Counter(wild=1)


@rule("E9")
def test_only_the_tunnel_s_own_length_takes_trains_and_scores() -> None:
    table = tunnel_table(red=3).give(0, red=6)
    table.play(f"claim {RED_TUNNEL}", "pay 3 red", "pay 3 red")
    assert table.pieces(0) == 45 - 3
    assert table.points(0) == 4
    assert table.hand[0] == Counter()
    assert (table.seat, table.phase) == (1, TURN)


@rule("E9")
def test_three_trains_are_enough_for_a_surcharged_tunnel_of_three() -> None:
    table = tunnel_table(red=3).give(0, red=6)
    table.state["pieces"][0] = 3
    table.play(f"claim {RED_TUNNEL}", "pay 3 red", "pay 3 red")
    assert table.pieces(0) == 0


@rule("E9")
def test_without_a_tunnel_there_is_nothing_to_withdraw_from() -> None:
    table = tunnel_table(red=3).give(0, red=6)
    assert table.why_not("withdraw") == NO_TUNNEL
    table.play(f"claim {RED_TUNNEL}")
    assert table.why_not("withdraw") == NO_TUNNEL  # not before the cards are laid


@rule("E9")
def test_revealed_cards_are_no_discards_before_the_turn_ends() -> None:
    table = tunnel_table(red=3, blue=1).give(0, red=6)
    table.play(f"claim {RED_TUNNEL}", "pay 3 red")
    assert table.discards == Counter()
    assert table.state["deck_size"] == 4 - 3


@rule("E10")
@pytest.mark.parametrize(("deck", "surcharge"), [({"red": 1}, 1), ({"red": 1, "wild": 1}, 2)])
def test_fewer_than_three_cards_are_revealed_if_there_are_no_more(
    deck: dict[str, int], surcharge: int
) -> None:
    table = tunnel_table(**deck).give(0, red=6)
    table.play(f"claim {RED_TUNNEL}", "pay 3 red")
    assert Counter(table.revealed) == Counter(deck)
    assert table.state["surcharge"] == surcharge


@rule("E10")
def test_with_no_card_to_reveal_there_is_no_surcharge() -> None:
    table = tunnel_table().give(0, red=3)
    table.play(f"claim {RED_TUNNEL}", "pay 3 red")
    assert table.revealed == []
    assert table.points(0) == 4
    assert table.deck == Counter(red=3)  # only now


@rule("E10", "C12")
def test_the_discards_are_revealed_when_the_deck_runs_out() -> None:
    table = tunnel_table(blue=1).set_discards(red=2).give(0, red=6)
    table.play(f"claim {RED_TUNNEL}", "pay 3 red")
    assert table.revealed == ["blue", "red", "red"]
    assert table.options() == {"pay 2 red", "withdraw"}


@rule("E10")
def test_laid_cards_are_no_discards_while_the_tunnel_is_dug() -> None:
    table = tunnel_table(blue=1, red=1).give(0, red=6)
    table.play(f"claim {RED_TUNNEL}", "pay 3 red")
    assert table.revealed == ["blue", "red"]  # and none of the three laid
    assert table.state["deck_size"] == 0
    assert table.discards == Counter()
    table.play("pay 1 red")
    assert table.deck == Counter(red=5, blue=1)


@rule("E9")
@pytest.mark.parametrize("end", ["pay 2 red", "withdraw"])
@pytest.mark.parametrize("laid", ["2 red", "1 red 1 wild"])
def test_nothing_stays_laid_when_a_tunnel_is_over(laid: str, end: str) -> None:
    table = Table("europe").keep_all().give(0, red=4, wild=1).set_discards().set_deck(red=2, blue=1)
    table.play("claim barcelona-pamplona", f"pay {laid}", end)
    fields = ("laid_cards", "laid_wilds", "surcharge")
    assert [int(table.state[field]) for field in fields] == [0, 0, 0]
    assert table.state["laid_colour"] == NO_CARD
