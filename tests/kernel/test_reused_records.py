"""Records are used again and again: nothing of an earlier game stays in them."""

import random

import numpy as np
import pytest

from anden.kernel import NET, RESULT, STATE, final_scores, new_state
from anden.kernel.layout import NO_CARD, NO_ROUTE, NO_SEAT, NO_TICKET, SETUP, State
from tests.kernel.support import MATCHES, blank, new_game, position, tables

each_match = pytest.mark.parametrize(("name", "players"), MATCHES)

# After a deal, whatever the seed. What else there is follows from the board and from chance.
NOTHING_YET = {
    "turn": 0,
    "seat": 0,
    "phase": SETUP,
    "route": NO_ROUTE,
    "city": -1,
    "laid_colour": NO_CARD,
    "laid_cards": 0,
    "laid_wilds": 0,
    "surcharge": 0,
    "last_turns": 0,
    "passes": 0,
    "idle_turns": 0,
    "returned_head": 0,
    "returned_size": 0,
    "owned": 0,
    "tickets": 0,
    "station_cities": 0,
    "score": 0,
    "known": 0,
    "revealed": NO_CARD,
    "ticket_count": 0,
    "has_chosen": 0,
    "returned": NO_TICKET,
    "returned_by": NO_SEAT,
}


def used(dtype: "np.dtype[np.void]", filling: int) -> State:
    """A record with something in every byte."""
    return np.frombuffer(bytearray([filling] * dtype.itemsize), dtype)[0]


@each_match
@pytest.mark.parametrize("filling", [0x55, 0xFF])
def test_a_deal_is_the_same_in_a_used_record(name: str, players: int, filling: int) -> None:
    fresh = new_game(tables(name), players, 2**70 + 5, NO_SEAT)
    again = used(STATE, filling)
    new_state(tables(name), again, players, np.uint64(5), np.uint64(2**6), NO_SEAT)
    for field in STATE.names or ():
        if field != "spare":
            assert np.array_equal(again[field], fresh[field]), field


@each_match
def test_nothing_has_happened_in_a_new_game(name: str, players: int) -> None:
    state = new_game(tables(name), players, 11)
    for field, value in NOTHING_YET.items():
        assert (np.asarray(state[field]) == value).all(), field


@each_match
def test_seats_beyond_the_players_have_nothing(name: str, players: int) -> None:
    state = new_game(tables(name), players, 12)
    for field in ("hand", "hand_size", "pieces", "stations_left", "offer_size", "available"):
        assert not state[field][players:].any(), field
    assert (state["offer"][players:] == NO_TICKET).all()


@each_match
@pytest.mark.parametrize("filling", [0x55, 0xFF])
def test_scores_are_the_same_in_a_used_result(name: str, players: int, filling: int) -> None:
    rng = random.Random(players)
    for plies in (0, rng.randrange(50, 200), 5000):
        state = position(name, players, 21, plies)
        fresh, again = blank(RESULT), used(RESULT, filling)
        final_scores(tables(name), state, fresh, blank(NET))
        final_scores(tables(name), state, again, used(NET, filling))
        for field in RESULT.names or ():
            if field != "spare":
                assert np.array_equal(again[field], fresh[field]), field


@each_match
def test_seats_beyond_the_players_score_nothing(name: str, players: int) -> None:
    state, result = position(name, players, 22, 300), used(RESULT, 0x55)
    final_scores(tables(name), state, result, blank(NET))
    for field in RESULT.names or ():
        if field not in ("spare", "borrowed"):
            assert not result[field][players:].any(), field
    assert (result["borrowed"][players:] == NO_ROUTE).all()
