"""Text that is not an action is refused in words that help."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from anden.boards import load_board
from anden.game import NotationError, parse_action
from anden.game.notation import MAX_TEXT

from .support import BOARDS

VERBS = ("draw", "keep", "claim", "station", "pay", "withdraw", "pass")
WORDS = ("with", "deck", "tickets", "wild", "red", "rojo", "denver-omaha", "paris", "2", "-", ",")


def refused(text: str, board: str = "usa") -> str:
    """What the error says."""
    with pytest.raises(NotationError) as caught:
        parse_action(load_board(board), text)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 1500
    return message


@pytest.mark.parametrize("text", ["", "   ", "\n", "jump", "7", "draw", "keep", "claim", "pay"])
def test_what_is_no_action_is_told_the_actions(text: str) -> None:
    assert "actions are draw, keep, claim, station, pay, withdraw, pass" in refused(text)


@pytest.mark.parametrize("text", ["pass now", "withdraw 2 red", "drawdeck", "draw\tdeck"])
def test_words_that_do_not_belong_there_are_refused(text: str) -> None:
    assert "is not an action" in refused(text)


def test_a_long_text_is_refused_unread() -> None:
    message = refused("draw " + "x" * 10_000)
    assert "10005 characters is too long" in message
    assert len(message) < 100
    longest = "draw " + "x" * (MAX_TEXT - 5)
    assert "use at most" not in refused(longest)
    assert "use at most" in refused(longest + "x")


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("control", ["\x1b", "\x00", "\x07", "\u202e", "\x9b"])
def test_control_characters_never_come_back_raw(verb: str, control: str) -> None:
    for rest in (f"{control}[J", f"denver-omaha{control}", f"1 red 1 r{control}ed", f"x{control}"):
        refused(f"{verb} {rest}")


@pytest.mark.parametrize("text", ["pay -2 red", "claim denver-omaha with -4 purple", "pay 2.5 red"])
def test_numbers_are_whole_and_positive(text: str) -> None:
    assert "is not a payment; say for instance: 2 red 1 wild" in refused(text)


def test_a_payment_of_nothing_is_refused() -> None:
    assert "at least one card" in refused("pay 0 red")
    assert "at least one card" in refused("pay 0 wild 0 red")


def test_numbers_of_three_digits_are_refused() -> None:
    assert "is not a payment" in refused("pay 100 red")


def test_two_colours_are_refused_with_the_rule() -> None:
    message = refused("claim denver-omaha with 2 red 2 blue")
    assert "mixes colours" in message
    assert "C16" in message


def test_a_colour_named_twice_is_refused() -> None:
    assert "names red twice" in refused("pay 1 red 1 rojo")


def test_a_ticket_named_twice_is_refused() -> None:
    assert "names a ticket twice" in refused("keep boston-miami, Miami-Boston")


def test_a_claim_without_cards_is_told_how_to_name_them() -> None:
    assert "add for instance: with 2 red 1 wild" in refused("claim denver-omaha")


def test_gray_is_no_card() -> None:
    assert "any one colour" in refused("draw gray")


@pytest.mark.parametrize(
    ("board", "text", "near"),
    [
        ("usa", "claim denvr-omaha with 1 red", "denver-omaha"),
        ("europe", "station Zurch with 1 red", "zurich"),
        ("usa", "draw reed", "red"),
        ("usa", "keep bostn-miami", "boston-miami"),
    ],
)
def test_an_unknown_name_is_told_the_near_ones(board: str, text: str, near: str) -> None:
    assert f"did you mean '{near}'" in refused(text, board)


def test_cities_without_a_route_are_told_where_routes_lead() -> None:
    assert "from 'denver' routes lead to" in refused("claim denver-miami with 1 red")


def test_a_double_route_needs_its_lane() -> None:
    message = refused("claim boston-new_york with 2 red")
    assert "'boston-new_york:red' or 'boston-new_york:yellow'" in message


def never_fails_otherwise(name: str, text: str) -> None:
    board = load_board(name)
    try:
        action = parse_action(board, text)
    except NotationError:
        return
    assert parse_action(board, str(action)) == action


@given(name=st.sampled_from(BOARDS), text=st.text(max_size=60))
@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@example(name="usa", text="draw \ud800")
@example(name="usa", text="pay ² red")
def test_any_text_is_an_action_or_a_notation_error(name: str, text: str) -> None:
    never_fails_otherwise(name, text)


@given(
    name=st.sampled_from(BOARDS),
    verb=st.sampled_from(VERBS),
    words=st.lists(st.sampled_from(WORDS) | st.text(max_size=8), max_size=8),
    glue=st.sampled_from([" ", "", "-", ", "]),
)
@settings(max_examples=500, deadline=None, derandomize=True, database=None)
def test_any_words_are_an_action_or_a_notation_error(
    name: str, verb: str, words: list[str], glue: str
) -> None:
    never_fails_otherwise(name, f"{verb} {glue.join(words)}")
