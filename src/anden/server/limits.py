"""How much of something is too much."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic


class Bucket:
    """Lets a burst through, then a steady rate."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = monotonic) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._level, self._seen = burst, clock()

    def take(self, amount: float = 1.0) -> bool:
        """Uses so much up; False if there is not so much left."""
        if not self.has(amount):
            return False
        self._level -= amount
        return True

    def give_back(self) -> None:
        """What was taken and turned out not to be used."""
        self._level = min(self._burst, self._level + 1)

    def has(self, amount: float) -> bool:
        """What is more than a burst is let through when nothing has been used."""
        now = self._clock()
        self._level = min(self._burst, self._level + (now - self._seen) * self._rate)
        self._seen = now
        return self._level >= min(amount, self._burst)


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
