"""Hidden cards dealt anew: what is visible stays, and every deal is as likely as it should be."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anden.boards import Board
from anden.kernel import conceal, is_over, observe
from anden.kernel.layout import MAX_SEATS, MAX_TICKETS, NO_TICKET, SETUP, TUNNEL, State
from anden.kernel.playout import play_out
from anden.strategy.resample import resample
from tests.kernel.support import MATCHES, NUM_STYLES, bits_of, position, proof, tables
from tests.strategy.support import sensible_positions
from tests.support import Table, few_colours, small_board

STYLES = st.integers(0, NUM_STYLES - 1)
EQUAL = np.ones((MAX_SEATS, MAX_TICKETS), np.float32)


def dealt_anew(board: Board, view: State, seat: int, luck: int) -> State:
    state = view.copy()
    resample(board, state, seat, np.uint64(luck), EQUAL)
    return state


def all_cards(state: State) -> list[int]:
    """By kind: everything in hands, deck, discards and row, and what lies at a tunnel."""
    cards = state["hand"].sum(axis=0) + state["deck"] + state["discards"]
    for kind in state["row"]:
        if kind >= 0:
            cards[kind] += 1
    return [int(number) for number in cards]


def all_tickets(state: State) -> list[int]:
    """Every ticket that is somewhere, sorted."""
    found = bits_of(state["ticket_pool"])
    for seat in range(int(state["players"])):
        found += bits_of(state["tickets"][seat])
        found += [int(ticket) for ticket in state["offer"][seat] if ticket != NO_TICKET]
    found += [int(ticket) for ticket in state["returned"] if ticket != NO_TICKET]
    return sorted(found)


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_a_new_deal_looks_the_same_and_loses_nothing(name: str, players: int) -> None:
    board = tables(name)
    for state in sensible_positions(board, players, 9, 5):
        seat = int(state["seat"])
        view = observe(state, seat)
        for luck in (1, 2):
            other = dealt_anew(board, view, seat, luck)
            if int(state["phase"]) != TUNNEL:
                assert all_cards(other) == all_cards(state)
            found = all_tickets(other)
            assert len(found) == len(set(found)), "a ticket is in two places"
            seen = other.copy()
            conceal(seen, seat)
            if int(state["phase"]) == SETUP:
                seen["has_chosen"] = view["has_chosen"]  # the others choose again
            assert seen.tobytes() == view.tobytes()
            assert (other["hand"] >= other["known"]).all()
            assert (other["hand"].sum(axis=1) == state["hand_size"]).all()


@given(st.sampled_from(MATCHES), st.integers(0, 2**63), st.integers(0, 300), STYLES)
@proof(80, 3)
def test_a_new_deal_can_be_played_to_its_end(
    match: tuple[str, int], seed: int, plies: int, style: int
) -> None:
    name, players = match
    board = tables(name)
    state = position(name, players, seed, plies, style)
    if is_over(state):
        return
    seat = int(state["seat"])
    other = dealt_anew(board, observe(state, seat), seat, seed)
    assert play_out(board, other, np.zeros(0, np.uint16)) > 0
    assert is_over(other)


def surprise(seen: Counter[object], odds: dict[object, float], number: int) -> float:
    """Pearson's chi-squared per degree of freedom: about 1 if the odds are right."""
    assert set(seen) <= set(odds), "something impossible was dealt"
    total = sum((seen[what] - number * p) ** 2 / (number * p) for what, p in odds.items())
    return total / (len(odds) - 1)


