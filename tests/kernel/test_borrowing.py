"""What stations borrow, against every choice there is, on random European positions."""

import itertools
import random
from typing import Any, TypeAlias

import networkx as nx
import pytest

from anden.boards import Route, load_board
from anden.kernel import NET, RESULT, final_scores
from anden.kernel.layout import MAX_STATIONS, NO_ROUTE, Result, State, Tables
from anden.machine.jit import IS_INTERPRETED
from tests.kernel.support import bits_of, blank, new_game, owned_routes, set_owned, tables

EUROPE = load_board("europe")
Graph: TypeAlias = "nx.Graph[int]"


def random_position(seed: int) -> State:
    """Routes, stations and tickets dealt at random: about as much as a game's end has."""
    rng = random.Random(seed)
    players = rng.randint(2, 5)
    state = new_game(tables("europe"), players, seed)
    share = rng.uniform(0.3, 0.9)
    hands: list[list[int]] = [[] for _ in range(players)]
    for route in range(len(EUROPE.routes)):
        if rng.random() < share:
            hands[rng.randrange(players)].append(route)
    cities = rng.sample(range(len(EUROPE.cities)), MAX_STATIONS * players)
    for seat in range(players):
        set_owned(state, seat, hands[seat])
        built = rng.randint(0, MAX_STATIONS)
        mine = cities[MAX_STATIONS * seat :][:built]
        state["station_cities"][seat] = sum(1 << city for city in mine)
        state["stations_left"][seat] = MAX_STATIONS - built
        held = rng.sample(range(len(EUROPE.tickets)), rng.randint(2, 12))
        state["tickets"][seat] = sum(1 << ticket for ticket in held)
    return state


def scored(state: State, board: Tables | None = None) -> Result:
    result = blank(RESULT)
    final_scores(tables("europe") if board is None else board, state, result, blank(NET))
    return result


def own_graph(state: State, seat: int) -> Graph:
    graph: Graph = nx.Graph()
    graph.add_nodes_from(range(len(EUROPE.cities)))
    graph.add_edges_from(EUROPE.routes[route].pair for route in owned_routes(state, seat))
    return graph


def others_routes(state: State, seat: int) -> list[int]:
    seats = [other for other in range(int(state["players"])) if other != seat]
    return [route for other in seats for route in owned_routes(state, other)]


def choices(state: State, seat: int) -> list[list[int]]:
    """For each station, every route it could borrow."""
    theirs = others_routes(state, seat)
    return [
        [NO_ROUTE, *(route for route in theirs if city in EUROPE.routes[route].pair)]
        for city in bits_of(state["station_cities"][seat])
    ]


def completed_with(graph: Graph, tickets: list[int], borrowed: tuple[int, ...]) -> list[int]:
    """Tickets whose cities are joined once these routes are added."""
    whole = graph.copy()
    whole.add_edges_from(EUROPE.routes[route].pair for route in borrowed if route != NO_ROUTE)
    group: dict[int, int] = {}
    for number, cities in enumerate(nx.connected_components(whole)):
        group.update(dict.fromkeys(cities, number))
    return [t for t in tickets if group[EUROPE.tickets[t].a] == group[EUROPE.tickets[t].b]]


def value(completed: list[int]) -> tuple[int, int]:
    """Points first, then how many."""
    return sum(EUROPE.tickets[t].points for t in completed), len(completed)


@pytest.mark.rule("E12")
@pytest.mark.parametrize("seed", range(10 if IS_INTERPRETED else 120))
def test_stations_make_the_most_of_their_owners_tickets(seed: int) -> None:
    state = random_position(seed)
    result = scored(state)
    for seat in range(int(state["players"])):
        graph = own_graph(state, seat)
        tickets = bits_of(state["tickets"][seat])
        best = max(
            value(completed_with(graph, tickets, borrowed))
            for borrowed in itertools.product(*choices(state, seat))
        )
        completed = bits_of(result["completed"][seat])
        assert value(completed) == best
        total, _ = value(tickets)
        assert int(result["ticket_points"][seat]) == 2 * best[0] - total


@pytest.mark.rule("E12")
@pytest.mark.parametrize("seed", range(10 if IS_INTERPRETED else 100))
def test_borrowed_routes_are_others_and_complete_what_is_claimed(seed: int) -> None:
    state = random_position(seed)
    result = scored(state)
    for seat in range(int(state["players"])):
        borrowed = tuple(result["borrowed"][seat].tolist())
        possible = choices(state, seat) + [[NO_ROUTE]] * MAX_STATIONS
        for route, routes in zip(borrowed, possible, strict=False):
            assert route in routes
        made = completed_with(own_graph(state, seat), bits_of(state["tickets"][seat]), borrowed)
        assert bits_of(result["completed"][seat]) == made


def forks() -> list[tuple[Route, Route, Route]]:
    """A route from a city, another one from it, and one that goes on from the second's end."""
    return [
        (one, other, onward)
        for one, other, onward in itertools.permutations(EUROPE.routes, 3)
        if len({*one.pair, *other.pair, *onward.pair}) == 4
        and set(one.pair) & set(other.pair)
        and not set(one.pair) & set(onward.pair)
        and set(other.pair) & set(onward.pair)
    ]


@pytest.mark.rule("E12")
def test_equal_points_go_to_the_choice_with_more_tickets() -> None:
    """One ticket of two points by one route, or two of one point by the other."""
    for one, other, onward in random.Random(0).sample(forks(), 50):
        (city,) = set(one.pair) & set(other.pair)
        board = tables("europe").copy()
        ends = [*(set(one.pair) - {city}), *onward.pair]
        for ticket, end in enumerate(ends):
            board["ticket_a"][ticket] = city
            board["ticket_b"][ticket] = end
            board["ticket_points"][ticket] = 2 if ticket == 0 else 1
        state = new_game(board, 2, 0)
        set_owned(state, 0, [onward.index])
        set_owned(state, 1, [one.index, other.index])
        state["station_cities"][0] = 1 << city
        state["tickets"][0] = 0b111
        result = scored(state, board)
        assert bits_of(result["completed"][0]) == [1, 2]
        assert result["borrowed"][0].tolist() == [other.index, NO_ROUTE, NO_ROUTE]


@pytest.mark.rule("E13", "E14")
@pytest.mark.parametrize("seed", range(3 if IS_INTERPRETED else 30))
def test_stations_change_nothing_but_tickets_and_their_own_points(seed: int) -> None:
    state = random_position(seed)
    result = scored(state)
    without = state.copy()
    without["station_cities"] = 0
    plain = scored(without)
    for field in ("longest", "longest_points", "route_points", "station_points"):
        assert result[field].tolist() == plain[field].tolist()
    assert result["station_points"].tolist() == [4 * int(n) for n in state["stations_left"]]
    assert (result["ticket_points"] >= plain["ticket_points"]).all()


def test_the_random_positions_make_borrowing_matter() -> None:
    gains: Any = 0
    for seed in range(20):
        state = random_position(seed)
        without = state.copy()
        without["station_cities"] = 0
        gains += (scored(state)["ticket_points"] > scored(without)["ticket_points"]).sum()
    assert gains > 5
