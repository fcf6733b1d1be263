"""How much of something is too much."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic


class Bucket:
    """Lets a burst through, then a steady rate."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = monotonic) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._level, self._seen = burst, clock()

    def take(self) -> bool:
        """Uses one up; False if there is none left."""
        if not self.has_any():
            return False
        self._level -= 1
        return True

    def has_any(self) -> bool:
        now = self._clock()
        self._level = min(self._burst, self._level + (now - self._seen) * self._rate)
        self._seen = now
        return self._level >= 1


class Buckets:
    """One bucket for each key, of the most recent keys."""

    def __init__(self, burst: float, rate: float, max_keys: int = 4096) -> None:
        self._burst, self._rate, self._max_keys = burst, rate, max_keys
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str) -> Bucket:
        bucket = self._buckets.pop(key, None) or Bucket(self._burst, self._rate)
        self._buckets[key] = bucket
        if len(self._buckets) > self._max_keys:
            self._buckets.popitem(last=False)
        return bucket
