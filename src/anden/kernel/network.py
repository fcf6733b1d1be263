"""A seat's network: what it joins, and its longest path, exactly.

A path may pass a city often but no edge twice: a *trail*. Facts the search rests on:
- A connected net with at most two odd cities is one trail: its length is its whole weight.
- Otherwise the longest trail is open, and starts and ends at odd cities (or it could go on).
Trees are taken apart leaf by leaf, and so is what hangs on a core of cycles. A core with few
cycles is walked exhaustively. A dense one would have too many walks of the same edges, so there
the search is for the lightest set of edges to leave out (see `trim`).
"""

import numpy as np

from anden.machine.jit import inline, jit

from .bits import ZERO, bit, count, lowest, next_route, without_lowest
from .ids import RouteId
from .layout import Net, Tables
from .trim import longest_by_trimming

MAX_WALKED_CYCLES = 4


@jit
def build_net(tables: Tables, low: np.uint64, high: np.uint64, net: Net) -> None:
    """The net of a set of routes, all of one seat."""
    for city in range(int(tables["num_cities"])):
        net["reach"][city] = bit(city)
        net["edges"][city] = ZERO
        net["near"][city] = ZERO
    net["touched"] = ZERO
    net["branching"] = ZERO
    net["odd"] = ZERO
    net["num_edges"] = 0
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        _add_edge(tables, net, route)
    _join_cities(net)


@inline
def _add_edge(tables: Tables, net: Net, route: RouteId) -> None:
    a = int(tables["route_a"][route])
    b = int(tables["route_b"][route])
    both = bit(a) | bit(b)
    edge = int(net["num_edges"])
    net["edge_a"][edge] = a
    net["edge_b"][edge] = b
    net["edge_length"][edge] = int(tables["route_length"][route])
    net["num_edges"] = edge + 1
    net["edges"][a] = net["edges"][a] | bit(edge)
    net["edges"][b] = net["edges"][b] | bit(edge)
    net["near"][a] = net["near"][a] | bit(b)
    net["near"][b] = net["near"][b] | bit(a)
    net["branching"] = net["branching"] | (net["touched"] & both)
    net["touched"] = net["touched"] | both
    net["odd"] = net["odd"] ^ both


@inline
def _join_cities(net: Net) -> None:
    """Tells every city what it is joined with, component by component."""
    left = net["touched"]
    while left != ZERO:
        component = left & ~without_lowest(left)
        fresh = component
        while fresh != ZERO:
            around = net["near"][lowest(fresh)] & ~component
            component = component | around
            fresh = without_lowest(fresh) | around
        left = left & ~component
        cities = component
        while cities != ZERO:
            net["reach"][lowest(cities)] = component
            cities = without_lowest(cities)


@jit
def longest_path(net: Net) -> int:
    """Spaces in the longest trail of the net: U5, E14."""
    best = 0
    left = net["touched"]
    while left != ZERO:
        component = net["reach"][lowest(left)]
        left = left & ~component
        best = max(best, _longest_in(net, component, best))
    return best


@inline
def _weigh(net: Net, component: np.uint64) -> tuple[int, np.uint64]:
    """Spaces and edges of a component."""
    edges = ZERO
    while component != ZERO:
        edges = edges | net["edges"][lowest(component)]
        component = without_lowest(component)
    weight = 0
    rest = edges
    while rest != ZERO:
        weight += int(net["edge_length"][lowest(rest)])
        rest = without_lowest(rest)
    return weight, edges


@jit
def _longest_in(net: Net, component: np.uint64, best: int) -> int:
    """The longest trail in a component, if longer than `best`; anything up to `best` if not."""
    weight, edges = _weigh(net, component)
    if weight <= best or count(net["odd"] & component) <= 2:
        return weight
    cycles = count(edges) - count(component) + 1
    if cycles > MAX_WALKED_CYCLES:
        return longest_by_trimming(net, component, best)
    core, longest = _take_leaves(net, component, edges)
    if core != ZERO:
        longest = max(longest, _longest_through(net, component, core))
    return longest


@inline
def _take_leaves(net: Net, component: np.uint64, edges: np.uint64) -> tuple[np.uint64, int]:
    """Takes leaf after leaf off a component; the edges left, and the longest trail in the rest.

    Of what hangs on a city, `depth` is the longest way in and `second` the longest besides it.
    """
    longest = 0
    leaves = component & ~net["branching"]
    while component != ZERO:
        net["depth"][lowest(component)] = 0
        net["second"][lowest(component)] = 0
        component = without_lowest(component)
    while leaves != ZERO and edges != ZERO:
        city = lowest(leaves)
        leaves = without_lowest(leaves)
        edge = lowest(net["edges"][city] & edges)
        edges = edges & ~bit(edge)
        other = int(net["edge_a"][edge]) + int(net["edge_b"][edge]) - city
        length = int(net["depth"][city]) + int(net["edge_length"][edge])
        depth = int(net["depth"][other])
        longest = max(longest, length + depth)
        net["second"][other] = max(int(net["second"][other]), min(length, depth))
        net["depth"][other] = max(length, depth)
        rest = net["edges"][other] & edges
        if rest != ZERO and without_lowest(rest) == ZERO:
            leaves = leaves | bit(other)
    return edges, longest


@inline
def _longest_through(net: Net, component: np.uint64, core: np.uint64) -> int:
    """The longest trail that uses edges of the core, what hangs on its two ends included."""
    longest = 0
    while component != ZERO:
        city = lowest(component)
        component = without_lowest(component)
        edges = net["edges"][city] & core
        if edges != ZERO and (int(net["depth"][city]) > 0 or count(edges) % 2 == 1):
            longest = max(longest, longest_walk(net, city, core))
    return longest


@jit
def longest_walk(net: Net, start: int, core: np.uint64) -> int:
    """The longest trail whose way through the core begins at a city: every such way is walked."""
    length = int(net["depth"][start])
    best = length
    depth = 0
    net["vertex"][0] = start
    net["options"][0] = net["edges"][start] & core
    while depth >= 0:
        options = net["options"][depth]
        if options == ZERO:
            depth -= 1
            if depth >= 0:
                edge = int(net["taken"][depth])
                core = core | bit(edge)
                length -= int(net["edge_length"][edge])
            continue
        edge = lowest(options)
        city = int(net["vertex"][depth])
        other = int(net["edge_a"][edge]) + int(net["edge_b"][edge]) - city
        net["options"][depth] = without_lowest(options)
        net["taken"][depth] = edge
        core = core & ~bit(edge)
        length += int(net["edge_length"][edge])
        hanging = int(net["second"][other]) if other == start else int(net["depth"][other])
        best = max(best, length + hanging)
        depth += 1
        net["vertex"][depth] = other
        net["options"][depth] = net["edges"][other] & core
    return best
