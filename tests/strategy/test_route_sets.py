"""Sets of routes in two words."""

from itertools import product

import numpy as np

from anden.kernel.bits import ZERO, next_route
from anden.kernel.layout import MAX_ROUTES, WORDS
from anden.strategy.route_sets import add_route, drop_route, has_route, is_among, without_route

SOME = (0, 1, 63, 64, 65, 127)


def walked(low: np.uint64, high: np.uint64) -> list[int]:
    found = []
    while low | high != ZERO:
        route, low, high = next_route(np.uint64(low), np.uint64(high))
        found.append(int(route))
    return found


def test_routes_go_in_and_out() -> None:
    routes = np.zeros(WORDS, np.uint64)
    for route in SOME:
        add_route(routes, route)
    assert walked(routes[0], routes[1]) == list(SOME)
    for route in range(MAX_ROUTES):
        assert has_route(routes, route) == (route in SOME)
        assert is_among(routes[0], routes[1], route) == (route in SOME)
    for route in (1, 64, 2):
        drop_route(routes, route)
    assert walked(routes[0], routes[1]) == [0, 63, 65, 127]


def test_a_route_is_taken_out_of_two_words() -> None:
    low = high = np.uint64(2**63 + 3)
    everything = walked(low, high)
    for route, other in product((*SOME, 7), repeat=2):
        rest = without_route(*without_route(low, high, route), other)
        assert walked(*rest) == [r for r in everything if r not in (route, other)]
