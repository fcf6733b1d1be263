"""Views: nothing a seat may not know has any part in what it is shown."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anden.kernel import conceal, observe
from anden.kernel.layout import NO_SEAT, NO_TICKET, NUM_KINDS, OVER, SETUP, STATE, State
from tests.kernel.support import (
    MATCHES,
    NUM_STYLES,
    WORD,
    bits_of,
    new_game,
    position,
    proof,
    tables,
    walk,
)

each_match = pytest.mark.parametrize(("name", "players"), MATCHES)
SEEDS = st.integers(0, 2**64 - 1)
STYLES = st.integers(0, NUM_STYLES - 1)
PLIES = st.integers(0, 600)

# Everything else in a state is public.
SECRET = {"seed", "luck", "ticket_pool", "deck", "hand", "offer", "tickets", "returned"}


def view_of(state: State, viewer: int) -> State:
    view = state.copy()
    conceal(view, viewer)
    return view


def viewers(state: State) -> list[int]:
    return [NO_SEAT, *range(int(state["players"]))]


def others(state: State, viewer: int) -> list[int]:
    return [seat for seat in range(int(state["players"])) if seat != viewer]


def reimagined(state: State, viewer: int, rng: random.Random) -> State:
    """The state with everything hidden from the viewer changed in every way it could be."""
    other = state.copy()
    for field in ("seed", "luck"):
        for word in range(len(other[field])):
            other[field][word] = np.uint64(rng.randrange(WORD))
    _deal_hidden_cards(other, viewer, rng)
    _deal_hidden_tickets(other, viewer, rng)
    return other


def _deal_hidden_cards(state: State, viewer: int, rng: random.Random) -> None:
    """Unknown cards of other hands and the deck change places; known ones stay."""
    hidden = np.repeat(np.arange(NUM_KINDS), state["deck"]).tolist()
    for seat in others(state, viewer):
        unknown = state["hand"][seat] - state["known"][seat]
        hidden += np.repeat(np.arange(NUM_KINDS), unknown).tolist()
    rng.shuffle(hidden)
    for seat in others(state, viewer):
        state["hand"][seat] = state["known"][seat]
        for _ in range(int(state["hand_size"][seat]) - int(state["known"][seat].sum())):
            state["hand"][seat, hidden.pop()] += 1
    state["deck"] = np.bincount(np.array(hidden, np.int64), minlength=NUM_KINDS)
    assert int(state["deck_size"]) == len(hidden)


def _deal_hidden_tickets(state: State, viewer: int, rng: random.Random) -> None:
    """Tickets the viewer can't place change places, and how many were kept of a deal changes."""
    pool = bits_of(state["ticket_pool"])
    hidden = list(pool)
    slots: list[tuple[str, int, int]] = []  # field, and where in it
    for place in range(len(state["returned"])):
        if state["returned"][place] != NO_TICKET and state["returned_by"][place] != viewer:
            slots.append(("returned", place, 0))
            hidden.append(int(state["returned"][place]))
    for seat in others(state, viewer):
        offered = [place for place, t in enumerate(state["offer"][seat]) if t != NO_TICKET]
        hidden += [int(state["offer"][seat, place]) for place in offered]
        if state["phase"] == OVER:
            continue
        kept = bits_of(state["tickets"][seat])
        hidden += kept
        state["tickets"][seat] = 0
        if state["phase"] == SETUP and kept:
            places = list(range(len(kept) + len(offered)))
            offered = rng.sample(places, rng.randrange(len(places)))
            kept = places[len(offered) :]
            state["offer"][seat] = NO_TICKET
        slots += [("offer", seat, place) for place in offered]
        slots += [("tickets", seat, 0) for _ in kept]
    rng.shuffle(hidden)
    for field, index, place in slots:
        ticket = hidden.pop()
        if field == "returned":
            state["returned"][index] = ticket
        elif field == "offer":
            state["offer"][index, place] = ticket
        else:
            state["tickets"][index] |= np.uint64(1 << ticket)
    assert len(hidden) == len(pool)
    state["ticket_pool"] = np.uint64(sum(1 << ticket for ticket in hidden))


@each_match
@proof(25, interpreted=5)
@given(seed=SEEDS, plies=PLIES, style=STYLES)
def test_views_do_not_depend_on_what_is_hidden(
    name: str, players: int, seed: int, plies: int, style: int
) -> None:
    state = position(name, players, seed, plies, style)
    rng = random.Random(seed)
    for viewer in viewers(state):
        other = reimagined(state, viewer, rng)
        assert other.tobytes() != state.tobytes()
        assert view_of(other, viewer).tobytes() == view_of(state, viewer).tobytes()


@each_match
@proof(10, interpreted=1)
@given(seed=SEEDS, plies=st.integers(0, 6))
def test_views_of_the_deal_do_not_tell_what_was_kept(
    name: str, players: int, seed: int, plies: int
) -> None:
    state = position(name, players, seed, min(plies, players - 1))
    assert state["phase"] == SETUP
    rng = random.Random(seed)
    for viewer in viewers(state):
        other = reimagined(state, viewer, rng)
        assert view_of(other, viewer).tobytes() == view_of(state, viewer).tobytes()


@each_match
@proof(15, interpreted=1)
@given(seed=SEEDS, plies=PLIES, style=STYLES)
def test_views_show_all_that_is_public_and_all_of_the_seat(
    name: str, players: int, seed: int, plies: int, style: int
) -> None:
    state = position(name, players, seed, plies, style)
    for viewer in viewers(state):
        view = view_of(state, viewer)
        for field in STATE.names or ():
            if field not in SECRET:
                assert np.array_equal(view[field], state[field]), field
        if viewer != NO_SEAT:
            for field in ("hand", "tickets", "offer"):
                assert np.array_equal(view[field][viewer], state[field][viewer]), field
        returned = [
            int(ticket) if by == viewer and viewer != NO_SEAT else NO_TICKET
            for ticket, by in zip(state["returned"], state["returned_by"], strict=True)
        ]
        assert view["returned"].tolist() == returned


@each_match
@proof(5, interpreted=1)
@given(seed=SEEDS, plies=PLIES)
def test_a_view_of_a_view_is_the_same_view(name: str, players: int, seed: int, plies: int) -> None:
    state = position(name, players, seed, plies)
    for viewer in viewers(state):
        view = view_of(state, viewer)
        assert view_of(view, viewer).tobytes() == view.tobytes()
        assert view_of(view, NO_SEAT).tobytes() == view_of(state, NO_SEAT).tobytes()


@each_match
def test_what_is_observed_is_a_record_of_its_own(name: str, players: int) -> None:
    state = position(name, players, 5, 80)
    before = state.tobytes()
    for viewer in viewers(state):
        view = observe(state, viewer)
        assert view.tobytes() == view_of(state, viewer).tobytes()
        view["turn"] = 9
        view["hand"][0, 0] = 77
        view["tickets"][:] = 1
        assert state.tobytes() == before


@each_match
def test_tickets_are_shown_when_the_game_is_over_and_not_before(name: str, players: int) -> None:
    board = tables(name)
    state = new_game(board, players, 7)
    for _ in walk(board, state, random.Random(7)):
        for viewer in viewers(state):
            shown = view_of(state, viewer)["tickets"]
            for seat in range(players):
                is_shown = seat == viewer or state["phase"] == OVER
                assert int(shown[seat]) == (int(state["tickets"][seat]) if is_shown else 0)
    assert state["phase"] == OVER
    assert state["tickets"][:players].all()
