"""Cards that a seat has not seen are those in the deck and in others' hands that nobody showed."""

import random

import pytest

from anden.kernel.layout import NUM_KINDS, TUNNEL
from anden.kernel.unseen import unseen_cards
from tests.kernel.support import COLLECTOR, MATCHES, new_game, tables, walk


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_unseen_cards_lie_in_the_deck_or_hidden_in_a_hand(name: str, players: int) -> None:
    board = tables(name)
    state, phases = new_game(board, players, 5), set()
    for _ in walk(board, state, random.Random(5), COLLECTOR):
        phases.add(int(state["phase"]))
        hidden = state["hand"].astype(int) - state["known"].astype(int)
        for seat in range(players):
            others = sum(hidden[other] for other in range(players) if other != seat)
            expected = (state["deck"].astype(int) + others).tolist()
            found = [int(unseen_cards(board, state, seat, k)) for k in range(NUM_KINDS)]
            assert found == expected
    assert (TUNNEL in phases) == (name == "europe")
