"""Sets to play, handed out in chunks of about a second each."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from .errors import WorkError

TARGET_SECONDS = 1.0
MAX_SETS = 64
MAX_ATTEMPTS = 3


@dataclass
class Chunk:
    numbers: tuple[int, ...]
    attempts: int = 1


class Chunks:
    """Chunks start small, adapt to how long sets have taken, and get small again near the end."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = deque(numbers)
        self._again: deque[Chunk] = deque()
        self._sets_done = 0
        self._seconds = 0.0

    def __len__(self) -> int:
        """Sets not handed out."""
        return len(self._numbers) + sum(len(chunk.numbers) for chunk in self._again)

    def take(self, workers: int) -> Chunk | None:
        """The next chunk for one of this many workers; None when all are handed out."""
        if self._again:
            return self._again.popleft()
        size = min(self._size(), -(-len(self._numbers) // (2 * workers)))
        numbers = tuple(self._numbers.popleft() for _ in range(size))
        return Chunk(numbers) if numbers else None

    def done(self, chunk: Chunk, seconds: float) -> None:
        self._sets_done += len(chunk.numbers)
        self._seconds += seconds

    def give_back(self, chunk: Chunk, why: str) -> None:
        """The worker that had the chunk is gone: it is handed out again, but not for ever."""
        if chunk.attempts >= MAX_ATTEMPTS:
            raise WorkError(
                "arena.error_dead_workers",
                n=chunk.attempts,
                first=chunk.numbers[0],
                last=chunk.numbers[-1],
                detail=why,
            )
        self._again.append(Chunk(chunk.numbers, chunk.attempts + 1))

    def _size(self) -> int:
        if self._seconds <= 0:
            return 1
        return max(1, min(MAX_SETS, int(TARGET_SECONDS * self._sets_done / self._seconds)))
