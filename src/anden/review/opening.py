"""What a place at the table is worth before anything is dealt."""

import numpy as np

from anden.core import GameCore

from .evaluator import Evaluator, Floats

_DEAL_SEEDS = 0x5EED  # the games that are dealt; any will do, the same for everybody


def opening_shares(evaluator: Evaluator, place: int, deals: int) -> Floats:
    """By deal, what the seat `place` turns after the first may expect, from its first view."""
    core = GameCore(evaluator.board, evaluator.players)
    shares = np.zeros(deals)
    for deal in range(deals):
        core.deal(_DEAL_SEEDS + deal, first=0)
        core.take_seat(place)
        views = core.seen_by(place)
        shares[deal] = evaluator.values(views, place, deals=1, first_deal=deal).shares[0, 0]
    return shares
