"""Chance: the published hash, and what follows from using it by counters."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anden.boards import load_board
from anden.kernel import step
from anden.kernel.cards import draw_card
from anden.kernel.chance import (
    DECK_STREAM,
    DRAWS_PER_WORD,
    FIRST_SEAT_STREAM,
    GOLDEN,
    LONG_TICKET_STREAM,
    PLAYOUT_STREAM,
    TICKET_STREAM,
    below,
    chance,
    draw_below,
    mix,
    series_seed,
    siphash,
)
from anden.kernel.layout import NO_CARD, NUM_KINDS, State
from anden.machine.jit import IS_INTERPRETED
from tests.kernel.chance_oracle import reference_deck, reference_draws, reference_siphash
from tests.kernel.support import (
    BOARDS,
    MATCHES,
    NUM_STYLES,
    WORD,
    choose,
    legal_actions,
    new_game,
    proof,
    tables,
)

WORDS = st.integers(0, WORD)
STREAMS = (
    DECK_STREAM,
    TICKET_STREAM,
    LONG_TICKET_STREAM,
    FIRST_SEAT_STREAM,
    PLAYOUT_STREAM,
)


# From the reference implementation: key 00..0f, messages 00, 00 01, ... of these lengths.
PUBLISHED = {
    0: "310e0edd47db6f72",
    1: "fd67dc93c539f874",
    6: "cee3fe586e46c9cb",
    7: "37d1018bf50002ab",
    8: "6224939a79f5f593",
    15: "e545be4961ca29a1",
}


@pytest.mark.parametrize("length", PUBLISHED)
def test_the_tests_own_siphash_gives_the_published_values(length: int) -> None:
    value = reference_siphash(bytes(range(16)), bytes(range(length)))
    assert value.to_bytes(8, "little").hex() == PUBLISHED[length]


def test_siphash_gives_the_published_value() -> None:
    keys = (np.uint64(0x0706050403020100), np.uint64(0x0F0E0D0C0B0A0908))
    message = np.uint64(int.from_bytes(bytes(range(7)), "little"))
    assert int(siphash(*keys, message)) == 0xAB0200F58B01D137


@proof(300)
@given(st.binary(min_size=16, max_size=16), st.binary(min_size=7, max_size=7))
def test_siphash_agrees_with_the_reference(key: bytes, message: bytes) -> None:
    k0, k1, word = (int.from_bytes(b, "little") for b in (key[:8], key[8:], message))
    value = siphash(np.uint64(k0), np.uint64(k1), np.uint64(word))
    assert int(value) == reference_siphash(key, message)


@proof(200)
@given(
    st.binary(min_size=16, max_size=16),
    st.sampled_from(STREAMS),
    st.integers(0, 2**24 - 1),
    st.integers(0, 2**24 - 1),
)
def test_chance_is_the_hash_of_stream_epoch_and_counter(
    key: bytes, stream: int, epoch: int, counter: int
) -> None:
    state = new_game(tables("london"), 2, int.from_bytes(key, "little"))
    message = bytes([stream]) + epoch.to_bytes(3, "little") + counter.to_bytes(3, "little")
    assert int(chance(state, stream, epoch, counter)) == reference_siphash(key, message)


def test_mixing_a_counter_gives_the_published_splitmix_values() -> None:
    published = (6457827717110365317, 3203168211198807973, 9817491932198370423)
    counters = [np.uint64((1234567 + n * int(GOLDEN)) & WORD) for n in (1, 2, 3)]
    assert tuple(int(mix(counter)) for counter in counters) == published


def test_games_of_a_series_have_seeds_of_their_own() -> None:
    seeds = [int(series_seed(np.uint64(5), np.uint64(number))) for number in range(1, 50)]
    assert len(set(seeds)) == len(seeds)
    others = [int(series_seed(np.uint64(6), np.uint64(number))) for number in range(1, 50)]
    assert not set(seeds) & set(others)
    assert seeds[0] == 5 ^ int(mix(np.uint64(1)))


def test_streams_epochs_and_counters_share_no_value() -> None:
    state = new_game(tables("usa"), 2, 12345)
    places = [(s, e, c) for s in STREAMS for e in range(8) for c in range(64)]
    assert len({int(chance(state, *place)) for place in places}) == len(places)


def test_streams_are_uncorrelated() -> None:
    """Two streams agree in about half of their bits: within five standard deviations."""
    state = new_game(tables("usa"), 2, 2024)
    rounds = 200
    for a, b in itertools.combinations(STREAMS, 2):
        equal = sum(
            64 - (int(chance(state, a, 0, n)) ^ int(chance(state, b, 0, n))).bit_count()
            for n in range(rounds)
        )
        assert abs(equal - 32 * rounds) < 5 * (64 * rounds) ** 0.5 / 2


@proof(500)
@given(WORDS, st.integers(1, 250))
def test_below_stays_below_its_limit(word: int, limit: int) -> None:
    assert below(np.uint64(word), limit) == word * limit >> 64 < limit


@pytest.mark.parametrize("limit", [2, 3, 7, 30, 110, 250])
def test_every_bit_of_a_word_counts_where_one_number_ends_and_the_next_begins(limit: int) -> None:
    for number in range(1, limit):
        first = -(-(number << 64) // limit)
        assert below(np.uint64(first), limit) == number
        assert below(np.uint64(first - 1), limit) == number - 1


@pytest.mark.parametrize("limit", [2, 3, 7, 30, 110])
def test_below_is_uniform(limit: int) -> None:
    state = new_game(tables("usa"), 2, 99)
    draws = 60 * limit
    seen = Counter(
        below(np.uint64(chance(state, PLAYOUT_STREAM, 1, n)), limit) for n in range(draws)
    )
    chi_square = sum((seen[i] - 60) ** 2 / 60 for i in range(limit))
    degrees = limit - 1
    assert chi_square < degrees + 5 * (2 * degrees) ** 0.5


@proof(100)
@given(
    st.integers(0, 2**128 - 1),
    st.sampled_from((DECK_STREAM, TICKET_STREAM, LONG_TICKET_STREAM)),
    st.integers(0, 1000),
    st.lists(st.integers(1, 250), min_size=1, max_size=20),
)
def test_four_draws_share_a_word(seed: int, stream: int, epoch: int, limits: list[int]) -> None:
    state = new_game(tables("london"), 2, seed)
    drawn = [draw_below(state, stream, epoch, n, limit) for n, limit in enumerate(limits)]
    assert drawn == reference_draws(seed.to_bytes(16, "little"), stream, epoch, limits)


def test_draws_from_one_word_are_independent() -> None:
    """Chi-square of every pair of draws that share a word: 60 with 24 degrees is rare."""
    state = new_game(tables("usa"), 2, 4711)
    limit, words = 5, 2500
    draws = [draw_below(state, DECK_STREAM, 7, n, limit) for n in range(DRAWS_PER_WORD * words)]
    expected = words / limit**2
    for a, b in itertools.combinations(range(DRAWS_PER_WORD), 2):
        seen = Counter(zip(draws[a::DRAWS_PER_WORD], draws[b::DRAWS_PER_WORD], strict=True))
        pairs = [(i, j) for i in range(limit) for j in range(limit)]
        chi_square = sum((seen[pair] - expected) ** 2 / expected for pair in pairs)
        assert chi_square < 60


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_anyone_can_check_a_deal_with_the_published_hash(name: str, players: int) -> None:
    for seed in (0, 1 << 64, 0xA1B2C3D4E5F60718293A4B5C6D7E8F90):
        deck = reference_deck(name, seed)
        state = new_game(tables(name), players, seed)
        size = load_board(name).starting_hand
        for seat in range(players):
            hand = np.bincount(deck[seat * size : (seat + 1) * size], minlength=NUM_KINDS)
            assert state["hand"][seat].tolist() == hand.tolist()
        dealt = int(state["deck_draws"])
        if state["sweeps"] == 0:
            assert state["row"].tolist() == deck[players * size : dealt]
        assert list(drawn_cards(state)) == deck[dealt:]


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_anyone_can_check_who_begins_with_the_published_hash(name: str, players: int) -> None:
    for seed in range(7):
        word = reference_siphash(seed.to_bytes(16, "little"), bytes([3, 0, 0, 0, 0, 0, 0]))
        assert new_game(tables(name), players, seed)["first"] == word * players >> 64


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_anyone_can_check_the_dealt_tickets_with_the_published_hash(
    name: str, players: int
) -> None:
    board, seed = load_board(name), 0xA1B2C3D4E5F60718293A4B5C6D7E8F90
    deal, offers = board.ticket_deal, [list[int]() for _ in range(players)]
    for is_long, stream, each in ((True, 2, deal.long), (False, 1, deal.regular)):
        left = [ticket.index for ticket in board.tickets if ticket.is_long == is_long]
        limits = range(len(left), len(left) - players * each, -1)
        drawn = reference_draws(seed.to_bytes(16, "little"), stream, 0, limits)
        for number, place in enumerate(drawn):
            offers[number // each].append(left.pop(place))
    state = new_game(tables(name), players, seed)
    for seat in range(players):
        size = int(state["offer_size"][seat])
        assert state["offer"][seat][:size].tolist() == offers[seat]


def drawn_cards(state: State) -> Iterator[int]:
    """The deck from the top, as it would come if nothing else happened."""
    while state["deck_size"] > 0 and state["reshuffles"] == 0:
        yield draw_card(state)


def cards_in_order_of_appearance(name: str, players: int, seed: int, style: int) -> list[int]:
    """Where every card of the first deck went, in the order they left it, in a random game."""
    board = tables(name)
    state = new_game(board, players, seed)
    rng = random.Random(style)
    appeared: list[int] = []
    while state["reshuffles"] == 0 and (actions := legal_actions(board, state)):
        before = state["deck"].copy()
        drawn = int(state["deck_draws"])
        step(board, state, choose(rng, actions, style))
        if state["reshuffles"] == 0:
            gone = np.repeat(np.arange(NUM_KINDS), before - state["deck"]).tolist()
            assert len(gone) == int(state["deck_draws"]) - drawn
            appeared.extend(gone if len(gone) < 2 else [NO_CARD] * len(gone))
    return appeared


@pytest.mark.parametrize("name", BOARDS)
@proof(20, interpreted=2)
@given(st.integers(0, 2**128 - 1))
def test_the_nth_card_is_the_same_whatever_was_played(name: str, seed: int) -> None:
    state = new_game(tables(name), 2, seed)
    deck = list(drawn_cards(state))
    for style in range(NUM_STYLES):
        for place, kind in enumerate(cards_in_order_of_appearance(name, 2, seed, style)):
            # Cards that left together, at a sweep or in a tunnel, do not show their order.
            assert kind in (NO_CARD, deck[place])


def test_another_seed_gives_another_deck() -> None:
    decks = {tuple(drawn_cards(new_game(tables("usa"), 2, seed))) for seed in range(50)}
    decks |= {tuple(drawn_cards(new_game(tables("usa"), 2, seed << 64))) for seed in range(1, 50)}
    assert len(decks) == 99


def test_every_place_of_the_deck_gets_every_kind_in_proportion() -> None:
    """Chi-square of the kinds at a few places of many decks, counted from the first card dealt."""
    board = tables("usa")
    decks = 200 if IS_INTERPRETED else 3000
    counts = np.zeros((3, NUM_KINDS))
    for seed in range(decks):
        state = new_game(board, 2, seed << 32)
        deck = list(drawn_cards(state))
        for row, place in enumerate((0, 40, len(deck) - 1)):
            counts[row, deck[place]] += 1
    cards = board["card_counts"].astype(np.float64)
    expected = decks * cards / cards.sum()
    chi_squares = ((counts - expected) ** 2 / expected).sum(axis=1)
    assert (chi_squares < 30).all()  # 8 degrees of freedom: once in 5,000
