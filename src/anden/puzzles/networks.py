"""Networks that are drawn as an answer: what they join and what they take, asked of the kernel."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from anden.core.compiled import one_game
from anden.core.game_core import tables_array
from anden.core.sets import members
from anden.game import Position
from anden.kernel.ids import RouteId, Seat
from anden.kernel.layout import NET, RESULT

from .errors import PuzzleError


@dataclass(frozen=True)
class Network:
    """What routes would do for a seat if it had them too."""

    routes: tuple[RouteId, ...]
    pieces: int  # that they take
    missing: tuple[str, ...]  # tickets of the seat that stay open


def lay_network(position: Position, seat: Seat, routes: Iterable[RouteId]) -> Network:
    """The seat's own routes and these together; PuzzleError names one that it can't claim."""
    board, chosen = position.board, tuple(sorted(set(routes)))
    states = np.array([position.state])
    for route in chosen:
        if not position.is_open(route, seat):
            raise PuzzleError("puzzle.closed_route", route=board.route_name(route))
        states["owned"][0, seat, route // 64] |= np.uint64(1 << route % 64)
    results, nets = np.zeros(1, RESULT), np.zeros(1, NET)
    one_game.score(tables_array(board), states, results, nets)
    made = set(members(results["completed"][0, seat]))
    held = members(states["tickets"][0, seat])
    return Network(
        routes=chosen,
        pieces=sum(board.routes[route].length for route in chosen),
        missing=tuple(board.ticket_name(ticket) for ticket in held if ticket not in made),
    )
