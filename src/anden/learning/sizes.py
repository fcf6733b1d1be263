"""How games are shared out among tables of several sizes."""

from itertools import pairwise

from anden.boards import Board

from .settings import TrainingSettings


def table_sizes(board: Board, settings: TrainingSettings) -> list[int]:
    """The numbers of players that are trained, ascending."""
    if settings.players:
        return [settings.players]
    return list(range(board.players.min, board.players.max + 1))


def share_out(total: int, sizes: list[int], first_share: float) -> dict[int, int]:
    """So many games by number of players: a share of the smallest tables, the rest evenly."""
    if len(sizes) == 1:
        return {sizes[0]: total}
    first = min(total, round(total * first_share))
    rest, others = total - first, len(sizes) - 1
    bounds = [rest * number // others for number in range(others + 1)]
    counts = [first, *(stop - start for start, stop in pairwise(bounds))]
    return {size: count for size, count in zip(sizes, counts, strict=True) if count > 0}
