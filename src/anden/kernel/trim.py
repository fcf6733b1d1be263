"""The longest trail of a dense net, by branch and bound over the edges it leaves out.

A set of edges is one trail when it is connected and every city but its two ends has an even
number of them. So a city with an odd number that is not an end must lose an edge. Each node of
the search takes such a city and tries: it is an end; it loses its first edge; it keeps the first
and loses the second; and so on. What falls apart is followed piece by piece.

A frame of the search is (alive, kept, ends, not_ends): edges not left out, edges decided in,
cities decided to be ends or not to be. `vertex` is the city branched on, or _SPLIT where the
branches are the pieces of a net that fell apart; `options` the edges still to be tried.
"""

import numpy as np

from anden.machine.jit import jit

from .bits import ZERO, bit, count, has, lowest, without_lowest
from .ids import CityId
from .layout import Net

_SPLIT = -1
_CLOSED = -2
_FAR = 1000
_END_UNTRIED = 1
_END_TRIED = 0


@jit
def longest_by_trimming(net: Net, component: np.uint64, best: int) -> int:
    """The longest trail in the component, or `best` if that is as long."""
    edges = ZERO
    cities = component
    while cities != ZERO:
        edges = edges | net["edges"][lowest(cities)]
        cities = without_lowest(cities)
    _order_cities(net, lowest(component))
    best = _open_frame(net, 0, edges, ZERO, ZERO, ZERO, best)
    depth = 0 if net["vertex"][0] != _CLOSED else -1
    while depth >= 0:
        best, opened = _next_branch(net, depth, best)
        depth += opened
    return best


@jit
def _next_branch(net: Net, depth: int, best: int) -> tuple[int, int]:
    """Opens the next branch of a frame; returns the best so far and the change of depth."""
    alive = net["alive"][depth]
    kept = net["kept"][depth]
    ends = net["ends"][depth]
    not_ends = net["not_ends"][depth]
    city = int(net["vertex"][depth])
    options = net["options"][depth]
    if net["taken"][depth] == _END_UNTRIED:
        net["taken"][depth] = _END_TRIED
        best = _open_frame(net, depth + 1, alive, kept, ends | bit(city), not_ends, best)
    elif options == ZERO:
        return best, -1
    elif city == _SPLIT:
        piece = _piece(net, options, lowest(options))
        net["options"][depth] = options & ~piece
        best = _open_frame(net, depth + 1, piece, kept, ends, not_ends, best)
    else:
        edge = lowest(options)
        net["options"][depth] = without_lowest(options)
        net["kept"][depth] = kept | bit(edge)  # for the branches that follow
        if not has(ends, city):
            not_ends = not_ends | bit(city)
        best = _open_frame(net, depth + 1, alive & ~bit(edge), kept, ends, not_ends, best)
    if net["vertex"][depth + 1] == _CLOSED:
        return best, 0
    return best, 1


@jit
def _open_frame(
    net: Net,
    depth: int,
    alive: np.uint64,
    kept: np.uint64,
    ends: np.uint64,
    not_ends: np.uint64,
    best: int,
) -> int:
    """Sets up a frame, closed if it can't beat `best` or is a trail itself; returns the best."""
    net["vertex"][depth] = _CLOSED
    if alive == ZERO:
        return best
    piece = _piece(net, alive, lowest(kept) if kept != ZERO else lowest(alive))
    if piece != alive:
        if kept & ~piece != ZERO:
            return best
        if kept == ZERO:
            # Ends, if any, are told apart below: a piece without them has a need it can't meet.
            _fill_frame(net, depth, alive, kept, ends, not_ends, _SPLIT, alive, _END_TRIED)
            return best
        alive = piece
    weight = _weight(net, alive)
    if weight <= best:
        return best
    needs = _needs(net, alive, ends)
    if needs == ZERO:
        return weight
    city, bound = _choose_city(net, alive, kept, ends, not_ends, needs, weight)
    if bound <= best:
        return best
    may_end = count(ends) < 2 and not has(ends | not_ends, city)
    free = net["edges"][city] & alive & ~kept
    if free == ZERO and not may_end:
        return best
    _fill_frame(
        net, depth, alive, kept, ends, not_ends, city, free, _END_UNTRIED if may_end else _END_TRIED
    )
    return best


@jit
def _fill_frame(
    net: Net,
    depth: int,
    alive: np.uint64,
    kept: np.uint64,
    ends: np.uint64,
    not_ends: np.uint64,
    vertex: int,
    options: np.uint64,
    end_option: int,
) -> None:
    net["alive"][depth] = alive
    net["kept"][depth] = kept
    net["ends"][depth] = ends
    net["not_ends"][depth] = not_ends
    net["vertex"][depth] = vertex
    net["options"][depth] = options
    net["taken"][depth] = end_option