@pytest.mark.compiled_only
def test_cards_are_dealt_as_enumeration_says() -> None:
    """Three players, two unknown hands: every way of dealing single cards is counted."""
    cards = few_colours(red=4, blue=4, wild=3)
    board = small_board(
        "a-b 1 red, b-c 1 blue, a-c 2 red",
        "a-b 1, b-c 2, a-c 3",
        cards=cards,
        players={"min": 2, "max": 3},
    )
    table = Table(board, players=3).keep_all()
    table.give(0, red=1).give(1, red=1, blue=1).give(2, blue=1, wild=1)
    table.state["known"][1, board.colour_index("blue")] = 1
    table.stack_row("red", "blue").set_discards(wild=1).set_deck().deal_rest()
    unseen = [*sorted(table.deck.elements()), "red", "blue", "wild"]
    odds: Counter[object] = Counter()
    ways = 0
    for first in range(len(unseen)):
        rest = unseen[:first] + unseen[first + 1 :]
        for pair in combinations(rest, 2):
            odds[unseen[first], tuple(sorted(pair))] += 1
            ways += 1
    number = 40_000
    view = observe(table.state, 0)
    seen: Counter[object] = Counter()
    other = table.copy()
    for luck in range(number):
        other.core.states[0] = dealt_anew(table.tables, view, 0, luck * 7919)
        one = other.hand[1] - Counter({"blue": 1})
        seen[next(one.elements()), tuple(sorted(other.hand[2].elements()))] += 1
    expected = {what: count / ways for what, count in odds.items()}
    assert surprise(seen, expected, number) < 2


@pytest.mark.compiled_only
@pytest.mark.parametrize("counts", [(1, 2), (2, 2), (3, 1)])
def test_tickets_are_dealt_as_enumeration_says(counts: tuple[int, int]) -> None:
    """Two rivals with at most one long ticket each: every pair of ticket sets is as likely."""
    names = ["a-b 1", "b-c 2", "a-c 3", "c-d 4", "a-d 5", "b-d 9 long", "c-e 9 long", "a-e 9 long"]
    board = small_board(
        "a-b 1 red, b-c 1 blue, c-d 2 red, d-e 1 red",
        ", ".join(names),
        players={"min": 2, "max": 3},
        ticket_deal={"regular": 1, "long": 1, "keep": 1, "dropped": "removed"},
    )
    table = Table(board, players=3).keep_all()
    for seat in range(3):
        table.state["tickets"][seat] = 0
    table.state["tickets"][0] = 1 << 7  # the third long one
    table.state["ticket_count"][:3] = [1, *counts]
    table.state["ticket_pool"] = 0
    table.state["pool_size"] = 0
    tickets = range(7)
    odds: dict[object, float] = {}
    for one in combinations(tickets, counts[0]):
        for two in combinations(set(tickets) - set(one), counts[1]):
            if all(sum(ticket >= 5 for ticket in held) <= 1 for held in (one, two)):
                odds[tuple(sorted(one)), tuple(sorted(two))] = 1.0
    odds = {what: 1 / len(odds) for what in odds}
    view = observe(table.state, 0)
    number = 150 * len(odds)
    seen: Counter[object] = Counter()
    for luck in range(number):
        state = dealt_anew(table.tables, view, 0, luck * 104729)
        seen[tuple(bits_of(state["tickets"][1])), tuple(bits_of(state["tickets"][2]))] += 1
    assert surprise(seen, odds, number) < 1.5


@pytest.mark.compiled_only
def test_weights_make_tickets_likelier() -> None:
    board = tables("usa")
    state = sensible_positions(board, 2, 1, 40)[2]
    seat = int(state["seat"])
    view = observe(state, seat)
    weights = EQUAL.copy()
    rival = 1 - seat
    favourite = next(t for t in range(30) if t not in bits_of(state["tickets"][seat]))
    weights[rival, favourite] = 50
    held = 0
    for luck in range(400):
        other = view.copy()
        resample(board, other, seat, np.uint64(luck), weights)
        held += favourite in bits_of(other["tickets"][rival])
    num_unseen = 30 - len(bits_of(state["tickets"][seat]))
    plain = int(state["ticket_count"][rival]) / num_unseen
    assert held / 400 > 3 * plain


def test_the_seat_knows_its_own_returned_tickets() -> None:
    board = tables("usa")
    for state in sensible_positions(board, 2, 4, 30):
        seat = int(state["seat"])
        other = dealt_anew(board, observe(state, seat), seat, 5)
        for place in range(MAX_TICKETS):
            if int(state["returned_by"][place]) == seat:
                assert other["returned"][place] == state["returned"][place]
