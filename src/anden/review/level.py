"""Which level of bot loses as much by its decisions, measured by the same evaluator."""

import json
import math
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .evaluator import VERSION, Evaluator, Value
from .judging import SURE


@dataclass(frozen=True)
class Level:
    """The nearest level, and all that can't be told from it."""

    name: str
    loss: float  # of that level, per unforced decision
    loss_se: float
    alike: list[str]  # levels within two standard errors, the nearest first

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def level_of(evaluator: Evaluator, loss: Value) -> Level | None:
    """None where this evaluator has not measured the levels, or too little was decided."""
    levels = measured_levels().get(evaluator.board.id, {}).get(str(evaluator.players))
    if not levels or loss.error == 0.0:
        return None
    known = {name: Value(*numbers) for name, numbers in levels.items()}
    ordered = sorted(known, key=lambda name: abs(known[name].mean - loss.mean))
    alike = [name for name in ordered if _is_alike(known[name], loss)]
    nearest = known[ordered[0]]
    return Level(ordered[0], nearest.mean, nearest.error, alike)


def _is_alike(one: Value, other: Value) -> bool:
    return abs(one.mean - other.mean) <= SURE * math.hypot(one.error, other.error)


@cache
def measured_levels() -> dict[str, dict[str, dict[str, list[float]]]]:
    """By board, players and level: mean loss, standard error; none for another evaluator."""
    path = Path(__file__).with_name("levels.json")
    loaded: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return dict(loaded["boards"]) if loaded["version"] == VERSION else {}
