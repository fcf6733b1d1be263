"""The table as sentences: row, hand, tickets, players. A view goes in, lines come out."""

from collections.abc import Iterator, Sequence

from anden.game import PayTunnel, View
from anden.game.progress import TicketProgress, ticket_progress
from anden.game.scores import score_position
from anden.kernel.ids import RouteId, Seat

from .seats import Occupant
from .speech import Speech


def row(speech: Speech, view: View) -> str:
    cards = [speech.text("text.gap") if kind is None else speech.card(kind) for kind in view.row]
    return speech.text("text.row", cards=", ".join(cards))


def hand(speech: Speech, view: View) -> str:
    assert view.seat is not None
    if not view.hand_size(view.seat):
        return speech.text("text.hand_empty")
    cards = speech.hand(view.hand(view.seat))
    return speech.text("text.hand", n=view.hand_size(view.seat), cards=cards)


def supplies(speech: Speech, view: View) -> str:
    """What lies on the table besides the row."""
    deck = speech.text("text.deck", n=view.deck_size)
    return f"{deck} {speech.text('text.tickets_left', n=view.tickets_left)}"


def last_round(speech: Speech, view: View) -> Iterator[str]:
    if view.last_turns is not None:
        yield speech.text("text.turns_left", n=view.last_turns)


def tickets(speech: Speech, view: View) -> Iterator[str]:
    """Every ticket held, those still to be done first."""
    assert view.seat is not None
    progress = [ticket_progress(view, view.seat, ticket) for ticket in view.tickets(view.seat)]
    if not progress:
        yield speech.text("text.no_own_tickets")
    order = {"open": 0, "done": 1, "cut_off": 2}
    for ticket in sorted(progress, key=lambda p: (order[p.status], p.pieces)):
        yield f"{ticket_title(speech, ticket.ticket)}: {_progress(speech, view, ticket)}"


def ticket_title(speech: Speech, name: str) -> str:
    """The cities and the points; a long ticket is called so."""
    ticket = speech.board.tickets[speech.board.find_ticket(name)]
    points = speech.text("text.points", n=ticket.points)
    title = f"{speech.ticket(name)}, {points}"
    return f"{title}, {speech.text('text.long_ticket')}" if ticket.is_long else title


def _progress(speech: Speech, view: View, ticket: TicketProgress) -> str:
    assert view.seat is not None
    if ticket.status == "done":
        return speech.text("text.ticket_done")
    pieces = speech.pieces(ticket.pieces)
    if ticket.status == "open":
        needs = speech.all_of(_needed_route(speech, view, name) for name in ticket.missing)
        return speech.text("text.ticket_open", n=ticket.pieces, pieces=pieces, routes=needs)
    if ticket.missing:
        have = speech.pieces(view.pieces(view.seat))
        text = speech.text("text.ticket_too_far", pieces=pieces, have=have)
    else:
        text = speech.text("text.ticket_cut_off")
    if view.board.stations and (view.stations_left(view.seat) or view.station_cities(view.seat)):
        return f"{text} {speech.text('text.station_may_help')}"
    return text


def _needed_route(speech: Speech, view: View, name: str) -> str:
    """The cities, and what it takes: any lane that is open will do."""
    lanes = open_lanes(view, speech.board.find_route(name))
    route = speech.board.routes[lanes[0]]
    cities = speech.cities(route.a, route.b)
    facts = [str(route.length), speech.any_of(dict.fromkeys(map(speech.route_colour, lanes)))]
    return speech.text(
        "text.needed_route", route=cities, facts=", ".join([*facts, *kinds(speech, lanes[0])])
    )


def open_lanes(view: View, route: RouteId) -> list[RouteId]:
    """The route, and the lane beside it if the seat may have that as well."""
    assert view.seat is not None
    twin = view.board.routes[route].twin
    return [route] if twin is None or not view.is_open(twin, view.seat) else [route, twin]


def kinds(speech: Speech, index: RouteId) -> Iterator[str]:
    """Whether a route is a tunnel or a ferry, and what that asks for."""
    route = speech.board.routes[index]
    if route.is_tunnel:
        yield speech.text("text.tunnel")
    if route.is_ferry:
        yield speech.text("text.ferry", cards=speech.cards("wild", route.wilds))


def _districts(speech: Speech, view: View) -> Iterator[str]:
    """Which districts the own network joins (L5)."""
    assert view.seat is not None
    joined = score_position(view).seats[view.seat].districts
    for index, district in enumerate(view.board.districts):
        key = "text.district_joined" if index in joined else "text.district_open"
        cities = speech.all_of(speech.city(city) for city in district.cities)
        yield speech.text(key, n=district.points, cities=cities)


def offer(speech: Speech, view: View) -> Iterator[str]:
    """The tickets to choose from, numbered, with the pieces each would take now."""
    assert view.seat is not None
    tickets_offered = view.offer(view.seat)
    yield speech.text("text.offer", n=view.must_keep(view.seat))
    for number, name in enumerate(tickets_offered, 1):
        progress = ticket_progress(view, view.seat, name)
        title = f"{number}. {ticket_title(speech, name)}"
        key = f"text.offer_{progress.status}"
        yield f"{title}. {speech.text(key, pieces=speech.pieces(progress.pieces))}"


def tunnel(speech: Speech, options: Sequence[PayTunnel]) -> Iterator[str]:
    """The ways to pay the surcharge, numbered."""
    if not options:
        yield speech.text("text.tunnel_unpayable")
        return
    yield speech.text("text.tunnel_choice")
    for number, option in enumerate(options, 1):
        yield f"{number}. {speech.payment(option.payment)}"


def players(speech: Speech, view: View, seats: Sequence[Occupant]) -> Iterator[str]:
    for number, seat in enumerate(seats):
        you = f" ({speech.text('text.you')})" if number == view.seat else ""
        yield f"{seat.name}{you}: {' '.join(_facts(speech, view, number))}"


def _facts(speech: Speech, view: View, seat: Seat) -> Iterator[str]:
    yield speech.text("text.points", n=view.score(seat)) + "."
    yield speech.pieces(view.pieces(seat)) + "."
    known = view.known(seat) if seat != view.seat else {}
    cards = speech.text("text.cards", n=view.hand_size(seat))
    if known:
        cards += speech.text("text.known_cards", cards=speech.hand(known))
    yield cards + "."
    if view.phase != "setup":
        yield speech.text("text.tickets", n=view.ticket_count(seat)) + "."
    if view.board.stations:
        yield speech.text("text.stations_left", n=view.stations_left(seat)) + "."
        cities = [speech.city(city) for city in view.station_cities(seat)]
        if cities:
            yield speech.text("text.stations_in", cities=speech.all_of(cities))


def score(speech: Speech, view: View, seats: Sequence[Occupant]) -> Iterator[str]:
    """Route points of all, best first, and what the own tickets and districts would add."""
    assert view.seat is not None
    for number in sorted(range(view.players), key=view.score, reverse=True):
        points = speech.text("text.points", n=view.score(number))
        you = f" ({speech.text('text.you')})" if number == view.seat else ""
        yield speech.text("text.route_points", name=f"{seats[number].name}{you}", points=points)
    progress = [ticket_progress(view, view.seat, ticket) for ticket in view.tickets(view.seat)]
    done = sum(ticket.points for ticket in progress if ticket.status == "done")
    undone = sum(ticket.points for ticket in progress if ticket.status != "done")
    yield speech.text("text.tickets_done", n=done)
    yield speech.text("text.tickets_undone", n=undone)
    yield from _districts(speech, view)
