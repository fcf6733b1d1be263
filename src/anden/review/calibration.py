"""What a network's expectation of winning comes to in games of bots.

The networks judge their own play. Two numbers for a table, fitted to the results of games of other
bots (`python -m tools.calibrate_review`), turn that into what is won from there by players in
general.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_LEAST = 0.02  # a network is never surer than this


@dataclass(frozen=True)
class Calibration:
    """The log odds of winning are the network's times `slope`, and `shift` more."""

    slope: float = 1.0
    shift: float = 0.0

    def apply(self, wins: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
        odds = log_odds(wins)
        calibrated: NDArray[np.float64] = 1 / (1 + np.exp(-(self.slope * odds + self.shift)))
        return calibrated


def log_odds(wins: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Of what a network expects, within what it can be sure of."""
    kept = np.clip(wins.astype(np.float64), _LEAST, 1 - _LEAST)
    odds: NDArray[np.float64] = np.log(kept / (1 - kept))
    return odds


def calibration_for(board: str, players: int) -> Calibration:
    """The numbers of a table; where none were fitted, what the network says stands."""
    return Calibration(**_load().get(board, {}).get(str(players), {}))


@cache
def _load() -> dict[str, dict[str, dict[str, float]]]:
    path = Path(__file__).with_name("calibration.json")
    tables: dict[str, dict[str, dict[str, float]]] = json.loads(path.read_text(encoding="utf-8"))
    return tables
