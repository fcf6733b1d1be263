"""The cheapest network again, in another way: dynamic programming over sets of cities.

The cheapest tree that joins a set of cities is, at some city, two trees of parts of the set, or a
tree and a way to it. A forest for several tickets is the best way to share them out among trees.
"""

import heapq
from collections.abc import Iterator, Mapping
from itertools import combinations

Edge = tuple[int, int]
FAR = 10**9


def cheapest(prices: Mapping[Edge, int], pairs: list[Edge]) -> int:
    """The least that joins every pair."""
    trees: dict[tuple[int, ...], int] = {}

    def tree(group: list[Edge]) -> int:
        cities = tuple(sorted({city for pair in group for city in pair}))
        if cities not in trees:
            trees[cities] = _tree(prices, cities)
        return trees[cities]

    return min(sum(map(tree, groups)) for groups in _partitions(pairs))


def _partitions(items: list[Edge]) -> Iterator[list[list[Edge]]]:
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for size in range(len(rest) + 1):
        for others in combinations(range(len(rest)), size):
            group = [first, *(rest[i] for i in others)]
            left = [item for i, item in enumerate(rest) if i not in others]
            for groups in _partitions(left):
                yield [group, *groups]


def _tree(prices: Mapping[Edge, int], cities: tuple[int, ...]) -> int:
    near: dict[int, list[tuple[int, int]]] = {}
    for (a, b), price in prices.items():
        near.setdefault(a, []).append((b, price))
        near.setdefault(b, []).append((a, price))
    everywhere = sorted(set(near) | set(cities))
    full = (1 << len(cities)) - 1
    costs = {part: dict.fromkeys(everywhere, FAR) for part in range(1, full + 1)}
    for place, city in enumerate(cities):
        costs[1 << place][city] = 0
    for part in range(1, full + 1):
        here = costs[part]
        half = (part - 1) & part
        while half:
            one, other = costs[half], costs[part ^ half]
            for city in everywhere:
                here[city] = min(here[city], one[city] + other[city])
            half = (half - 1) & part
        queue = [(cost, city) for city, cost in here.items() if cost < FAR]
        heapq.heapify(queue)
        while queue:
            cost, city = heapq.heappop(queue)
            if cost > here[city]:
                continue
            for other_city, price in near.get(city, ()):
                if cost + price < here[other_city]:
                    here[other_city] = cost + price
                    heapq.heappush(queue, (cost + price, other_city))
    return min(costs[full].values())
