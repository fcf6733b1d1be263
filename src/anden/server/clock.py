"""The time each person has: so much to begin with, and some more for every action."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from time import monotonic

from anden.kernel.ids import Seat


@dataclass(frozen=True)
class ClockKind:
    start: float  # seconds
    gain: float  # for each action


CLOCKS: dict[str, ClockKind | None] = {
    "none": None,
    "relaxed": ClockKind(1200.0, 30.0),
    "live": ClockKind(300.0, 10.0),
}


class Clock:
    """What everybody has left. It runs for the seats of people that are to act.

    It is built from what the stored actions took, so that it survives a restart; the time in which
    no server ran is nobody's.
    """

    def __init__(self, kind: ClockKind, seats: int, now: Callable[[], float] = monotonic) -> None:
        self.kind = kind
        self._left = [kind.start] * seats
        self._now = now
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
        self._left[seat] += self.kind.gain - spent
        self._running.pop(seat, None)

    def run_for(self, due: Collection[Seat]) -> None:
        """Starts the clocks of these seats, and stops all others."""
        now = self._now()
        for seat in [seat for seat in self._running if seat not in due]:
            self._left[seat] -= now - self._running.pop(seat)
        for seat in due:
            self._running.setdefault(seat, now)

    def give_back(self, seat: Seat) -> None:
        """Whoever takes a seat back gets at least the time of one action."""
        self._left[seat] = max(self._left[seat], self.kind.gain)

    def next_end(self) -> float | None:
        """Seconds until the first running clock is at zero."""
        return min((self.left(seat) for seat in self._running), default=None)

    def ended(self) -> list[Seat]:
        return [seat for seat in self.running if self.left(seat) <= 0]
