"""The cheapest network that joins pairs of cities: an integer program, solved by HiGHS.

One unit flows for each pair from one city to the other; an edge that carries any of it is paid for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import lil_array

Edge = tuple[int, int]  # two cities, the smaller first


@dataclass(frozen=True)
class Forest:
    edges: tuple[Edge, ...]
    cost: int


def cheapest_forest(
    prices: Mapping[Edge, int], pairs: Sequence[Edge], other_than: Sequence[Forest] = ()
) -> Forest | None:
    """Edges that join every pair for the least sum; none of `other_than` is among them whole.

    None if there is no such network. Edges that cost nothing are given to it.
    """
    edges = list(prices)
    size, flows = len(edges), 2 * len(edges)
    cities = sorted({city for edge in edges for city in edge})
    place = {city: index for index, city in enumerate(cities)}
    if any(city not in place for pair in pairs for city in pair):
        return None
    columns = size + flows * len(pairs)
    kept = lil_array((len(cities) * len(pairs), columns))  # what flows in flows out
    paid = lil_array((size * len(pairs), columns))
    supply = np.zeros(len(cities) * len(pairs))
    for number, (start, goal) in enumerate(pairs):
        rows, base = number * len(cities), size + number * flows
        supply[rows + place[start]], supply[rows + place[goal]] = 1, -1
        for index, (a, b) in enumerate(edges):
            forth, back = base + 2 * index, base + 2 * index + 1
            for arc, tail, head in ((forth, a, b), (back, b, a)):
                kept[rows + place[tail], arc] += 1
                kept[rows + place[head], arc] -= 1
                paid[number * size + index, arc] = 1
            paid[number * size + index, index] = -1
    rules = [
        LinearConstraint(kept.tocsr(), supply, supply),
        LinearConstraint(paid.tocsr(), -np.inf, 0),
    ]
    for forest in other_than:
        cut = np.zeros(columns)
        cut[[edges.index(edge) for edge in forest.edges]] = 1
        rules.append(LinearConstraint(cut, -np.inf, len(forest.edges) - 1))
    costs = np.zeros(columns)
    costs[:size] = [prices[edge] for edge in edges]
    whole = np.zeros(columns)
    whole[:size] = 1
    solved = milp(costs, constraints=rules, integrality=whole, bounds=Bounds(0, 1))
    if solved.status == 2:  # infeasible
        return None
    if not solved.success:
        raise RuntimeError(f"the integer program was not solved: {solved.message}")
    used = tuple(e for e, x in zip(edges, solved.x[:size], strict=True) if x > 0.5 and prices[e])
    return Forest(used, sum(prices[edge] for edge in used))
