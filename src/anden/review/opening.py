"""What a place at the table is worth before anything is dealt."""

import numpy as np

from anden.core import GameCore

from .evaluator import Evaluator, Floats

_DEAL_SEEDS = 0x5EED  # the games that are dealt; any will do, the same for everybody


def opening_shares(evaluator: Evaluator, place: int, deals: int) -> Floats:
    """By deal, what the seat `place` turns after the first gets of the win.

    The same games tell it for every place, so the shares of all places sum up to 1.
    """
    core = GameCore(evaluator.board, evaluator.players)
    shares = np.zeros(deals)
    for deal in range(deals):
        viewer = deal % evaluator.players  # for whom the deal's hidden cards are dealt anew
        core.deal(_DEAL_SEEDS + deal, first=0)
        core.take_seat(viewer)
        core.states = evaluator.end(core.seen_by(viewer), viewer, deal)
        is_first = core.score()["rank"][: evaluator.players] == 1
        shares[deal] = is_first[place] / is_first.sum()
    return shares
