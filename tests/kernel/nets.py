"""Nets for the path tests: TABLES records made of edges alone, and slow exact answers."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Any, TypeAlias

import networkx as nx
import numpy as np

from anden.kernel import NET, TABLES
from anden.kernel.layout import MAX_CITIES, Net
from anden.kernel.network import build_net, longest_path, longest_walk
from anden.kernel.trim import longest_by_trimming
from tests.kernel.support import WORD, blank

Edge: TypeAlias = tuple[int, int, int]  # two cities and a length
Graph: TypeAlias = "nx.Graph[Any]"


def net_of(edges: Sequence[Edge]) -> Net:
    """The net of these edges, route i being edge i."""
    board, net = blank(TABLES), blank(NET)
    board["num_cities"] = MAX_CITIES
    board["num_routes"] = len(edges)
    for route, (a, b, length) in enumerate(edges):
        board["route_a"][route] = a
        board["route_b"][route] = b
        board["route_length"][route] = length
    routes = (1 << len(edges)) - 1
    build_net(board, np.uint64(routes & WORD), np.uint64(routes >> 64), net)
    return net


def length_found(edges: Sequence[Edge]) -> int:
    return longest_path(net_of(edges))


def length_by_walking(edges: Sequence[Edge]) -> int:
    """Every trail from every city, walked by the kernel."""
    net = net_of(edges)
    every = np.uint64((1 << len(edges)) - 1)
    return max((longest_walk(net, city, every) for city in cities_of(edges)), default=0)


def length_by_trimming(edges: Sequence[Edge]) -> int:
    net = net_of(edges)
    best = 0
    for city in cities_of(edges):
        best = longest_by_trimming(net, net["reach"][city], best)
    return best


def cities_of(edges: Iterable[Edge]) -> list[int]:
    return sorted({city for a, b, _ in edges for city in (a, b)})


def length_by_brute_force(edges: Sequence[Edge]) -> int:
    """The longest trail by plain recursion over what was walked and where that led."""
    at: dict[int, list[int]] = defaultdict(list)
    for index, (a, b, _) in enumerate(edges):
        at[a].append(index)
        at[b].append(index)

    @cache
    def longest_from(city: int, used: int) -> int:
        best = 0
        for index in at[city]:
            if not used >> index & 1:
                a, b, length = edges[index]
                best = max(best, length + longest_from(a + b - city, used | 1 << index))
        return best

    return max((longest_from(city, 0) for city in list(at)), default=0)


def num_odd(edges: Sequence[Edge]) -> int:
    degree: dict[int, int] = defaultdict(int)
    for a, b, _ in edges:
        degree[a] += 1
        degree[b] += 1
    return sum(number % 2 for number in degree.values())


def parity_bound(edges: Sequence[Edge]) -> int:
    """No trail of a connected net of unit edges is longer: all but two odd cities lose an edge."""
    return len(edges) - max(0, num_odd(edges) // 2 - 1)


def unit_edges(graph: Graph) -> list[Edge]:
    number = {city: index for index, city in enumerate(sorted(graph.nodes, key=str))}
    return [(number[a], number[b], 1) for a, b in graph.edges]


def _grid_with_diagonals() -> Graph:
    graph: Graph = nx.grid_2d_graph(5, 5)
    graph.add_edges_from(((i, i), (i + 1, i + 1)) for i in range(4))
    graph.add_edge((0, 1), (1, 0))
    return graph


def _ladder() -> Graph:
    graph: Graph = nx.ladder_graph(15)  # 43 edges
    graph.add_edges_from([(14, "a"), (29, "b")])
    return graph


def _moebius_ladder() -> Graph:
    graph: Graph = nx.cycle_graph(30)
    graph.add_edges_from((i, i + 15) for i in range(15))
    return graph


def _wheel() -> Graph:
    graph: Graph = nx.wheel_graph(23)  # 44 edges
    graph.add_edge(0, "spur")
    return graph


def _caterpillar_of_cycles() -> Graph:
    """Nine squares in a row, joined by an edge each, with one leaf at the end."""
    graph: Graph = nx.Graph()
    for i in range(9):
        nx.add_cycle(graph, [(i, k) for k in range(4)])
        graph.add_edge((i, 2), (i + 1, 0))
    return graph


def _double_star() -> Graph:
    graph: Graph = nx.Graph([("a", "b")])
    graph.add_edges_from(("ab"[i % 2], i) for i in range(44))
    return graph


def _petersen_rings() -> Graph:
    """Three Petersen graphs, opened at an edge each and closed into a ring: cubic, 30 cities."""
    graph: Graph = nx.disjoint_union_all([nx.petersen_graph() for _ in range(3)])
    for i in range(3):
        graph.remove_edge(10 * i, 10 * i + 1)
        graph.add_edge(10 * i + 1, 10 * ((i + 1) % 3))
    return graph


def _generalised_petersen(n: int, k: int) -> Graph:
    graph: Graph = nx.cycle_graph(n)
    graph.add_edges_from((i, n + i) for i in range(n))
    graph.add_edges_from((n + i, n + (i + k) % n) for i in range(n))
    return graph


# Found by hill climbing for slow nets: nearly cubic, and one short of what parity allows.
# fmt: off
SLOWEST = [
    (0, 1), (1, 2), (3, 4), (5, 6), (7, 3), (8, 9), (7, 6), (7, 1), (4, 10), (4, 2), (11, 12),
    (6, 13), (10, 2), (10, 14), (0, 10), (4, 13), (15, 16), (17, 9), (18, 19), (18, 3), (13, 18),
    (14, 20), (14, 21), (20, 16), (20, 9), (16, 22), (21, 17), (21, 15), (8, 15), (8, 22),
    (17, 22), (11, 23), (11, 24), (6, 19), (19, 25), (26, 27), (26, 28), (27, 12), (27, 23),
    (29, 12), (24, 28), (24, 23), (25, 29), (25, 10), (29, 28),
]
# fmt: on

# Every one has 45 edges of one space: all the pieces of a North American or European player.
HARD_NETS: dict[str, Callable[[], Graph]] = {
    "K10": lambda: nx.complete_graph(10),
    "K5,9": lambda: nx.complete_bipartite_graph(5, 9),
    "grid": _grid_with_diagonals,
    "ladder": _ladder,
    "prism": lambda: nx.circular_ladder_graph(15),
    "moebius": _moebius_ladder,
    "generalised-petersen": lambda: _generalised_petersen(15, 4),
    "petersen-rings": _petersen_rings,
    "wheel": _wheel,
    "cycles": _caterpillar_of_cycles,
    "double-star": _double_star,
    "star": lambda: nx.star_graph(45),
    "path": lambda: nx.path_graph(46),
    "tree": lambda: nx.random_labeled_tree(46, seed=4),
    "slowest": lambda: nx.Graph(SLOWEST),
    **{f"cubic-{seed}": partial(nx.random_regular_graph, 3, 30, seed=seed) for seed in range(6)},
    **{f"quintic-{seed}": partial(nx.random_regular_graph, 5, 18, seed=seed) for seed in range(3)},
    **{
        f"random-{cities}": partial(nx.gnm_random_graph, cities, 45, seed=cities)
        for cities in (12, 16, 20, 24, 28, 32)
    },
}
