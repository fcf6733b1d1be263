"""CUDA kernels of the glance: a block of threads per game.

What a player works out of a position takes many searches on the map. By one thread per game they
would wait for memory nearly all the time; here a game's map lies in the memory that its threads
share. Import this module through `toolkit.glance_kernels`.
"""

from typing import Any

import numpy as np
from numba import cuda, from_dtype

from anden.kernel import NET, SKETCH
from anden.kernel.bits import ZERO, has, lowest, without_lowest
from anden.kernel.glance import (
    encode_cards,
    encode_left,
    encode_longest,
    encode_needs,
    encode_plan,
    encode_planned_routes,
    longest_from,
    offered_tickets,
    put_extra,
    rate_routes,
    tickets_of_others,
)
from anden.kernel.hidden import encode_hand, encode_tickets, rival_from
from anden.kernel.layout import MAX_CITIES, NUM_KINDS
from anden.kernel.ways import FAR, PLACES, sketch_map, spread

net_type, sketch_type = from_dtype(NET), from_dtype(SKETCH)


@cuda.jit
def fill_glances(tables_array: Any, states: Any, observations: Any, at: Any) -> None:
    """Everything but the longest paths, from `at` on in each row; at least two threads a block.

    Records are shared alone: beside anything else the compiler may not align them.
    """
    sketches = cuda.shared.array(1, sketch_type)
    due = cuda.local.array(PLACES, np.uint64)
    distances = cuda.local.array(MAX_CITIES, np.int16)
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    tables, state, sketch = tables_array[0], states[cuda.blockIdx.x], sketches[0]
    row = observations[cuda.blockIdx.x]
    seat = int(state["seat"])
    most = int(state["pieces"][seat])
    for place in range(at + thread, longest_from(tables, at), threads):
        row[place] = 0
    if thread == 0:
        sketch_map(tables, state, seat, sketch)
    cuda.syncthreads()
    encode_cards(tables, state, seat, row, at, thread, threads)
    tickets = state["tickets"][seat] | offered_tickets(state, seat)
    while tickets != ZERO:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        a = int(tables["ticket_a"][ticket])
        b = int(tables["ticket_b"][ticket])
        is_open = not has(sketch["joined"][a], b)
        if is_open and thread == 0:
            spread(tables, a, most, sketch, due, sketch["from_a"])
        if is_open and thread == 1:
            spread(tables, b, most, sketch, due, sketch["from_b"])
        cuda.syncthreads()
        if is_open and int(sketch["from_a"][b]) < FAR:
            rate_routes(tables, state, seat, ticket, sketch, row, at, thread, threads)
        if thread == 0:
            encode_needs(tables, state, seat, ticket, sketch, row, at)
        cuda.syncthreads()
    if thread == 0:
        planned = encode_plan(tables, state, seat, sketch, row, at)
        encode_left(tables, state, seat, planned, row, at)
    cuda.syncthreads()
    encode_planned_routes(tables, sketch, row, at, thread, threads)
    others = tickets_of_others(tables, state, seat)
    for ticket in range(thread, int(tables["num_tickets"]), threads):
        if has(others, ticket):
            a = int(tables["ticket_a"][ticket])
            spread(tables, a, most - int(sketch["planned"]), sketch, due, distances)
            put_extra(tables, ticket, int(distances[int(tables["ticket_b"][ticket])]), row, at)


@cuda.jit
def fill_longest(tables_array: Any, states: Any, observations: Any, at: Any) -> None:
    """The longest path of every seat so far, a thread for each."""
    players = int(states[0]["players"])
    game, place = cuda.grid(1) // players, cuda.grid(1) % players
    if game < len(states):
        nets = cuda.local.array(1, net_type)
        encode_longest(tables_array[0], states[game], place, nets[0], observations[game], at)


@cuda.jit
def fill_hiddens(tables_array: Any, states: Any, hiddens: Any) -> None:
    """What is hidden from the seat to act."""
    sketches = cuda.shared.array(1, sketch_type)
    due = cuda.local.array(PLACES, np.uint64)
    distances = cuda.local.array(MAX_CITIES, np.int16)
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    tables, state, sketch = tables_array[0], states[cuda.blockIdx.x], sketches[0]
    row = hiddens[cuda.blockIdx.x]
    players = int(state["players"])
    for kind in range(thread, NUM_KINDS, threads):
        row[kind] = state["deck"][kind]
    for place in range(1, players):
        seat = (int(state["seat"]) + place) % players
        at = rival_from(tables, place)
        if thread == 0:
            encode_hand(state, seat, row, at)
            sketch_map(tables, state, seat, sketch)
        cuda.syncthreads()
        encode_tickets(tables, state, seat, sketch, due, distances, row, at, thread, threads)
        cuda.syncthreads()
