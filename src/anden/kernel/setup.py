"""A new game."""

import numpy as np

from anden.machine.intrinsics import apart
from anden.machine.jit import jit

from .bits import ZERO
from .cards import deal_row, draw_card
from .chance import FIRST_SEAT_STREAM, below, chance
from .ids import Seat
from .layout import (
    MAX_OFFER,
    MAX_SEATS,
    MAX_TICKETS,
    NO_CARD,
    NO_ROUTE,
    NO_SEAT,
    NO_TICKET,
    NUM_KINDS,
    ROW_SIZE,
    SETUP,
    TUNNEL_REVEAL,
    WORDS,
    State,
    Tables,
)
from .tickets import deal_tickets


@jit
def new_state(
    tables: Tables, state: State, players: int, seed0: np.uint64, seed1: np.uint64, first: int
) -> None:
    """A new game, before tickets are chosen. NO_SEAT draws the first seat: C4."""
    apart()
    _clear(state)
    state["seed"][0] = seed0
    state["seed"][1] = seed1
    state["players"] = players
    _lay_out(tables, state)
    for seat in range(players):
        _equip(tables, state, seat)
    deal_row(state)
    deal_tickets(tables, state)
    if first == NO_SEAT:
        first = below(chance(state, FIRST_SEAT_STREAM, 0, 0), players)
    state["first"] = first


@jit
def _lay_out(tables: Tables, state: State) -> None:
    size = 0
    for kind in range(NUM_KINDS):
        size += int(tables["card_counts"][kind])
        state["deck"][kind] = int(tables["card_counts"][kind])
    state["deck_size"] = size
    state["ticket_pool"] = tables["regular_tickets"]
    pool_size = 0
    for ticket in range(int(tables["num_tickets"])):
        pool_size += int((tables["regular_tickets"] >> np.uint64(ticket)) & np.uint64(1) != ZERO)
    state["pool_size"] = pool_size


@jit
def _equip(tables: Tables, state: State, seat: Seat) -> None:
    """Pieces, stations and the starting hand: C1."""
    state["pieces"][seat] = int(tables["pieces"])
    state["stations_left"][seat] = int(tables["stations"])
    for word in range(WORDS):
        state["available"][seat, word] = tables["routes"][word]
    hand_size = int(tables["starting_hand"])
    for _ in range(hand_size):
        kind = draw_card(state)
        state["hand"][seat, kind] = int(state["hand"][seat, kind]) + 1
    state["hand_size"][seat] = hand_size


@jit
def _clear(state: State) -> None:
    """Every field as in an unused record, so that equal games are equal bytes."""
    for stream in range(len(state["luck"])):
        state["luck"][stream] = ZERO
    state["turn"] = 0
    state["reshuffles"] = 0
    state["sweeps"] = 0
    state["deck_draws"] = 0
    state["route"] = NO_ROUTE
    state["city"] = -1
    state["returned_head"] = 0
    state["returned_size"] = 0
    state["pool_draws"] = 0
    state["seat"] = 0
    state["phase"] = SETUP
    state["laid_colour"] = NO_CARD
    state["laid_cards"] = 0
    state["laid_wilds"] = 0
    state["surcharge"] = 0
    state["last_turns"] = 0
    state["passes"] = 0
    state["idle_turns"] = 0
    for seat in range(MAX_SEATS):
        _clear_seat(state, seat)
    for kind in range(NUM_KINDS):
        state["discards"][kind] = 0
    for slot in range(ROW_SIZE):
        state["row"][slot] = NO_CARD
        state["swept"][slot] = NO_CARD
    for card in range(TUNNEL_REVEAL):
        state["revealed"][card] = NO_CARD
    for place in range(MAX_TICKETS):
        state["returned"][place] = NO_TICKET
        state["returned_by"][place] = NO_SEAT


@jit
def _clear_seat(state: State, seat: Seat) -> None:
    for word in range(WORDS):
        state["available"][seat, word] = ZERO
        state["owned"][seat, word] = ZERO
    state["tickets"][seat] = ZERO
    state["station_cities"][seat] = ZERO
    state["score"][seat] = 0
    state["hand_size"][seat] = 0
    state["pieces"][seat] = 0
    state["stations_left"][seat] = 0
    state["ticket_count"][seat] = 0
    state["offer_size"][seat] = 0
    state["has_chosen"][seat] = 0
    for kind in range(NUM_KINDS):
        state["hand"][seat, kind] = 0
        state["known"][seat, kind] = 0
    for place in range(MAX_OFFER):
        state["offer"][seat, place] = NO_TICKET
