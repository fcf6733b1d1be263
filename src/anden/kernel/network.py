"""A seat's network: what it joins, and its longest path, exactly.

A path may pass a city often but no edge twice: a *trail*. Facts the search rests on:
- A connected net with at most two odd cities is one trail: its length is its whole weight.
- Otherwise the longest trail is open, and starts and ends at odd cities (or it could go on).
- In a tree the trail that is longest from anywhere ends where a longest one of all begins.
Nets with few cycles are walked exhaustively. Dense ones would have too many walks of the same
edges, so there the search is for the lightest set of edges to leave out (see `trim`).
"""

import numpy as np

from .bits import ONE, ZERO, bit, count, has, lowest, without_lowest
from .jit import jit
from .layout import Board, Net
from .trim import longest_by_trimming

MAX_WALKED_CYCLES = 4


@jit
def build_net(board: Board, low: np.uint64, high: np.uint64, net: Net) -> None:
    """The net of a set of routes, all of one seat."""
    for city in range(int(board["num_cities"])):
        net["reach"][city] = bit(city)
        net["edges"][city] = ZERO
        net["weight"][city] = 0
        net["num_edges_in"][city] = 0
    net["odd"] = ZERO
    net["touched"] = ZERO
    net["num_edges"] = 0
    while low != ZERO:
        _add_edge(board, net, lowest(low))
        low = without_lowest(low)
    while high != ZERO:
        _add_edge(board, net, 64 + lowest(high))
        high = without_lowest(high)


@jit
def _add_edge(board: Board, net: Net, route: int) -> None:
    a = int(board["route_a"][route])
    b = int(board["route_b"][route])
    edge = int(net["num_edges"])
    net["edge_a"][edge] = a
    net["edge_b"][edge] = b
    net["edge_length"][edge] = int(board["route_length"][route])
    net["num_edges"] = edge + 1
    net["edges"][a] = net["edges"][a] | bit(edge)
    net["edges"][b] = net["edges"][b] | bit(edge)
    net["odd"] = net["odd"] ^ bit(a) ^ bit(b)
    net["touched"] = net["touched"] | bit(a) | bit(b)
    if not has(net["reach"][a], b):
        joined = net["reach"][a] | net["reach"][b]
        cities = joined
        while cities != ZERO:
            net["reach"][lowest(cities)] = joined
            cities = without_lowest(cities)


@jit
def longest_path(net: Net) -> int:
    """Spaces in the longest trail of a net just built: U5, E14."""
    _weigh_components(net)
    best = 0
    cities = net["touched"]
    while cities != ZERO:
        root = lowest(cities)
        component = net["reach"][root]
        cities = cities & ~component
        weight = int(net["weight"][root])
        if weight > best:
            best = max(best, _longest_in(net, component, weight, best))
    return best


@jit
def _weigh_components(net: Net) -> None:
    for edge in range(int(net["num_edges"])):
        root = lowest(net["reach"][int(net["edge_a"][edge])])
        net["weight"][root] = int(net["weight"][root]) + int(net["edge_length"][edge])
        net["num_edges_in"][root] = int(net["num_edges_in"][root]) + 1


@jit
def _longest_in(net: Net, component: np.uint64, weight: int, best: int) -> int:
    """The longest trail in a component, if longer than `best`; anything up to `best` if not."""
    odd = net["odd"] & component
    if count(odd) <= 2:
        return weight
    num_edges = int(net["num_edges_in"][lowest(component)])
    cycles = num_edges - count(component) + 1
    if cycles == 0:
        _, far = longest_walk(net, lowest(odd))
        length, _ = longest_walk(net, far)
        return length
    if cycles > MAX_WALKED_CYCLES:
        return longest_by_trimming(net, component, best)
    longest = 0
    # A trail has two ends: the last start would only walk known ones backwards.
    while without_lowest(odd) != ZERO:
        length, _ = longest_walk(net, lowest(odd))
        longest = max(longest, length)
        odd = without_lowest(odd)
    return longest


@jit
def longest_walk(net: Net, start: int) -> tuple[int, int]:
    """Length and last city of the longest trail from a city, found by walking every one."""
    best = 0
    end = start
    length = 0
    depth = 0
    used = ZERO
    net["vertex"][0] = start
    net["options"][0] = net["edges"][start]
    while depth >= 0:
        options = net["options"][depth]
        if options == ZERO:
            depth -= 1
            if depth >= 0:
                edge = int(net["taken"][depth])
                used = used ^ bit(edge)
                length -= int(net["edge_length"][edge])
            continue
        edge = lowest(options)
        city = int(net["vertex"][depth])
        other = int(net["edge_a"][edge]) + int(net["edge_b"][edge]) - city
        net["options"][depth] = options & (options - ONE)
        net["taken"][depth] = edge
        used = used ^ bit(edge)
        length += int(net["edge_length"][edge])
        if length > best:
            best = length
            end = other
        depth += 1
        net["vertex"][depth] = other
        net["options"][depth] = net["edges"][other] & ~used
    return best, end
