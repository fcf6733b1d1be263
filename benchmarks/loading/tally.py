"""What is measured while people play."""

from dataclasses import dataclass, field
from itertools import pairwise
from statistics import quantiles
from typing import Any

from tools.faults.told import Told


@dataclass(frozen=True)
class Act:
    """An action that was acknowledged and shown to both."""

    sent: float  # a moment of time.perf_counter
    seconds: float  # until then

    @property
    def ended(self) -> float:
        return self.sent + self.seconds


@dataclass
class Tally:
    acts: list[Act] = field(default_factory=list)
    bytes: int = 0  # of messages, before they are packed
    finished: int = 0
    seen: list[float] = field(default_factory=list)  # by those who watch
    late: int = 0  # actions that were due while the one before was still on its way
    told: Told = field(default_factory=Told)  # from the beginning, counting or not
    is_counting: bool = False

    def note(self, act: Act) -> None:
        if self.is_counting:
            self.acts.append(act)


def percentiles(acts: list[Act], suffix: str = "") -> dict[str, float | None]:
    """p50, p95 and p99 in milliseconds; None where there is too little to say."""
    names = {f"p{number}{suffix}_ms": number for number in (50, 95, 99)}
    return {name: percentile([act.seconds for act in acts], n) for name, n in names.items()}


def percentile(seconds: list[float], number: int) -> float | None:
    if len(seconds) < 2:
        return None
    return round(1000 * quantiles(seconds, n=100, method="inclusive")[number - 1], 1)


def around(acts: list[Act], since: float, until: float) -> dict[str, Any]:
    """How long nothing was acknowledged around a failure, and how it was before and after it.

    The gap ends with the first action that is acknowledged after the failure has.
    """
    ends = sorted(act.ended for act in acts)
    last = max((end for end in ends if end <= since), default=since)
    first = min((end for end in ends if end >= until), default=None)
    inside = [end for end in ends if since < end < until]
    points = [last, *inside, *([] if first is None else [first])]
    gaps = [b - a for a, b in pairwise(points)]
    after = [] if first is None else [act for act in acts if act.sent >= first]
    return {
        "gap_seconds": round(max(gaps, default=0.0), 2),
        "p99_before_ms": percentile([act.seconds for act in acts if act.ended < since], 99),
        "p99_after_ms": percentile([act.seconds for act in after], 99),
        "actions_after": len(after),
    }
