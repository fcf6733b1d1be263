"""Routes as sentences: from a city, of a player, and those that can be claimed now."""

from collections.abc import Iterator, Sequence

from anden.boards.names import fold
from anden.game import View
from anden.game.explain import why_not
from anden.game.progress import ticket_progress
from anden.kernel.ids import CityId, RouteId

from .describe import kinds, open_lanes
from .meaning import claim_probe, claims
from .naming import neighbours
from .seats import Occupant
from .speech import Speech


def from_city(speech: Speech, view: View, seats: Sequence[Occupant], city: CityId) -> Iterator[str]:
    """Every route of the city: where it leads, what it costs, and whether it can be had."""
    by_route = claims(view)
    yield speech.text("text.routes_from", n=_degree(speech, city), city=speech.city(city))
    for other in sorted(neighbours(speech, city), key=lambda c: fold(speech.city(c))):
        for route in speech.board.routes:
            if route.pair == (min(city, other), max(city, other)):
                is_claimable = speech.board.route_name(route.index) in by_route
                status = _status(speech, view, seats, route.index, is_claimable)
                yield f"{speech.city(other)}: {facts(speech, route.index)}. {status}"
    for number, seat in enumerate(seats):
        if speech.board.cities[city].id in view.station_cities(number):
            yield speech.text("text.station_here", name=seat.name)


def of_lanes(
    speech: Speech, view: View, seats: Sequence[Occupant], lanes: Sequence[int]
) -> Iterator[str]:
    """One route, or both lanes of a double route."""
    by_route = claims(view)
    for lane in lanes:
        is_claimable = speech.board.route_name(lane) in by_route
        status = _status(speech, view, seats, lane, is_claimable)
        yield f"{speech.route(lane)}: {facts(speech, lane)}. {status}"


def facts(speech: Speech, index: int) -> str:
    """Length, colour, kind and points."""
    route = speech.board.routes[index]
    parts = [speech.pieces(route.length), speech.route_colour(index), *kinds(speech, index)]
    parts.append(speech.text("text.points", n=speech.board.points_by_length[route.length]))
    return ", ".join(parts)


def _degree(speech: Speech, city: CityId) -> int:
    return sum(city in (route.a, route.b) for route in speech.board.routes)


def _status(
    speech: Speech, view: View, seats: Sequence[Occupant], route: RouteId, is_claimable: bool
) -> str:
    assert view.seat is not None
    owner = view.owner(route)
    if owner is not None:
        return speech.person("text.owned", owner == view.seat, name=seats[owner].name)
    if is_claimable:
        return speech.text("text.can_claim")
    if view.phase == "turn":
        reason = why_not(view, claim_probe(view, route))
        if reason is not None:
            key = "text.open_but" if view.is_open(route, view.seat) else "text.closed_because"
            return speech.text(key, reason=reason.text(speech.language))
    return speech.text("text.open" if view.is_open(route, view.seat) else "text.closed")


def claimable(speech: Speech, view: View, most: int | None = None) -> Iterator[str]:
    """What can be claimed now and with which cards: what tickets need first, then most points."""
    board = speech.board
    by_index = {board.find_route(name): ways for name, ways in claims(view).items()}
    shown = [index for index in by_index if not _is_second_lane(speech, index, set(by_index))]
    needed = _needed(view)

    def rank(index: int) -> tuple[bool, int, int]:
        return index not in needed, -board.points_by_length[board.routes[index].length], index

    yield speech.text("text.claimable", n=len(shown))
    for index in sorted(shown, key=rank)[:most]:
        ways = by_index[index]
        cards = speech.text("text.with_cards", cards=speech.payment(ways[0].payment))
        more = speech.text("text.other_ways", n=len(ways) - 1) if len(ways) > 1 else ""
        line = f"{speech.route(index)}: {facts(speech, index)}. {cards}{more}."
        yield f"{line} {speech.text('text.for_ticket')}" if index in needed else line
    if most is not None and len(shown) > most:
        yield speech.text("text.more_claimable", n=len(shown) - most)


def _needed(view: View) -> set[int]:
    """The routes that bring an open ticket nearer, on either lane."""
    assert view.seat is not None
    progress = [ticket_progress(view, view.seat, ticket) for ticket in view.tickets(view.seat)]
    open_tickets = [ticket for ticket in progress if ticket.status == "open"]
    missing = [view.board.find_route(name) for ticket in open_tickets for name in ticket.missing]
    return {lane for route in missing for lane in open_lanes(view, route)}


def _is_second_lane(speech: Speech, index: int, shown: set[int]) -> bool:
    """Whether the other lane says the same already."""
    twin = speech.board.routes[index].twin
    if twin is None or twin > index or twin not in shown:
        return False
    return speech.board.routes[twin].colour == speech.board.routes[index].colour


def of_players(speech: Speech, view: View, seats: Sequence[Occupant]) -> Iterator[str]:
    """What everyone has claimed, the own routes first."""
    for number in sorted(range(view.players), key=lambda seat: seat != view.seat):
        routes = [speech.route(route) for route in view.route_ids(number)]
        is_you = number == view.seat
        if routes:
            cities = speech.all_of(routes)
            yield speech.person("text.has_routes", is_you, name=seats[number].name, routes=cities)
        else:
            yield speech.person("text.has_no_routes", is_you, name=seats[number].name)
