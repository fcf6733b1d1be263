"""The time each person has: so much to begin with, and some more for every action.

Live clocks run while the server does. Slow ones count days for each action, by the calendar, also
while nobody looks on and no server runs.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import inf
from time import monotonic, time

from anden.kernel.ids import Seat


@dataclass(frozen=True)
class ClockKind:
    start: float  # seconds
    gain: float  # for each action
    most: float = inf  # that can be saved up
    is_slow: bool = False


DAY = 24 * 3600.0


def _days(number: int) -> ClockKind:
    """So many for each action: nothing is saved up."""
    return ClockKind(number * DAY, number * DAY, number * DAY, is_slow=True)


CLOCKS: dict[str, ClockKind | None] = {
    "none": None,
    "relaxed": ClockKind(1200.0, 30.0),
    "live": ClockKind(300.0, 10.0),
    "one_day": _days(1),
    "three_days": _days(3),
    "one_week": _days(7),
}
SLOW = {name: kind.start for name, kind in CLOCKS.items() if kind is not None and kind.is_slow}


class Clock:
    """What everybody has left. It runs for the seats of people that are to act.

    It is built from what the stored actions took, so that it survives a restart. Of a live clock,
    the time in which no server ran is nobody's; of a slow one, the ends are stored.
    """

    def __init__(self, kind: ClockKind, seats: int, now: Callable[[], float] | None = None) -> None:
        self.kind = kind
        self._left = [kind.start] * seats
        self._now = now or (time if kind.is_slow else monotonic)
        self._running: dict[Seat, float] = {}  # since when

    @property
    def running(self) -> list[Seat]:
        return sorted(self._running)

    def left(self, seat: Seat) -> float:
        since = self._running.get(seat)
        return self._left[seat] - (0.0 if since is None else self._now() - since)

    def spent(self, seat: Seat) -> float:
        """What the decision that the seat is making has taken so far."""
        since = self._running.get(seat)
        return 0.0 if since is None else self._now() - since

    def note(self, seat: Seat, spent: float) -> None:
        """An action was played that took so long."""
        self._left[seat] = min(self.kind.most, self._left[seat] + self.kind.gain - spent)
        self._running.pop(seat, None)

    def run_for(self, due: Collection[Seat], ago: float = 0.0) -> None:
        """Starts the clocks of these seats, and stops all others.

        Those that start have run for so long at another server; the time of one action is left.
        """
        now = self._now()
        for seat in [seat for seat in self._running if seat not in due]:
            self._left[seat] -= now - self._running.pop(seat)
        for seat in due:
            spare = max(0.0, self._left[seat] - self.kind.gain)
            self._running.setdefault(seat, now - min(ago, spare))

    def set_end(self, seat: Seat, end: float) -> None:
        """When a running clock is to be at zero."""
        self._running[seat] = end - self._left[seat]

    def give_back(self, seat: Seat) -> None:
        """Whoever takes a seat back gets at least the time of one action."""
        self._left[seat] = max(self._left[seat], self.kind.gain)

    def next_end(self) -> float | None:
        """Seconds until the first running clock is at zero."""
        return min((self.left(seat) for seat in self._running), default=None)

    def ended(self) -> list[Seat]:
        return [seat for seat in self.running if self.left(seat) <= 0]
