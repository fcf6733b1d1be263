"""Districts, and tickets without stations, against networkx on random London networks."""

import random

import networkx as nx
import pytest

from anden.boards import load_board
from anden.kernel import NET, RESULT, final_scores
from anden.machine.jit import IS_INTERPRETED
from tests.kernel.support import bits_of, blank, new_game, set_owned, tables

LONDON = load_board("london")


def shared_out(rng: random.Random, players: int) -> list[list[int]]:
    """Routes dealt to the seats at random, most of them or few."""
    share = rng.random()
    hands: list[list[int]] = [[] for _ in range(players)]
    for route in range(len(LONDON.routes)):
        if rng.random() < share:
            hands[rng.randrange(players)].append(route)
    return hands


@pytest.mark.rule("L5")
@pytest.mark.parametrize("seed", range(10 if IS_INTERPRETED else 100))
def test_districts_and_tickets_agree_with_networkx(seed: int) -> None:
    rng = random.Random(seed)
    board, players = tables("london"), rng.randint(2, 4)
    state, result = new_game(board, players, seed), blank(RESULT)
    hands = shared_out(rng, players)
    tickets = [rng.sample(range(len(LONDON.tickets)), 5) for _ in range(players)]
    for seat in range(players):
        set_owned(state, seat, hands[seat])
        state["tickets"][seat] = sum(1 << ticket for ticket in tickets[seat])
    final_scores(board, state, result, blank(NET))
    for seat in range(players):
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(range(len(LONDON.cities)))
        graph.add_edges_from((LONDON.routes[r].a, LONDON.routes[r].b) for r in hands[seat])
        joined = [
            index
            for index, district in enumerate(LONDON.districts)
            if all(nx.has_path(graph, district.cities[0], city) for city in district.cities)
        ]
        assert bits_of(result["districts"][seat]) == joined
        points = sum(LONDON.districts[index].points for index in joined)
        assert int(result["district_points"][seat]) == points
        completed = {t for t in tickets[seat] if nx.has_path(graph, *LONDON.tickets[t].pair)}
        assert set(bits_of(result["completed"][seat])) == completed
        assert int(result["ticket_points"][seat]) == sum(
            LONDON.tickets[t].points * (1 if t in completed else -1) for t in tickets[seat]
        )
        assert int(result["longest_points"][seat]) == 0


def test_the_random_networks_join_some_districts_and_not_others() -> None:
    """So that the comparison above means something."""
    points = []
    for seed in range(10):
        board = tables("london")
        state, result = new_game(board, 2, seed), blank(RESULT)
        for seat, routes in enumerate(shared_out(random.Random(seed), 2)):
            set_owned(state, seat, routes)
        final_scores(board, state, result, blank(NET))
        points += result["district_points"][:2].tolist()
    assert min(points) == 0
    assert max(points) > 4
