"""The course of a seat's longest path, once the kernel has said how long it is.

A path is a trail: it may pass a city often, but no route twice. A connected set of routes is one
trail if at most two of its cities have an odd number of them, so the search is for the routes to
leave out. It knows the weight of these beforehand, and is cut off wherever that is exceeded.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from anden.boards import Route
from anden.kernel.ids import CityId, RouteId, Seat

from .position import Position


def longest_path_course(position: Position, seat: Seat, length: int) -> tuple[str, ...]:
    """The routes of a trail of this length, the seat's longest, from one end to the other."""
    board = position.board
    routes = [board.routes[index] for index in position.route_ids(seat)]
    return tuple(board.route_name(route.index) for route in find_trail(routes, length))


def find_trail(routes: Sequence[Route], length: int) -> list[Route]:
    """A trail of exactly this length in walking order; [] if there is none, or none is asked for.

    The length must be that of the longest.
    """
    if length <= 0:
        return []
    tried: set[frozenset[RouteId]] = set()
    for net in _components(routes):
        found = _trim(net, _weight(net) - length, tried)
        if found:
            return _walk(found)
    return []


def _trim(net: list[Route], spare: int, tried: set[frozenset[RouteId]]) -> list[Route] | None:
    """The connected net without routes of `spare` weight in all, such that it is one trail."""
    if spare < 0:
        return None
    key = frozenset(route.index for route in net)
    if key in tried:
        return None
    tried.add(key)
    around = _around(net)
    odd = [city for city, here in around.items() if len(here) % 2]
    if len(odd) <= 2:
        return net if spare == 0 else None
    if _least_loss(around, odd) > spare:
        return None
    for route in _to_leave_out(around, odd):
        if route.length <= spare:
            for part in _components([other for other in net if other is not route]):
                found = _trim(part, spare - (_weight(net) - _weight(part)), tried)
                if found:
                    return found
    return None


def _least_loss(around: dict[CityId, list[Route]], odd: list[CityId]) -> int:
    """A weight that is lost at least: all odd cities but two lose a route, which may join two."""
    lightest = sorted(min(route.length for route in around[city]) for city in odd)
    return (sum(lightest[:-2]) + 1) // 2


def _to_leave_out(around: dict[CityId, list[Route]], odd: list[CityId]) -> Iterator[Route]:
    """Routes of which one has to go: of any three odd cities, one does not stay odd.

    Three with few routes leave few choices; light routes are tried first.
    """
    three = sorted(odd, key=lambda city: len(around[city]))[:3]
    choices = {route.index: route for city in three for route in around[city]}
    yield from sorted(choices.values(), key=lambda route: (route.length, route.index))


def _walk(net: list[Route]) -> list[Route]:
    """The routes of a net that is one trail, in walking order (Hierholzer)."""
    around = _around(net)
    odd = [city for city, here in around.items() if len(here) % 2]
    start = odd[0] if odd else net[0].a
    used: set[RouteId] = set()
    stack: list[tuple[CityId, Route | None]] = [(start, None)]
    trail: list[Route] = []
    while stack:
        city, came_by = stack[-1]
        while around[city] and around[city][-1].index in used:
            around[city].pop()
        if around[city]:
            route = around[city].pop()
            used.add(route.index)
            stack.append((route.a + route.b - city, route))
        else:
            stack.pop()
            if came_by is not None:
                trail.append(came_by)
    return trail


def _around(net: Iterable[Route]) -> dict[CityId, list[Route]]:
    """The routes at each city."""
    around: dict[CityId, list[Route]] = defaultdict(list)
    for route in net:
        around[route.a].append(route)
        around[route.b].append(route)
    return around


def _components(routes: Sequence[Route]) -> list[list[Route]]:
    """The routes in connected groups, the heaviest first."""
    around = _around(routes)
    seen: set[CityId] = set()
    groups = []
    for city in around:
        if city in seen:
            continue
        seen.add(city)
        fresh, group = [city], {}
        while fresh:
            for route in around[fresh.pop()]:
                group[route.index] = route
                new = {route.a, route.b} - seen
                seen |= new
                fresh += new
        groups.append(list(group.values()))
    return sorted(groups, key=_weight, reverse=True)


def _weight(net: Iterable[Route]) -> int:
    return sum(route.length for route in net)
