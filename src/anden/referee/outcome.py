"""What is kept of a game: one row per seat, all numbers."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.kernel.layout import MAX_LENGTH

ROW = np.dtype(
    [
        ("set", "i4"),
        ("rotation", "i1"),
        ("seat", "i1"),
        ("first", "i1"),  # the seat that began
        ("entry", "i2"),  # the bot: an index into the entries
        ("score", "i2"),
        ("rank", "i1"),  # 1 wins; shared when level to the end
        ("route_points", "i2"),
        ("ticket_points", "i2"),  # made less failed
        ("tickets_made", "i2"),
        ("tickets_failed", "i2"),
        ("longest", "i2"),  # spaces in the longest path
        ("longest_points", "i2"),
        ("station_points", "i2"),
        ("district_points", "i2"),
        ("lengths", "i2", (MAX_LENGTH,)),  # routes claimed, by length from 1
        ("turns", "i4"),  # of all seats, in the whole game
        ("moves", "i4"),  # of this seat
        ("forfeits", "i4"),
        ("seconds", "f8"),  # that the bot thought
    ]
)

Rows: TypeAlias = NDArray[np.void]


def win_shares(rows: Rows) -> NDArray[np.float64]:
    """By game and seat: 1 for a win, an equal share of it for a shared first place, else 0."""
    is_first = rows["rank"] == 1
    shares: NDArray[np.float64] = is_first / is_first.sum(axis=-1, keepdims=True)
    return shares


def margins(rows: Rows) -> NDArray[np.int64]:
    """By game and seat: the score less the best score of the other seats."""
    scores = rows["score"].astype(np.int64)
    ordered = np.sort(scores, axis=-1)
    best, second = ordered[..., -1:], ordered[..., -2:-1]
    # Of the best seat the rival is the second; two that are level are each other's rivals.
    found: NDArray[np.int64] = scores - np.where(scores == best, second, best)
    return found
