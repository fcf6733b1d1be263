"""`network`: the cheapest way to join all tickets; provably the only one."""

from anden.game import Game
from anden.game.progress import own_progress
from anden.puzzles.networks import lay_network

from .draft import Draft
from .games import to_act
from .ways import Ways

TICKETS = (2, 3, 4, 5)  # that are still open
LEAST_ROUTES = {"london": 4, "europe": 5, "usa": 6}
LONG = 7  # routes that are not seen at a glance


def find_network(game: Game) -> Draft | None:
    """A question about the tickets that the seat to act holds."""
    seat = to_act(game)
    view = game.view(seat)
    if view.station_cities(seat):
        return None
    tickets, _ = own_progress(view, seat)
    missing = tuple(ticket.ticket for ticket in tickets if ticket.status != "done")
    if len(missing) not in TICKETS or any(ticket.status == "cut_off" for ticket in tickets):
        return None
    ways = Ways(view, seat)
    best = ways.forest(missing)
    if (
        best is None
        or best.cost > view.pieces(seat)
        or len(best.edges) < LEAST_ROUTES[view.board.id]
    ):
        return None
    second = ways.forest(missing, (best,))
    if second is not None and second.cost == best.cost:
        return None  # it is not the only one
    in_turn = ways.in_turn(missing)
    if in_turn == best.cost and len(best.edges) < LONG:
        return None  # nobody would go wrong
    routes = ways.routes(best)
    laid = lay_network(view, seat, map(view.board.find_route, routes))
    assert not laid.missing
    assert laid.pieces == best.cost
    facts = {"pieces": best.cost, "in_turn": in_turn}
    if second is not None:
        facts["second"] = second.cost
    return Draft("network", game, network=routes, facts=facts)
