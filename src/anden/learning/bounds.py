"""How large the numbers of a hidden row can get."""

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board
from anden.kernel.layout import NUM_KINDS, WILD


def hidden_high(board: Board, players: int) -> NDArray[np.int16]:
    """The most each number of a hidden row can be; at least 1."""
    counts = [1] * NUM_KINDS
    for kind, colour in enumerate(board.cards.colours):
        counts[kind] = colour.count
    counts[WILD] = board.cards.wild.count
    tickets = len(board.tickets)
    needs = [board.pieces.count + 1] * tickets
    rival = [*counts, *[1] * tickets, *needs, *[1] * tickets]
    return np.array([*counts, *rival * (players - 1)], np.int16)
