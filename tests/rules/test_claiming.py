"""Claiming routes: C16 to C18, C20, and the points of each board."""

import random
from collections import Counter

import pytest

from anden.boards import GRAY, Route
from anden.kernel.refusals import (
    PAY_FIRST,
    ROUTE_TAKEN,
    TOO_FEW_CARDS,
    TOO_FEW_OF_COLOUR,
    TOO_FEW_PIECES,
    TOO_FEW_WILDS,
    WRONG_COLOUR,
)
from tests.support import Table, rule, small_board


def payments_by_hand(table: Table, route: Route, hand: Counter[str]) -> set[str]:
    """Every set of cards that pays for the route, by trying all of them."""
    found = set()
    for number, colour in enumerate(table.board.cards.colours):
        for wilds in range(route.length + 1):
            cards = route.length - wilds
            if route.colour not in (GRAY, number) and cards > 0:
                continue
            if wilds < route.wilds or wilds > hand["wild"] or cards > hand[colour.id]:
                continue
            parts = [(cards, colour.id), (wilds, "wild")]
            found.add(" ".join(f"{n} {kind}" for n, kind in parts if n))
    return found


@rule("C16", "E6", "E7")
@pytest.mark.parametrize("board", ["usa", "europe", "london"])
def test_every_payment_there_is_and_no_other_is_legal(board: str) -> None:
    luck = random.Random(7)
    table = Table(board).keep_all()
    kinds = [colour.id for colour in table.board.cards.colours]
    for _ in range(6):
        hand = Counter({kind: luck.choice((0, 0, 1, 2, 3, 4, 6)) for kind in kinds})
        hand["wild"] = luck.choice((0, 1, 2, 3, 8))
        table.give(0, **hand)
        expected = {
            table.board.route_name(route.index): payments_by_hand(table, route, hand)
            for route in table.board.routes
        }
        assert table.options_to("claim") == {name for name, ways in expected.items() if ways}
        for name in luck.sample(sorted(table.options_to("claim")), 5):
            claimed = table.copy().play(f"claim {name}")
            assert claimed.options_to("pay") == expected[name]


@rule("C16")
def test_a_coloured_route_takes_its_colour_and_wilds_in_any_number() -> None:
    table = Table("usa").keep_all().give(0, red=3, blue=3, wild=3)
    table.play("claim denver-salt_lake_city:red")
    assert table.options() == {
        "pay 3 red",
        "pay 2 red 1 wild",
        "pay 1 red 2 wild",
        "pay 3 wild",
    }
    assert table.why_not("pay 3 blue") == WRONG_COLOUR


@rule("C16")
def test_a_gray_route_takes_any_one_colour() -> None:
    table = Table("usa").keep_all().give(0, red=2, blue=1, green=3, wild=1)
    table.play("claim el_paso-phoenix")
    assert table.options() == {"pay 3 green", "pay 2 green 1 wild", "pay 2 red 1 wild"}
    assert table.why_not("pay 3 red") == TOO_FEW_OF_COLOUR
    assert table.why_not("pay 3 wild") == TOO_FEW_WILDS


@rule("C16")
def test_colours_do_not_mix_on_a_gray_route() -> None:
    table = Table("usa").keep_all().give(0, red=2, blue=2, green=2)
    assert table.why_not("claim el_paso-phoenix") == TOO_FEW_CARDS
    assert table.can("claim el_paso-santa_fe")


@rule("C16")
@pytest.mark.parametrize("payment", ["4 purple", "3 purple 1 wild", "1 purple 3 wild", "4 wild"])
def test_more_wilds_than_needed_may_be_spent_and_all_cards_are_discarded(payment: str) -> None:
    table = Table("usa").keep_all().set_discards().give(0, purple=5, wild=4)
    table.play("claim denver-omaha", f"pay {payment}")
    words = payment.split()
    spent = Counter(dict(zip(words[1::2], map(int, words[::2]), strict=True)))
    assert table.discards == spent
    assert table.hand[0] == Counter(purple=5, wild=4) - spent


