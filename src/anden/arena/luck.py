"""Wins less the luck of the cards: the same in the mean, with less scatter."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .game_table import GameTable
from .intervals import Interval, Values, cluster_variance, mean_interval


@dataclass(frozen=True)
class AdjustedWins:
    """A bot's share of wins with the luck of the cards taken off."""

    bot: str
    win_rate: float
    win_rate_ci95: Interval | None
    luck: float  # the mean that was taken off
    variance_factor: float | None  # by which fewer deals tell as much; below 1: more


def adjusted_wins(
    table: GameTable, luck: NDArray[np.float64], names: Sequence[str]
) -> list[AdjustedWins]:
    """Of every bot that played, in the order of its entry."""
    entries = np.unique(table.rows["entry"]).tolist()
    return [_adjusted(table, luck, entry, names[entry]) for entry in entries]


def _adjusted(table: GameTable, luck: NDArray[np.float64], entry: int, bot: str) -> AdjustedWins:
    choice: NDArray[np.bool_] = table.rows["entry"] == entry
    counts = table.by_set(np.ones_like(table.wins), choice)
    sums = table.by_set(table.wins - luck, choice)
    return AdjustedWins(
        bot=bot,
        win_rate=float(sums.sum() / counts.sum()),
        win_rate_ci95=mean_interval(sums, counts),
        luck=float(luck[choice].mean()),
        variance_factor=_factor(table.by_set(table.wins, choice), sums, counts),
    )


def _factor(plain: Values, adjusted: Values, counts: Values) -> float | None:
    if int((counts > 0).sum()) < 2:
        return None
    variance = cluster_variance(adjusted, counts)
    return cluster_variance(plain, counts) / variance if variance > 0 else None
