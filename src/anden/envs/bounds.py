"""How large the numbers of an observation and the returns of a game can get."""

from math import ceil

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board
from anden.kernel.glance import CLOSENESS, LEFT_FACTS
from anden.kernel.layout import MAX_LENGTH, MAX_OFFER, NUM_KINDS, ROW_SIZE, TUNNEL_REVEAL, WILD

from .errors import EnvError
from .spaces import observation_parts


def observation_high(board: Board, players: int, *, glance: bool = True) -> NDArray[np.int16]:
    """The most each number of an observation can be; the least is 0.

    What a board never uses has 1 here, so that no number is a constant.
    """
    counts = [0] * NUM_KINDS
    for kind, colour in enumerate(board.cards.colours):
        counts[kind] = colour.count
    counts[WILD] = board.cards.wild.count
    cards, tickets, pieces = board.cards.total, len(board.tickets), board.pieces.count
    stations = board.stations.count if board.stations else 0
    seat = [_most_route_points(board), pieces, stations, cards, tickets, MAX_OFFER]
    by_part = {
        "hand": counts,
        "discards": counts,
        "row": [ROW_SIZE] * NUM_KINDS,
        "table": [cards, tickets, players, players],
        "laid": [MAX_LENGTH, MAX_LENGTH, TUNNEL_REVEAL],
        "revealed": [TUNNEL_REVEAL] * NUM_KINDS,
        "longest": [pieces] * players,
        "left": [pieces] * LEFT_FACTS,
        "unseen": counts,
    }
    for name in ("needs", "offer needs", "extra"):
        by_part[name] = [pieces + 1] * tickets
    routes = len(board.routes)
    by_part["lacking"] = [MAX_LENGTH] * routes
    by_part["ways"] = [tickets] * routes
    by_part["offer ways"] = [MAX_OFFER] * routes
    by_part["closeness"] = [CLOSENESS] * routes
    for number in range(players):
        by_part[f"seat {number}"] = seat
        by_part[f"seat {number} known"] = counts
    parts = observation_parts(board, players, glance=glance)
    high = [np.array(by_part.get(part.name, [1] * part.size)) for part in parts]
    most: NDArray[np.int16] = np.maximum(np.concatenate(high), 1).astype(np.int16)
    return most


def return_bounds(board: Board, reward: str) -> tuple[float, float]:
    """No seat's rewards of a game sum to less, or to more."""
    tickets = sum(ticket.points for ticket in board.tickets)
    most = _most_route_points(board) + tickets
    most += board.longest_path.bonus if board.longest_path else 0
    most += board.stations.count * board.stations.unbuilt_points if board.stations else 0
    most += sum(district.points for district in board.districts)
    bounds = {
        "margin": (-float(most + tickets), float(most + tickets)),
        "win": (-1.0, 1.0),
        "points": (-float(tickets), float(most)),
    }
    if reward not in bounds:
        raise EnvError(f"no reward is called {reward!r}; choose {', '.join(bounds)}")
    return bounds[reward]


def _most_route_points(board: Board) -> int:
    best = max(points / length for length, points in board.points_by_length.items())
    return ceil(best * board.pieces.count)