@rule("C16")
def test_a_route_begun_must_be_paid() -> None:
    table = Table("usa").keep_all().give(0, purple=4)
    table.play("claim denver-omaha")
    assert table.options() == {"pay 4 purple"}
    assert table.why_not("draw deck") == PAY_FIRST


@rule("C16")
def test_eight_spaces_can_be_paid_in_nine_ways() -> None:
    table = Table("europe").keep_all().give(0, green=8, wild=8)
    table.play("claim petrograd-stockholm")
    mixes = {f"pay {8 - wilds} green {wilds} wild" for wilds in range(1, 8)}
    assert table.options() == mixes | {"pay 8 green", "pay 8 wild"}


@rule("C17")
@pytest.mark.parametrize(("pieces", "can"), [(6, True), (5, False)])
def test_a_route_needs_as_many_pieces_as_spaces(pieces: int, can: bool) -> None:
    table = Table("usa").keep_all().give(0, black=6)
    table.state["pieces"][0] = pieces
    assert table.can("claim el_paso-los_angeles") == can
    if can:
        table.play("claim el_paso-los_angeles", "pay 6 black")
        assert table.pieces(0) == 0
    else:
        assert table.why_not("claim el_paso-los_angeles") == TOO_FEW_PIECES


@rule("C17")
def test_one_piece_is_placed_on_each_space_and_one_route_claimed_a_turn() -> None:
    table = Table("usa").keep_all().give(0, purple=12)
    table.play("claim denver-omaha", "pay 4 purple")
    assert table.pieces(0) == 41
    assert table.routes(0) == [table.board.find_route("denver-omaha")]
    assert table.seat == 1


@rule("C17")
def test_a_claimed_route_is_taken() -> None:
    table = Table("usa").keep_all().give(0, purple=12).give(1, purple=12)
    table.play("claim denver-omaha", "pay 4 purple")
    assert table.why_not("claim denver-omaha") == ROUTE_TAKEN
    table.play("draw deck", "draw deck")
    assert table.why_not("claim denver-omaha") == ROUTE_TAKEN


@rule("C18")
def test_any_open_route_may_be_claimed_wherever_it_lies() -> None:
    table = Table("usa").keep_all().give(0, wild=8)
    table.owns(0, "seattle-vancouver:gray.1")
    names = {table.board.route_name(route.index) for route in table.board.routes}
    closed = {"seattle-vancouver:gray.1", "seattle-vancouver:gray.2"}
    assert table.options_to("claim") == names - closed
    table.play("claim atlanta-miami", "pay 5 wild")
    assert len(table.routes(0)) == 2


@rule("C20")
@pytest.mark.parametrize(
    ("board", "points"),
    [
        pytest.param("usa", {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}, marks=rule("U3")),
        pytest.param("europe", {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}, marks=rule("E5")),
        pytest.param("london", {1: 1, 2: 2, 3: 4, 4: 7}, marks=rule("L3")),
    ],
)
def test_a_route_scores_its_length_at_once(board: str, points: dict[int, int]) -> None:
    lengths = {route.length: route.index for route in Table(board).board.routes}
    assert set(lengths) == set(points)
    for length, route in lengths.items():
        table = Table(board).keep_all().set_deck(wild=0).set_discards()
        table.give(0, wild=length)
        table.play(f"claim {table.board.route_name(route)}", f"pay {length} wild")
        assert table.points(0) == points[length]
        assert table.points(1) == 0


@rule("C20")
def test_points_come_from_the_board_s_own_table() -> None:
    board = small_board("a-b 1 red, b-c 2 red", "a-b 1, a-c 2", points_by_length={"1": 30, "2": 7})
    table = Table(board).keep_all().give(0, red=3)
    table.play("claim a-b", "pay 1 red")
    assert table.points(0) == 30
    table.play("draw deck", "draw deck", "claim b-c", "pay 2 red")
    assert table.points(0) == 37