@jit
def _piece(net: Net, alive: np.uint64, edge: int) -> np.uint64:
    """The edges connected with the given one."""
    piece = bit(edge)
    seen = bit(int(net["edge_a"][edge])) | bit(int(net["edge_b"][edge]))
    frontier = seen
    while frontier != ZERO:
        city = lowest(frontier)
        frontier = without_lowest(frontier)
        fresh = net["edges"][city] & alive & ~piece
        piece = piece | fresh
        while fresh != ZERO:
            edge = lowest(fresh)
            fresh = without_lowest(fresh)
            other = bit(int(net["edge_a"][edge]) + int(net["edge_b"][edge]) - city)
            frontier = frontier | (other & ~seen)
            seen = seen | other
    return piece


@jit
def _weight(net: Net, edges: np.uint64) -> int:
    weight = 0
    while edges != ZERO:
        weight += int(net["edge_length"][lowest(edges)])
        edges = without_lowest(edges)
    return weight


@jit
def _needs(net: Net, alive: np.uint64, ends: np.uint64) -> np.uint64:
    """Cities that must lose an edge yet: odd ones that are no ends, ends that became even."""
    needs = ends
    while alive != ZERO:
        edge = lowest(alive)
        needs = needs ^ bit(int(net["edge_a"][edge])) ^ bit(int(net["edge_b"][edge]))
        alive = without_lowest(alive)
    return needs


@jit
def _choose_city(
    net: Net,
    alive: np.uint64,
    kept: np.uint64,
    ends: np.uint64,
    not_ends: np.uint64,
    needs: np.uint64,
    weight: int,
) -> tuple[int, int]:
    """The needy city to branch on, and a bound on the longest trail in the frame.

    Few ways out come first, then cities close to those branched on before: what can't work in one
    corner of the net is then found out there, not again for every choice made elsewhere.
    The bound: every need costs at least half the way to the next; the open ends spare the dearest.
    """
    chosen = lowest(needs)
    best_rank = _FAR
    cost = 0
    dearest = 0
    second = 0
    rest = needs
    while rest != ZERO:
        city = lowest(rest)
        rest = without_lowest(rest)
        free = net["edges"][city] & alive & ~kept
        ways = count(free)
        nearest = _distance_to_need(net, city, free, alive & ~kept, needs)
        cost += nearest
        if not has(ends | not_ends, city):
            ways += 1
            if nearest > dearest:
                second = dearest
                dearest = nearest
            else:
                second = max(second, nearest)
        rank = 8 * ways + int(net["order"][city]) if ways > 1 else ways
        if rank < best_rank:
            best_rank = rank
            chosen = city
    open_ends = 2 - count(ends)
    if open_ends >= 1:
        cost -= dearest
    if open_ends >= 2:
        cost -= second
    return chosen, weight - (cost + 1) // 2


@jit
def _distance_to_need(
    net: Net, city: CityId, free: np.uint64, undecided: np.uint64, needs: np.uint64
) -> int:
    """At least how far the next needy city is over undecided edges: one edge, or two."""
    nearest = _FAR if free != ZERO else 0
    while free != ZERO:
        edge = lowest(free)
        free = without_lowest(free)
        length = int(net["edge_length"][edge])
        other = int(net["edge_a"][edge]) + int(net["edge_b"][edge]) - city
        if not has(needs, other):
            further = net["edges"][other] & undecided & ~bit(edge)
            step = _FAR
            while further != ZERO:
                step = min(step, int(net["edge_length"][lowest(further)]))
                further = without_lowest(further)
            length += step
        nearest = min(nearest, length)
    return nearest


@jit
def _order_cities(net: Net, start: int) -> None:
    """Numbers the component's cities so that neighbours come close together (depth first)."""
    seen = bit(start)
    clock = 0
    depth = 0
    net["path"][0] = start
    net["order"][start] = 0
    while depth >= 0:
        city = int(net["path"][depth])
        depth -= 1
        edges = net["edges"][city]
        while edges != ZERO:
            edge = lowest(edges)
            edges = without_lowest(edges)
            other = int(net["edge_a"][edge]) + int(net["edge_b"][edge]) - city
            if not has(seen, other):
                seen = seen | bit(other)
                clock += 1
                net["order"][other] = clock
                depth += 2
                net["path"][depth] = other
                break
