"""Observations number by number, from the record and the table of their parts alone."""

import random
from typing import Any

import numpy as np
import pytest

from anden.boards import load_board
from anden.envs import observation_parts
from anden.kernel import NET, SKETCH
from anden.kernel.encode import encode
from anden.kernel.layout import NO_CARD, NO_TICKET, NUM_KINDS, OVER, State
from tests.kernel.support import (
    COLLECTOR,
    MATCHES,
    NUM_STYLES,
    bits_of,
    new_game,
    owned_routes,
    position,
    tables,
    walk,
)
from tests.support import Table

each_match = pytest.mark.parametrize(("name", "players"), MATCHES)


def observed(name: str, state: State) -> dict[str, list[int]]:
    """The observation by its parts. It is written over another one."""
    parts = observation_parts(load_board(name), int(state["players"]))
    row = np.full(parts[-1].stop, 77, np.int16)
    net, sketch = np.zeros(1, NET)[0], np.zeros(1, SKETCH)[0]
    assert encode(tables(name), state, net, sketch, row) == len(row)
    return {part.name: row[part.start : part.stop].tolist() for part in parts}


def facts(name: str, state: State) -> dict[str, list[int]]:
    """The parts before those that are worked out, which tests/envs/test_glance.py is for."""
    told = observed(name, state)
    names = list(told)
    return {name: told[name] for name in names[: names.index("needs")]}


def ones(members: Any, size: int) -> list[int]:
    chosen = {int(member) for member in members}
    return [int(index in chosen) for index in range(size)]


def kinds(cards: Any) -> list[int]:
    lying = [int(card) for card in cards if card != NO_CARD]
    return [lying.count(kind) for kind in range(NUM_KINDS)]


def expected(name: str, state: State) -> dict[str, list[int]]:
    board, me, players = load_board(name), int(state["seat"]), int(state["players"])
    routes, cities, tickets = len(board.routes), len(board.cities), len(board.tickets)
    told = {
        "phase": ones([state["phase"]], OVER + 1),
        "hand": state["hand"][me].tolist(),
        "discards": state["discards"].tolist(),
        "row": kinds(state["row"]),
        "table": [
            int(state["deck"].sum()),
            int(state["pool_size"] + state["returned_size"]),
            int(state["last_turns"]),
            int(state["passes"]),
        ],
        "available": ones(_set(state["available"][me]), routes),
        "tickets": ones(bits_of(state["tickets"][me]), tickets),
        "offer": ones((t for t in state["offer"][me] if t != NO_TICKET), tickets),
        "returned": ones(state["returned"][state["returned_by"] == me], tickets),
        "route": ones([state["route"]], routes),
    }
    for place in range(players):
        told |= _seat(f"seat {place}", state, (me + place) % players, routes)
        if board.stations:
            built = bits_of(state["station_cities"][(me + place) % players])
            told[f"seat {place} stations"] = ones(built, cities)
    if board.stations:
        told["city"] = ones([state["city"]], cities)
    if any(route.is_tunnel for route in board.routes):
        laid = [int(state[field]) for field in ("laid_cards", "laid_wilds", "surcharge")]
        told |= {"laid colour": ones([state["laid_colour"]], NUM_KINDS), "laid": laid}
        told["revealed"] = kinds(state["revealed"])
    return told


def _seat(title: str, state: State, seat: int, routes: int) -> dict[str, list[int]]:
    fields = ("score", "pieces", "stations_left", "hand_size", "ticket_count", "offer_size")
    return {
        title: [int(state[field][seat]) for field in fields],
        f"{title} known": state["known"][seat].tolist(),
        f"{title} routes": ones(owned_routes(state, seat), routes),
    }


def _set(words: Any) -> list[int]:
    return bits_of(int(words[0]) | int(words[1]) << 64)


@each_match
def test_every_number_is_what_the_table_of_parts_says(name: str, players: int) -> None:
    rng = random.Random(players)
    for style in range(NUM_STYLES):
        state = new_game(tables(name), players, 31 + style)
        assert facts(name, state) == expected(name, state)
        for _ in walk(tables(name), state, rng, style):
            if rng.random() < 0.06 or state["phase"] == OVER:
                assert facts(name, state) == expected(name, state)


def test_positions_of_a_game_fill_every_part_of_an_observation() -> None:
    """So that the comparison above means something."""
    filled: set[str] = set()
    rng = random.Random(8)
    state = new_game(tables("europe"), 3, 8)
    for _ in walk(tables("europe"), state, rng, COLLECTOR):
        filled |= {part for part, numbers in expected("europe", state).items() if any(numbers)}
    assert filled == set(expected("europe", state))


def test_passes_are_not_last_turns() -> None:
    table = Table("usa", players=3).keep_all().stack_tickets().set_deck().set_discards()
    for seat in range(3):
        table.give(seat)
    table.play("pass", "pass")
    assert observed("usa", table.state)["table"] == [0, 0, 0, 2]
    table.state["passes"], table.state["last_turns"] = 0, 3
    assert observed("usa", table.state)["table"] == [0, 0, 3, 0]


def test_own_cards_that_others_know_of_come_first_among_the_known() -> None:
    state = position("usa", 3, 6, 3)
    me = int(state["seat"])
    state["known"][me] = range(1, 10)
    state["known"][(me + 1) % 3] = range(2, 11)
    told = observed("usa", state)
    assert told["seat 0 known"] == list(range(1, 10))
    assert told["seat 1 known"] == list(range(2, 11))


@pytest.mark.parametrize("route", [0, 63, 64, 65, 99])
def test_each_route_is_told_in_its_own_place(route: int) -> None:
    state = position("usa", 2, 6, 2)
    routes, seat = len(load_board("usa").routes), int(state["seat"])
    state["available"][seat] = 0
    state["available"][seat, route // 64] = np.uint64(1 << route % 64)
    state["owned"][1 - seat] = state["available"][seat]
    state["route"] = route
    told = observed("usa", state)
    for part in ("available", "seat 1 routes", "route"):
        assert told[part] == ones([route], routes)
    assert told["seat 0 routes"] == ones([], routes)
